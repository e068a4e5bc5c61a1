import * as v from 'valibot'
import { diffWorlds } from '../../engine/trace/diff.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { anyFields, fields } from '../../engine/checking/strict.ts'
import type { World } from '../../engine/world/world.ts'
import { startFrom, type Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Instance } from '../../host/instance.ts'
import type { Site } from '../../host/site.ts'
import { ControlError, control } from './definition.ts'
import { changesShape } from './entries.ts'
import { traceErrors } from './errors.ts'
import { tracedAt } from './journal-query.ts'
import { jsonText, longJson } from './long-answer.ts'
import { findSnapshot } from './snapshots.ts'
import { whenSchema } from './state-at.ts'

const side = v.union([
  fields({ snapshot: v.pipe(v.string(), v.description('Name of a snapshot of this world.')) }),
  fields({ world: v.pipe(v.string(), v.description('Id of another world of this server, as it is now.')) }),
  fields({
    entry: v.pipe(v.number(), v.description('Number of an entry of the journal of this world, which keeps a trace.')),
    when: v.optional(whenSchema),
  }),
  fields({ state: v.pipe(anyFields, v.description('An exported state.')) }),
])

export const diffStates = control({
  method: 'POST',
  path: '/diff',
  name: 'diff_states',
  summary:
    'Records that differ between two snapshots, worlds, moments or exported states, from `a` to `b`. Without `b`: to this world as it is now.',
  body: fields({ a: side, b: v.optional(side) }),
  returns: v.strictObject({ world: changesShape.changed.item.entries.fields, ...changesShape }),
  errors: ['snapshot_not_found', 'world_not_found', ...traceErrors],
  handle({ emulator, site, body: { a, b } }) {
    const now = hostOf(emulator).world
    const [before, after] = [a, b].map((chosen) => (chosen === undefined ? now : findWorld(emulator, site, chosen)))
    return longJson(jsonText(diffWorlds(before!, after!), 2))
  },
})

function findWorld(emulator: Emulator, site: Site<Instance>, chosen: v.InferOutput<typeof side>): World {
  if ('state' in chosen) return emptyAt(emulator, startFrom({ state: chosen.state, bounds: site.bounds }).snapshot)
  if ('snapshot' in chosen) return emptyAt(emulator, findSnapshot(emulator, chosen.snapshot))
  if ('world' in chosen) return findServed(site, chosen.world)
  const { trace, number } = tracedAt(emulator, String(chosen.entry))
  return trace.worldAt(number, chosen.when)
}

/** A world apart in the state of a snapshot. */
function emptyAt(emulator: Emulator, snapshot: ReturnType<Emulator['snapshot']>): World {
  const fork = emulator.fork()
  fork.restore(snapshot)
  return hostOf(fork).world
}

function findServed(site: Site<Instance>, id: string): World {
  const world = site.get(id)
  if (world !== undefined) return world.host.world
  const ids = Array.from(site.worlds(), ([each]) => each)
  throw new ControlError('world_not_found', `There is no world '${id}'${didYouMean(id, ids) || '.'}`)
}
