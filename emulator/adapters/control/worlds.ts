import * as api from '../../host/control-api/worlds.ts'
import { CONTROL } from '../../host/dispatch.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { ForkOptions } from '../../host/instance.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { When } from '../../engine/trace/tracer.ts'
import { ControlError, handle } from './handler.ts'
import { tracedAt } from './journal-query.ts'
import { requireRoomFor } from './require-room-for.ts'

export const createWorld = handle(api.createWorld, ({ emulator, site, body, origin }) => {
  requireRoomFor(site.bounds, 'worlds', site.size)
  const world = instanceOf(emulator).fork(
    { ...forkOptions(emulator, body.from), ...(body.seed !== undefined && { seed: body.seed }) },
    site,
  )
  return worldAddresses(origin, site.add(world))
})

function forkOptions(
  emulator: Emulator,
  from: 'start' | 'current' | { readonly entry: number; readonly when?: When | undefined } = 'start',
): ForkOptions {
  if (typeof from === 'string') return { from }
  const { number: at } = tracedAt(emulator, String(from.entry))
  return { at, when: from.when ?? 'after' }
}

/** Where a world is reached. */
export function worldAddresses(origin: string, id: string) {
  const root = `${origin}/w/${id}`
  return {
    world: id,
    base_url: `${root}/v1`,
    realtime_url: `${root.replace(/^http/, 'ws')}/v1/realtime`,
    control_url: `${root}${CONTROL}`,
  }
}

export const listWorlds = handle(api.listWorlds, ({ site, origin }) => ({
  worlds: Array.from(site.worlds(), ([id]) => worldAddresses(origin, id)),
}))

export const deleteWorld = handle(api.deleteWorld, ({ site, params }) => {
  if (site.delete(params.id)) return { deleted: params.id }
  throw new ControlError('world_not_found', `There is no world '${params.id}' on this server.`)
})
