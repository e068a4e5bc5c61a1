import type { CallBody } from '../../host/control-api/call.ts'
import * as api from '../../host/control-api/diff.ts'
import { diffWorlds } from '../../engine/trace/diff.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import type { World } from '../../engine/world/world.ts'
import type { Emulator } from '../../host/emulator.ts'
import { startFrom } from '../../host/start.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Instance } from '../../host/instance.ts'
import type { Site } from '../../host/site.ts'
import { ControlError, handle } from './handler.ts'
import { tracedAt } from './journal-query.ts'
import { jsonText, longJson } from './long-answer.ts'
import { findSnapshot } from './snapshots.ts'

export const diffStates = handle(api.diffStates, ({ emulator, site, body: { a, b } }) => {
  const now = hostOf(emulator).world
  const [before, after] = [a, b].map((chosen) => (chosen === undefined ? now : findWorld(emulator, site, chosen)))
  return longJson(jsonText(diffWorlds(before!, after!), 2))
})

type Side = CallBody<typeof api.diffStates>['a']

function findWorld(emulator: Emulator, site: Site<Instance>, chosen: Side): World {
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
