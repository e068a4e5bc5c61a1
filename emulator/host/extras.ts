import { breakAnswer, unknownMutant } from '../broken/break-answer.ts'
import type { Exchange } from '../kernel/exchange.ts'
import { breaking, tracing, unspecifiedModes } from '../kernel/extras.ts'
import * as modes from '../kernel/unspecified/modes.ts'
import { Trace } from '../trace/trace.ts'
import { Tracer } from '../trace/tracer.ts'

/** Hands in what few programs need: `broken`, `trace`, and the modes of `unspecified`. */
export function offerExtras(): void {
  breaking.offer({ breakAnswer, unknownMutant })
  tracing.offer({ tracer: (world, journal) => new Tracer<Exchange>(world, journal), trace: (tracer, journal) => new Trace(tracer, journal) })
  unspecifiedModes.offer(modes)
}
