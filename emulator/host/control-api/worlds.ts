import * as v from 'valibot'
import { call } from './call.ts'
import { fields } from '../../engine/checking/strict.ts'
import { seed } from '../../engine/matching/schema-world.ts'
import { traceErrors } from './errors.ts'
import { whenSchema } from './moment.ts'

export const worldShape = v.strictObject({
  world: v.string(),
  base_url: v.string(),
  realtime_url: v.string(),
  control_url: v.string(),
})

export const createWorld = call({
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
})

export const listWorlds = call({
  method: 'GET',
  path: '/worlds',
  name: 'list_worlds',
  summary: 'The worlds beside the main one.',
  returns: v.strictObject({ worlds: v.array(worldShape) }),
})

export const deleteWorld = call({
  method: 'DELETE',
  path: '/worlds/:id',
  name: 'delete_world',
  summary: 'Deletes a world and closes its sockets.',
  returns: v.strictObject({ deleted: v.string() }),
  errors: ['world_not_found'],
})
