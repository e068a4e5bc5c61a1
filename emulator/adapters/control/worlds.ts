import * as api from '../../host/control-api/worlds.ts'
import { CONTROL } from '../../host/dispatch.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { CallBody } from '../../host/control-api/call.ts'
import type { ForkOptions, Instance } from '../../host/instance.ts'
import type { Site } from '../../host/site.ts'
import { parseDuration } from '../../engine/world/clock.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { nameProblem } from '../../host/world-names.ts'
import type { TraceMoment } from '../../engine/trace/tracer.ts'
import { ControlError, handle } from './handler.ts'
import { tracedAt } from './journal-query.ts'
import { requireWorld } from './require-room-for.ts'

export const createWorld = handle(api.createWorld, ({ emulator, site, body, origin }) => {
  if (body.name !== undefined && site.get(body.name) !== undefined)
    throw new ControlError('world_exists', `There is already a world '${body.name}'; PUT accepts an existing world.`)
  return begin(emulator, site, origin, body)
})

export const putWorld = handle(api.putWorld, ({ emulator, site, params: { id: name }, body, origin }) => {
  const problem = nameProblem(name)
  if (problem !== undefined) throw new ControlError('invalid_request', problem)
  return site.get(name) === undefined ? begin(emulator, site, origin, { ...body, name }) : worldAddresses(origin, name)
})

function begin(
  emulator: Emulator,
  site: Site<Instance>,
  origin: string,
  { name, from, seed, idle }: CallBody<typeof api.createWorld>,
) {
  requireWorld(site)
  const world = instanceOf(emulator).fork({ ...forkOptions(emulator, from), ...(seed !== undefined && { seed }) }, site)
  // A world that begins at a start is one line in the file.
  instanceOf(emulator).host.saving?.requireRoom(
    from === undefined || from === 'start' ? undefined : world.host.world.snapshot(),
  )
  const ends = idle === undefined ? {} : { idle: parseDuration(idle) }
  return worldAddresses(origin, site.add(world, name === undefined ? ends : { ...ends, name }))
}

function forkOptions(
  emulator: Emulator,
  from: 'start' | 'current' | { readonly entry: number; readonly when?: TraceMoment | undefined } = 'start',
): ForkOptions {
  if (typeof from === 'string') return { from }
  const { number: at } = tracedAt(emulator, String(from.entry))
  return { at, when: from.when ?? 'after' }
}

/** Addresses of a world. */
export function worldAddresses(origin: string, id: string) {
  const root = `${origin}/w/${id}`
  return {
    name: id,
    world: id,
    base_url: `${root}/v1`,
    realtime_url: `${root.replace(/^http/, 'ws')}/v1/realtime`,
    control_url: `${root}${CONTROL}`,
  }
}

export const listWorlds = handle(api.listWorlds, ({ site, origin }) => ({
  worlds: site.worlds().map(([id]) => ({ ...worldAddresses(origin, id), ...site.findUse(id) })),
}))

export const deleteWorld = handle(api.deleteWorld, ({ site, params }) => {
  if (site.delete(params.id)) return { deleted: params.id }
  throw new ControlError('world_not_found', `There is no world '${params.id}' on this server.`)
})
