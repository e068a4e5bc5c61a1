import * as v from 'valibot'
import { fields } from '../../engine/checking/strict.ts'
import { seed } from '../../engine/matching/schema-world.ts'
import { CONTROL } from '../../host/dispatch.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { ForkOptions } from '../../host/instance.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { When } from '../../engine/trace/tracer.ts'
import { ControlError, control } from './definition.ts'
import { traceErrors } from './errors.ts'
import { tracedAt } from './journal-query.ts'
import { whenSchema } from './state-at.ts'
import { requireRoomFor } from './require-room-for.ts'

export const worldShape = v.strictObject({
  world: v.string(),
  base_url: v.string(),
  realtime_url: v.string(),
  control_url: v.string(),
})

export const createWorld = control({
  method: 'POST',
  path: '/worlds',
  name: 'create_world',
  summary:
    'Creates an isolated world on the same port, in constant time, with its own clock, seed, triggers, journal and coverage.',
  body: fields({
    from: v.optional(
      v.pipe(
        v.union([
          v.picklist(['start', 'current']),
          fields({ entry: v.pipe(v.number(), v.integer(), v.minValue(1)), when: v.optional(whenSchema) }),
        ]),
        v.description(
          'The start of the scenario (default), the state of the world that is asked, or the one that it had at an entry of its journal.',
        ),
      ),
    ),
    seed: v.optional(v.pipe(seed, v.description('Default: the seed of the world that is asked.'))),
  }),
  returns: worldShape,
  status: 201,
  errors: traceErrors,
  handle({ emulator, site, body, origin }) {
    requireRoomFor(site.bounds, 'worlds', site.size)
    const world = instanceOf(emulator).fork(
      { ...forkOptions(emulator, body.from), ...(body.seed !== undefined && { seed: body.seed }) },
      site,
    )
    return worldAddresses(origin, site.add(world))
  },
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

export const listWorlds = control({
  method: 'GET',
  path: '/worlds',
  name: 'list_worlds',
  summary: 'The worlds beside the main one.',
  returns: v.strictObject({ worlds: v.array(worldShape) }),
  handle: ({ site, origin }) => ({ worlds: Array.from(site.worlds(), ([id]) => worldAddresses(origin, id)) }),
})

export const deleteWorld = control({
  method: 'DELETE',
  path: '/worlds/:id',
  name: 'delete_world',
  summary: 'Deletes a world and closes its sockets.',
  returns: v.strictObject({ deleted: v.string() }),
  errors: ['world_not_found'],
  handle({ site, params }) {
    if (site.delete(params.id)) return { deleted: params.id }
    throw new ControlError('world_not_found', `There is no world '${params.id}' on this server.`)
  },
})
