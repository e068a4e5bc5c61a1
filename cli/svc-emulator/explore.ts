import { groups } from '../../emulator/lab/explore/fault.ts'
import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import type { ExploreSettings } from './explore/explore-program.ts'
import { clientFlags, parseClientFlags } from './client-flags.ts'
import { parseChoice, parseDurationFlag, parseInteger, splitList } from './values.ts'

/** `svc-emulator explore`: finds the documented failures that a client does not survive. */
export const explore = command({
  path: ['explore'],
  about:
    'Run a client once for each documented failure of each of its calls, and report the failures that it does not survive. Each run has its own world.',
  positionals: [
    {
      name: 'scenario',
      about: 'Scenario file, or name of a shipped scenario, that makes the world (default: the starter world)',
      optional: true,
      offers: true,
    },
  ],
  takesProgram: true,
  flags: {
    ...clientFlags,
    only: {
      value: 'names',
      about: `Use only these groups (${groups.join(', ')}), faults (gateway, or one variant: gateway:502) or calls, comma-separated`,
    },
    skip: { value: 'names', about: 'Leave out these groups, faults or calls' },
    'must-survive': {
      value: 'groups',
      about: 'Groups of faults that the client must survive: reporting a failure is a finding, too',
    },
    allow: { value: 'verdicts', about: 'Verdicts that are not findings: silent-cut' },
    strict: {
      about:
        'Report notes as findings, too: failed calls that the client ignores, bodies that stop and that it waits for',
    },
    depth: {
      choices: ['1', '2'],
      default: '1',
      about: '2 also injects faults into calls that appear only because of a first fault',
    },
    budget: { value: 'duration', about: 'Real time for all runs; the report says how many experiments were left out' },
    'time-limit': {
      value: 'duration',
      about:
        'Real time for one run with a fault (default: five times the run without a fault, at least 5s); it grows where a fault multiplies calls',
    },
    jobs: { value: 'number', about: 'Runs at the same time (default: the number of cores)' },
    reporter: {
      choices: ['pretty', 'json', 'junit', 'html', 'github'],
      default: 'pretty',
      about: 'Format of the report',
    },
    output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
    save: { value: 'folder', about: 'Write a scenario for each finding to this folder, for replay and start' },
    case: { value: 'id', about: 'Run one experiment again, and show its calls and the output of the client' },
    accept: { value: 'file', about: 'File of known findings to accept, each as `<verdict> <fault>: <reason>`' },
  },
  examples: [
    ['svc-emulator explore -- node ./my-client.js', 'All faults, at each call of the client'],
    ['svc-emulator explore --only paging,lost-answer -- python3 client.py', 'Two kinds of faults only'],
    ['svc-emulator explore --must-survive network -- ./client --retry', 'A client that must repeat failed calls'],
  ],
  notes:
    'The client gets its world as SVC_API_URL, SVC_REALTIME_URL and SVC_API_KEY, and as {api_url}, {realtime_url} and {api_key} in its arguments. Exit code: 0 without findings, 1 with findings, 2 for a usage error (no command, or a command that makes no call or fails without a fault).',
  async run({ flags, positionals, program }, io) {
    if (program.length === 0) throw usageError('name the client after --: svc-emulator explore -- node ./my-client.js')
    const settings: ExploreSettings = {
      scenario: positionals[0],
      program,
      ...parseClientFlags(flags),
      only: splitList(flags.only),
      skip: splitList(flags.skip),
      mustSurvive: splitList(flags['must-survive'])?.map((group) => parseChoice('must-survive', group, groups)!),
      allow: splitList(flags.allow),
      strict: flags.strict,
      depth: flags.depth === '2' ? 2 : 1,
      budgetMs: parseDurationFlag('budget', flags.budget),
      timeLimitMs: parseDurationFlag('time-limit', flags['time-limit']),
      jobs: parseInteger('jobs', flags.jobs, 1, 64),
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
