import { noting } from '../coverage/coverage.ts'
import { meetings } from '../coverage/meetings.ts'
import type { Exchange } from '../kernel/exchange.ts'
import { ordering, tracing } from '../kernel/extras.ts'
import { Trace } from '../trace/trace.ts'
import { Tracer } from '../trace/tracer.ts'
import { answerInOrder } from './answer-in-order.ts'
import { SettingsOrder } from './call-order.ts'

/** Hands in what has to be there before an emulator is created: `trace`, `settings.order`, and the notes of what a process met. */
export function offerExtrasAtStart(): void {
  tracing.offer({ tracer: (world, journal) => new Tracer<Exchange>(world, journal), trace: (tracer, journal) => new Trace(tracer, journal) })
  ordering.offer({ order: (world) => new SettingsOrder(world), answerInOrder })
  if (meetings !== undefined) noting.offer(meetings)
}
