import * as v from 'valibot'
import { call } from './call.ts'
import { anyFields, fields } from '../../engine/checking/strict.ts'
import { changesShape } from './entries.ts'
import { traceErrors } from './errors.ts'
import { whenSchema } from './moment.ts'

/** One of two sides that are compared. */
const side = v.union([
  fields({ snapshot: v.pipe(v.string(), v.description('Name of a snapshot of this world.')) }),
  fields({ world: v.pipe(v.string(), v.description('Id of another world of this server, as it is now.')) }),
  fields({
    entry: v.pipe(v.number(), v.description('Number of an entry of the journal of this world, which keeps a trace.')),
    when: v.optional(whenSchema),
  }),
  fields({ state: v.pipe(anyFields, v.description('An exported state.')) }),
])

export const diffStates = call({
  method: 'POST',
  path: '/diff',
  name: 'diff_states',
  summary:
    'Records that differ between two snapshots, worlds, moments or exported states, from `a` to `b`. Without `b`: to this world as it is now.',
  body: fields({ a: side, b: v.optional(side) }),
  returns: v.strictObject({ world: changesShape.changed.item.entries.fields, ...changesShape }),
  errors: ['snapshot_not_found', 'world_not_found', ...traceErrors],
})
