import type { BesideProgram } from '../../../emulator/lab/explore/finding-scenarios/outcome-scenario.ts'
import { explorePrograms } from '../../../emulator/lab/explore/together/explore-programs.ts'
import { readFaults } from '../../../emulator/lab/explore/together/options.ts'
import { describeFailure, reportTogether, type TogetherReport } from '../../../emulator/lab/explore/together/report.ts'
import { usageError } from '../../shared/client-error.ts'
import { commandWords } from '../values.ts'
import type { Io } from '../../shared/io.ts'
import { askOutcomes } from './ask-outcomes.ts'
import type { ExploreSettings } from './explore-flags.ts'

/** Explores programs that run at once in one world. Fails where they do what they do not one after the other. */
export async function exploreCopies(settings: ExploreSettings, io: Io): Promise<void> {
  const { program, key, home, copies, idle: idleMs, sameHome, only, skip } = settings
  const beside = (settings.beside ?? []).map(readCommand)
  const faults = readFaults({ only, skip })
  await askOutcomes<TogetherReport>(
    {
      says: '--copies and --beside try orders of calls',
      flags: { copies, 'same-home': sameHome || undefined },
      takesFaults: true,
      live: { first: 'running the clients one after the other', runs: 'orders tried' },
      explore: (base, how, around) =>
        explorePrograms(
          { client: { program, key, home }, copies, beside, sameHome },
          base,
          { ...how, ...faults, idleMs },
          around,
        ),
      report: reportTogether,
      describeFailure,
      saved: ({ members }) => ({
        kind: 'at-once',
        sameHome,
        says: 'programs at once must leave and print what they do one after the other',
        beside: [...Array<BesideProgram>(members.length - beside.length - 1).fill({ program, env: {} }), ...beside],
      }),
    },
    settings,
    io,
  )
}

const variable = /^([A-Za-z_]\w*)=(.*)$/s

/** Splits a command from the words `NAME=value` before it. */
function readCommand(line: string): BesideProgram {
  const words = commandWords(line, 'beside')
  const first = words.findIndex((word) => !variable.test(word))
  if (first < 0) throw usageError(`--beside: expected a command such as 'node ./worker.mjs', got '${line}'`)
  const own = words.slice(0, first).map((word) => variable.exec(word)!.slice(1, 3))
  return { program: words.slice(first), env: Object.fromEntries(own) as Record<string, string> }
}
