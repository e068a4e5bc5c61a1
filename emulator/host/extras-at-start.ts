import { noting } from '../engine/coverage/coverage.ts'
import { meetings } from '../engine/coverage/meetings.ts'
import type { Exchange } from '../engine/kernel/exchange.ts'
import { ordering, tracing } from '../engine/kernel/extras.ts'
import { Trace } from '../engine/trace/trace.ts'
import { Tracer } from '../engine/trace/tracer.ts'
import { answerInOrder } from './answer-in-order.ts'
import { SettingsOrder } from './call-order.ts'

/** Hands in what has to be there before an emulator is created: `trace`, `settings.order`, and the notes of what a process met. */
export function offerExtrasAtStart(): void {
  tracing.offer({
    tracer: (world, journal) => new Tracer<Exchange>(world, journal),
    trace: (tracer, journal) => new Trace(tracer, journal),
  })
  ordering.offer({ order: (world) => new SettingsOrder(world), answerInOrder })
  if (meetings !== undefined) noting.offer(meetings)
}
