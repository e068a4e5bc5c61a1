import { mutationReporters } from '../../emulator/lab/mutation/mutation-report.ts'
import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { parseDurationFlag, parseInteger } from './values.ts'

/** `svc-emulator mutate`: finds documented sentences that could be broken without a failing test. */
export const mutate = command({
  path: ['mutate'],
  about:
    'Run a test suite once for each way to break a clause that it exercises, and report the broken clauses that it does not notice.',
  takesProgram: true,
  flags: {
    only: {
      value: 'clauses',
      many: true,
      about: 'Try only these clauses, groups of clauses, or mutants, comma-separated: pagination, users.get',
    },
    min: { value: 'percent', about: 'Fail if a smaller share of the mutants is noticed' },
    accept: { value: 'file', about: 'File of known survivors to accept, each as `<mutant>: <reason>`' },
    killed: { about: 'List the mutants that were noticed, too, each with the test that noticed it' },
    jobs: {
      value: 'number',
      about:
        'Runs at the same time (default: the number of cores, or 1 if the tests fail beside a second run of themselves)',
    },
    budget: { value: 'duration', about: 'Real time for all runs; the report says how many mutants were left out' },
    'time-limit': {
      value: 'duration',
      about: 'Real time for one run with a mutant (default: five times the run without a mutant, at least 10s)',
    },
    'timeouts-kill': {
      about: 'Count a run that does not end in time as noticed (default: listed separately, as not noticed)',
    },
    reporter: { choices: mutationReporters, default: 'pretty', about: 'Format of the report' },
    output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
  },
  examples: [
    [
      'svc-emulator mutate -- npx vitest run',
      'All mutants; with vitest and Playwright each run has only the test files that exercise the clause',
    ],
    [
      'svc-emulator mutate --only pagination --min 90 -- npx playwright test',
      'Clauses about pages; fail below 90 percent',
    ],
    [
      'svc-emulator mutate --budget 5m --reporter github -- npm test',
      'Annotations for a pull request, in five minutes',
    ],
  ],
  notes:
    'Only emulators in processes that the command starts are mutated, not servers that already run. Exit code: 0 for success, 1 below --min or when no clause was exercised, 2 for a usage error (no command, or a command that fails without a mutant), 130 after Ctrl-C, which reports the results so far.',
  async run({ flags, program }, io) {
    if (program.length === 0) throw usageError('name the tests after --: svc-emulator mutate -- npx vitest run')
    const [{ mutateProgram }, { mutationFlags }] = await Promise.all([
      import('./mutate/mutate-program.ts'),
      import('./mutation-flags.ts'),
    ])
    await mutateProgram(
      {
        ...mutationFlags(flags),
        program,
        jobs: parseInteger('jobs', flags.jobs, 1, 64),
        budgetMs: parseDurationFlag('budget', flags.budget),
        timeLimitMs: parseDurationFlag('time-limit', flags['time-limit']),
        timeoutsKill: flags['timeouts-kill'],
        output: flags.output,
      },
      io,
    )
    return undefined
  },
})
