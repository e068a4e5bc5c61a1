import * as api from '../../host/control-api/holds.ts'
import type { HoldingGate } from '../../host/gates.ts'
import { openGate, releaseFrom, type ReleaseWith } from '../../host/hold.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { realTimers } from '../../host/real-timers.ts'
import type { Emulator } from '../../host/emulator.ts'
import { parseDuration } from '../../engine/world/clock.ts'
import { ControlError, handle } from './handler.ts'
import { parseQueryNumber } from './query-number.ts'
import { requireRoomFor } from './require-room-for.ts'

/** Real milliseconds that one call waits at most: those before a client or a proxy gives up. */
const MAX_WAIT_MS = 30_000

export const listHolds = handle(api.listHolds, ({ emulator }) => ({ holds: hostOf(emulator).holds.all.map(report) }))

export const addHold = handle(api.addHold, ({ emulator, site, body: { when, name } }) => {
  requireRoomFor(site.bounds, 'triggers', hostOf(emulator).holds.all.length)
  return { hold: report(openGate(instanceOf(emulator), when, { ...(name !== undefined && { name }) }, ['when'])) }
})

export const getHold = handle(api.getHold, async ({ emulator, params, query }) => {
  const gate = findGate(emulator, params.id)
  const count = parseQueryNumber('arrived', query.arrived, 0, 1_000_000)
  await atMost(readWait(query.wait), gate.arrived(count))
  return { hold: report(findGate(emulator, params.id)) }
})

export const releaseHold = handle(api.releaseHold, ({ emulator, params, body }) => {
  const gate = findGate(emulator, params.id)
  const { all = false, entry } = body
  if (!all && !gate.held.some((request) => entry === undefined || request.entry === entry))
    throw new ControlError(
      'nothing_held',
      entry !== undefined
        ? `'${params.id}' does not hold entry ${entry}; GET /holds/${params.id} lists those that it holds.`
        : `'${params.id}' holds no request; GET /holds/${params.id}?arrived=${gate.arrivals + 1}&wait=10s waits for one.`,
    )
  releaseFrom(instanceOf(emulator), gate, body.do as ReleaseWith, { all, entry, path: ['do'] })
  return { hold: report(gate) }
})

export const deleteHold = handle(api.deleteHold, ({ emulator, params }) => {
  findGate(emulator, params.id).remove()
  return { deleted: 1 }
})

export const clearHolds = handle(api.clearHolds, ({ emulator }) => {
  const { holds } = hostOf(emulator)
  const deleted = holds.all.length
  holds.clear()
  return { deleted }
})

function findGate(emulator: Emulator, reference: string): HoldingGate {
  const gate = hostOf(emulator).holds.meant(reference)
  if (gate !== undefined) return gate
  throw new ControlError('hold_not_found', `There is no gate '${reference}'; GET /holds lists those there are.`)
}

function report({ id, name, when, arrivals, held }: HoldingGate) {
  return {
    id,
    ...(name !== undefined && { name }),
    ...(when !== undefined && { when }),
    arrived: arrivals,
    held: held.flatMap(({ entry }) => entry ?? []),
  }
}

function readWait(wait: string | undefined): number {
  const milliseconds = parseDuration(wait ?? 0)
  if (milliseconds !== undefined) return Math.min(milliseconds, MAX_WAIT_MS)
  throw new ControlError('invalid_request', `wait: expected a duration such as 300ms or 10s, got '${wait}'`)
}

/** Waits for an event for real milliseconds at most. An event that cannot come any more is over as well. */
function atMost(milliseconds: number, event: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const stop = realTimers.after(milliseconds, resolve)
    const end = () => {
      stop()
      resolve()
    }
    event.then(end, end)
  })
}
