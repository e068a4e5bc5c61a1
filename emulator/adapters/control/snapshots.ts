import * as api from '../../host/control-api/snapshots.ts'
import { nearest } from '../../engine/checking/near-miss.ts'
import type { Emulator } from '../../host/emulator.ts'
import { stateText } from '../../engine/world/export.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import type { Snapshot } from '../../engine/world/world-state.ts'
import { ControlError, handle } from './handler.ts'
import { longJson } from './long-answer.ts'
import { isoTime } from '../../engine/world/clock.ts'
import { requireRoomFor } from './require-room-for.ts'
import { describeHealth } from './health.ts'

/** Snapshot of this name. Throws `ControlError` with the near miss. */
export function findSnapshot(emulator: Emulator, name: string): Snapshot {
  const { snapshots } = instanceOf(emulator)
  const snapshot = snapshots.get(name)
  if (snapshot !== undefined) return snapshot
  const near = nearest(name, snapshots.keys())
  throw new ControlError(
    'snapshot_not_found',
    `There is no snapshot '${name}'${near === undefined ? '.' : `, did you mean '${near}'?`}`,
  )
}

export const listSnapshots = handle(api.listSnapshots, ({ emulator }) => ({
  snapshots: Array.from(instanceOf(emulator).snapshots, ([name, { now }]) => ({ name, now: isoTime(now) })),
}))

export const takeSnapshot = handle(api.takeSnapshot, ({ emulator, site, body }) => {
  const { snapshots } = instanceOf(emulator)
  const name = body.name ?? freeName(snapshots)
  if (!snapshots.has(name)) requireRoomFor(site.bounds, 'snapshots', snapshots.size)
  const snapshot = emulator.snapshot()
  hostOf(emulator).saving?.requireRoom(snapshot, snapshots.get(name))
  snapshots.set(name, snapshot)
  return { name, now: isoTime(snapshot.now) }
})

function freeName(taken: ReadonlyMap<string, unknown>): string {
  let number = taken.size + 1
  while (taken.has(`snapshot-${number}`)) number++
  return `snapshot-${number}`
}

export const readSnapshot = handle(api.readSnapshot, ({ emulator, params: { name } }) => {
  const world = hostOf(emulator).world.fork()
  world.restore(findSnapshot(emulator, name))
  return longJson(stateText(world))
})

export const restoreSnapshot = handle(api.restoreSnapshot, (input) => {
  const { emulator, params } = input
  hostOf(emulator).saving?.requireRoom()
  emulator.restore(findSnapshot(emulator, params.name))
  return describeHealth(input)
})

export const deleteSnapshot = handle(api.deleteSnapshot, ({ emulator, params: { name } }) => {
  findSnapshot(emulator, name)
  instanceOf(emulator).snapshots.delete(name)
  return { deleted: name }
})
