import { isObject } from '../engine/checking/is-object.ts'
import { plural } from '../engine/checking/plural.ts'

/** Names what a file of `--state` holds beside its main world, such as `3 further worlds and 1 snapshot`; undefined for nothing. */
export function findLeftOut(state: unknown): string | undefined {
  const server = isObject(state) ? state['server'] : undefined
  if (!isObject(server)) return undefined
  const worlds = listIn(server['worlds'])
  const snapshots = [server['main'], ...worlds].flatMap((world) => (isObject(world) ? listIn(world['snapshots']) : []))
  return describeBeside(worlds.length, snapshots.length)
}

/** Names numbers of worlds and snapshots; undefined where there are none. */
export function describeBeside(worlds: number, snapshots: number): string | undefined {
  const parts = [
    ...(worlds === 0 ? [] : [plural(worlds, 'further world')]),
    ...(snapshots === 0 ? [] : [plural(snapshots, 'snapshot')]),
  ]
  return parts.length === 0 ? undefined : parts.join(' and ')
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
