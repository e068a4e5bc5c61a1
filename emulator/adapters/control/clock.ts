import type { CallBody } from '../../host/control-api/call.ts'
import type { ControlAnswer } from '../../host/control-api/control-api.ts'
import * as api from '../../host/control-api/clock.ts'
import { LAST_MS, isoTime, parseDuration } from '../../engine/world/clock.ts'
import { readTime } from '../../engine/world/time.ts'
import { withBody } from './cause.ts'
import { handle } from './handler.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'

export const getClock = handle(api.getClock, readClock)

function readClock({ emulator }: { readonly emulator: Emulator }): ControlAnswer<'GET /clock'> {
  return { now: isoTime(hostOf(emulator).world.now) }
}

export const setClock = handle(api.setClock, (input) => {
  const host = hostOf(input.emulator)
  const { now } = host.world
  const target = readTarget(input.body, now)
  const cause = withBody(input.cause, input.body)
  instanceOf(input.emulator).change(cause, (onDue) => host.world.advance(target - now, onDue))
  return readClock(input)
})

function readTarget(body: CallBody<typeof api.setClock>, now: number): number {
  const target = 'advance' in body ? now + duration(body.advance) : readTime(body.set, 'set')
  if (target < now)
    throw new EmulatorError(
      `set: the clock never moves back; it is at ${isoTime(now)}, and '${isoTime(target)}' is earlier`,
    )
  if (target > LAST_MS) throw new EmulatorError('the clock cannot pass the year 9999')
  return target
}

function duration(given: string | number): number {
  const milliseconds = parseDuration(given)
  if (milliseconds !== undefined) return milliseconds
  throw new EmulatorError(`advance: expected milliseconds or text such as 300ms, 2s, 1h30m, got '${given}'`)
}
