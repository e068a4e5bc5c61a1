import { exploreRelease } from '../../../emulator/lab/explore/release/release.ts'
import { describeFailure, reportRelease, type ReleaseReport } from '../../../emulator/lab/explore/release/report.ts'
import { withProgram } from '../../../emulator/lab/subjects/with-program.ts'
import type { Io } from '../../shared/io.ts'
import { askOutcomes } from './ask-outcomes.ts'
import type { ExploreSettings } from './explore-flags.ts'
import { readRelease } from './read-release.ts'

/** Explores a program whose requests meet one of two releases. Fails where a mix gives what neither of them gives. */
export async function exploreRollout(settings: ExploreSettings, file: string, io: Io): Promise<void> {
  const { program, key, home, jobs } = settings
  await askOutcomes<ReleaseReport>(
    {
      says: '--release mixes two releases of the service',
      flags: { release: file },
      takesFaults: false,
      live: { first: 'running the client under each release', runs: 'mixes tried' },
      async explore(base, how, around) {
        const { rules, left } = await readRelease(file, io)
        return withProgram(base, { program, key, home }, around, (client) =>
          exploreRelease(client, base, rules, { ...how, jobs, left }),
        )
      },
      report: reportRelease,
      describeFailure,
      saved: () => ({
        kind: 'release',
        says: 'the client must leave and print what it does under one of the two releases',
        beside: [],
      }),
    },
    settings,
    io,
  )
}
