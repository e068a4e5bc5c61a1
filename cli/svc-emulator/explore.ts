import { groups } from '../../emulator/lab/explore/fault.ts'
import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import type { ExploreSettings } from './explore/explore-program.ts'
import { choiceOf, durationOf, integerOf } from './values.ts'

/** `svc-emulator explore`: which documented failure does a client not survive? */
export const explore = command({
  path: ['explore'],
  about:
    'Run a client once for each documented failure of each of its calls, each in a world of its own, and say which it does not survive.',
  positionals: [
    {
      name: 'scenario',
      about: 'The world: a scenario file, or the name of a shipped one (default: the starter world)',
      optional: true,
      offers: true,
    },
  ],
  takesProgram: true,
  flags: {
    fixtures: { value: 'names', about: 'Worlds to start with, comma-separated: starter, large, or paths' },
    seed: { value: 'integer', about: 'Ids, secrets and chance are drawn from it (default 1)' },
    only: {
      value: 'names',
      about: `Only these groups (${groups.join(', ')}), faults (gateway, or one way of it: gateway:502) or calls, comma-separated`,
    },
    skip: { value: 'names', about: 'Not these groups, faults or calls' },
    'must-survive': { value: 'groups', about: 'Groups in which a failure that the client reports is not good enough' },
    allow: { value: 'verdicts', about: 'Verdicts that are no findings: silent-cut' },
    strict: {
      about: 'What is only noted is a finding: a call that failed and was ignored, a body that stops and is waited for',
    },
    depth: { choices: ['1', '2'], default: '1', about: '2: calls that appear only because of a fault get one, too' },
    budget: { value: 'duration', about: 'Real time for all of it; what is left out is said' },
    'time-limit': {
      value: 'duration',
      about: 'Real time for one run (default: the run without a fault five times over, at least 5s)',
    },
    jobs: { value: 'number', about: 'Runs at a time (default: the cores)' },
    key: { value: 'secret', about: 'The key that the client is given (default: the first admin key of the world)' },
    home: { value: 'folder', about: 'Files that are in the HOME of each run' },
    reporter: {
      choices: ['pretty', 'json', 'junit', 'html', 'github'],
      default: 'pretty',
      about: 'How the report is written',
    },
    output: { value: 'file', short: 'o', about: 'Write the report there in place of stdout' },
    save: { value: 'folder', about: 'Write a scenario for each finding, for replay and start' },
    case: { value: 'id', about: 'One experiment again, with what the client printed and the calls it made' },
    accept: { value: 'file', about: 'Findings that are known, as `<verdict> <fault>: <reason>`' },
  },
  examples: [
    ['svc-emulator explore -- node ./my-client.js', 'Everything that can happen to each call of my client'],
    [
      'svc-emulator explore --only paging,lost-answer -- python3 client.py',
      'Pages of other sizes, and answers that are lost',
    ],
    ['svc-emulator explore --must-survive network -- ./client --retry', 'A client that promises to try again'],
  ],
  notes:
    'The client finds its world in SVC_API_URL, SVC_REALTIME_URL and SVC_API_KEY, and in {api_url}, {realtime_url} and {api_key} of its arguments. Exit code: 0 no finding, 1 findings, 2 usage (no command, or one that makes no call, or fails without a fault).',
  async run({ flags, positionals, program }, io) {
    if (program.length === 0) throw usageError('name the client after --: svc-emulator explore -- node ./my-client.js')
    const settings: ExploreSettings = {
      scenario: positionals[0],
      program,
      fixtures: listOf(flags.fixtures),
      seed: integerOf('seed', flags.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      only: listOf(flags.only),
      skip: listOf(flags.skip),
      mustSurvive: listOf(flags['must-survive'])?.map((group) => choiceOf('must-survive', group, groups)!),
      allow: listOf(flags.allow),
      strict: flags.strict,
      depth: flags.depth === '2' ? 2 : 1,
      budgetMs: durationOf('budget', flags.budget),
      timeLimitMs: durationOf('time-limit', flags['time-limit']),
      jobs: integerOf('jobs', flags.jobs, 1, 64),
      key: flags.key,
      home: flags.home,
      reporter: flags.reporter,
      output: flags.output,
      save: flags.save,
      case: flags.case,
      accept: flags.accept,
    }
    const { exploreProgram } = await import('./explore/explore-program.ts')
    await exploreProgram(settings, io)
    return undefined
  },
})

function listOf(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
