import { mutationReporters } from '../../emulator/lab/mutation/mutation-report.ts'
import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { durationOf, integerOf } from './values.ts'

/** `svc-emulator mutate`: which documented sentence could be broken, and no test would notice? */
export const mutate = command({
  path: ['mutate'],
  about:
    'Run a suite of tests once for each documented sentence that it meets, broken in every emulator that it starts, and say what it does not notice.',
  takesProgram: true,
  flags: {
    only: {
      value: 'clauses',
      many: true,
      about: 'Only these clauses, groups of them, or mutants, comma-separated: pagination, users.get',
    },
    min: { value: 'percent', about: 'Fail when fewer of the mutants are noticed' },
    accept: { value: 'file', about: 'Survivors that are known, as `<mutant>: <reason>`' },
    jobs: {
      value: 'number',
      about: 'Runs at a time (default 1: tests that share a port or a file would fail for another reason)',
    },
    budget: { value: 'duration', about: 'Real time for all of it; what is left out is said' },
    'time-limit': {
      value: 'duration',
      about: 'Real time for one run with a mutant (default: the run without a mutant five times over, at least 10s)',
    },
    'timeouts-kill': {
      about:
        'A run that does not end in time has noticed the mutant; else such runs are listed apart, and count as not noticed',
    },
    reporter: { choices: mutationReporters, default: 'pretty', about: 'How the report is written' },
    output: { value: 'file', short: 'o', about: 'Write the report there in place of stdout' },
  },
  examples: [
    [
      'svc-emulator mutate -- npx vitest run',
      'What my tests would not notice; with vitest and Playwright each time only the test files that met the sentence',
    ],
    [
      'svc-emulator mutate --only pagination --min 90 -- npx playwright test',
      'Of what is said of pages, at least nine in ten',
    ],
    [
      'svc-emulator mutate --budget 5m --reporter github -- npm test',
      'As annotations of a pull request, in five minutes',
    ],
  ],
  notes:
    'The emulators that count are those in the processes that the command starts: what runs elsewhere already cannot be broken. Exit code: 0, 1 below --min or when no clause was met, 2 usage (no command, or one that fails without a mutant), 130 after Ctrl-C, which reports what there is.',
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
        jobs: integerOf('jobs', flags.jobs, 1, 64) ?? 1,
        budgetMs: durationOf('budget', flags.budget),
        timeLimitMs: durationOf('time-limit', flags['time-limit']),
        timeoutsKill: flags['timeouts-kill'],
        output: flags.output,
      },
      io,
    )
    return undefined
  },
})
