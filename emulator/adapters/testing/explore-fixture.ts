import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { AgainstOptions } from '../../lab/explore/against/against-options.ts'
import type { ReleasesReport } from '../../lab/explore/against/releases-report.ts'
import type { ExploreOptions } from '../../lab/explore/options.ts'
import type { ExploreReport } from '../../lab/explore/report.ts'
import type { Reach, SubjectFunction } from '../../lab/subjects/function.ts'
import { addCounts } from './coverage-meta.ts'
import type { Api, Network } from './network.ts'
import { addWorld, closeWorld } from './worlds.ts'

type OfWorld = 'scenario' | 'fixtures' | 'seed' | 'settings'

/** Options of `explore`, without those that the world of the test decides. */
export type ExploreInTestOptions = Omit<ExploreOptions, OfWorld>

/**
 * Explores a client in forks of the test's world, reached the way the test's own world is. With `against`, compares it
 * with another client there.
 */
export interface Explore {
  (subject: SubjectFunction, options: Omit<AgainstOptions, OfWorld>): Promise<ReleasesReport>
  (subject: SubjectFunction, options?: ExploreInTestOptions): Promise<ExploreReport>
}

/** Makes the `explore` of one test, which adds the coverage of its experiments to `meta`. */
export function exploreFrom(
  emulator: Emulator,
  open: (world: Emulator) => Promise<{ api: Api; network: Network }>,
  meta: object,
): Explore {
  const explore = async (
    subject: SubjectFunction,
    options: ExploreInTestOptions | Omit<AgainstOptions, OfWorld> = {},
  ): Promise<ExploreReport | ReleasesReport> => {
    const { exploreReached } = await import('../../lab/explore/explore.ts')
    const report = await exploreReached(subject, startingHere(emulator), options, async (world): Promise<Reach> => {
      addWorld(world)
      const { api, network } = await open(world)
      const leave = () => {
        network.leave(world)
        closeWorld(world)
      }
      return { ...api, fetch: (input, init) => globalThis.fetch(input, init), leave }
    })
    if ('clauses' in report) addCounts(meta, { [report.contract.digest]: report.clauses })
    return report
  }
  return explore as Explore
}

/** A fork whose start is the current state of the test. */
function startingHere(emulator: Emulator): Emulator {
  const base = emulator.fork()
  const instance = instanceOf(base)
  instance.switchTo({ ...instance.start, snapshot: instance.host.world.snapshot() })
  return base
}
