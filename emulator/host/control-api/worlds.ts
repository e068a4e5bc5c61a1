import * as v from 'valibot'
import { call } from './call.ts'
import { fields } from '../../engine/checking/strict.ts'
import { seed } from '../../engine/matching/schema-world.ts'
import { parseDuration } from '../../engine/world/clock.ts'
import { NAMES_EXPECTED, nameProblem } from '../world-names.ts'
import { traceErrors } from './errors.ts'
import { whenSchema } from './moment.ts'

const worldEntries = {
  name: v.string(),
  world: v.pipe(v.string(), v.description('As `name`.')),
  base_url: v.string(),
  realtime_url: v.string(),
  control_url: v.string(),
}

export const worldShape = v.strictObject(worldEntries)

/** Initial state of a world, and when it ends. */
const beginning = {
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
  idle: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => (parseDuration(text) ?? 0) > 0, "expected a duration such as '30m' or '14d'"),
      v.description('Deletes it when no request came for so long in real time, such as `14d`.'),
    ),
  ),
}

export const createWorld = call({
  method: 'POST',
  path: '/worlds',
  name: 'create_world',
  summary:
    'Creates an isolated world on the same port, in constant time, with its own clock, seed, triggers, journal and coverage.',
  body: fields({
    name: v.optional(
      v.pipe(
        v.string(),
        v.check(
          (text) => nameProblem(text) === undefined,
          ({ input }) => nameProblem(input)!,
        ),
        v.description(`${NAMES_EXPECTED}. Default: a name that was never given before.`),
      ),
    ),
    ...beginning,
  }),
  returns: worldShape,
  status: 201,
  errors: ['world_exists', ...traceErrors],
})

export const putWorld = call({
  method: 'PUT',
  path: '/worlds/:id',
  name: 'put_world',
  summary: 'Creates a world of this name. One that is there already stays as it is.',
  body: fields(beginning),
  returns: worldShape,
  errors: traceErrors,
})

export const listWorlds = call({
  method: 'GET',
  path: '/worlds',
  name: 'list_worlds',
  summary: 'The worlds beside the main one.',
  returns: v.strictObject({
    worlds: v.array(
      v.strictObject({
        ...worldEntries,
        requests: v.number(),
        last_used_at: v.pipe(
          v.nullable(v.string()),
          v.description('Real time of its last request; null before the first, and in a process that serves nobody.'),
        ),
      }),
    ),
  }),
})

export const deleteWorld = call({
  method: 'DELETE',
  path: '/worlds/:id',
  name: 'delete_world',
  summary: 'Deletes a world and closes its sockets.',
  returns: v.strictObject({ deleted: v.string() }),
  errors: ['world_not_found'],
})
