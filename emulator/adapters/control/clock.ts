import * as v from 'valibot'
import { LAST_MS, isoTime, parseDuration } from '../../engine/world/clock.ts'
import { withBody } from './cause.ts'
import { control } from './definition.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { fields } from '../../engine/checking/strict.ts'

const clockShape = v.strictObject({ now: v.string() })

export const getClock = control({
  method: 'GET',
  path: '/clock',
  name: 'get_clock',
  summary: 'World time.',
  returns: clockShape,
  handle({ emulator }) {
    const { tracer, world } = hostOf(emulator)
    ;(tracer ?? world).settle()
    return { now: isoTime(hostOf(emulator).world.now) }
  },
})

const clockBody = v.union([
  fields({
    advance: v.pipe(
      v.union([v.string(), v.number()]),
      v.description('Milliseconds, or text such as `300ms`, `2s`, `1h30m`.'),
    ),
  }),
  fields({ set: v.pipe(v.string(), v.description('ISO 8601 time, not before now.')) }),
])

export const setClock = control({
  method: 'POST',
  path: '/clock',
  name: 'set_clock',
  summary: 'Moves world time ahead; what is due on the way happens in order. Time never moves back.',
  body: clockBody,
  returns: clockShape,
  handle(input) {
    const host = hostOf(input.emulator)
    ;(host.tracer ?? host.world).settle()
    const { now } = host.world
    const target = readTarget(input.body, now)
    const cause = withBody(input.cause, input.body)
    instanceOf(input.emulator).change(cause, (onDue) => host.world.advance(target - now, onDue))
    return getClock.handle(input as never)
  },
})

function readTarget(body: v.InferOutput<typeof clockBody>, now: number): number {
  const target = 'advance' in body ? now + duration(body.advance) : time(body.set)
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

function time(given: string): number {
  const milliseconds = Date.parse(given)
  if (/^\d{4}-\d\d-\d\dT/.test(given) && Number.isFinite(milliseconds)) return milliseconds
  throw new EmulatorError(`set: expected an ISO 8601 time such as 2026-01-01T12:00:00Z, got '${given}'`)
}
