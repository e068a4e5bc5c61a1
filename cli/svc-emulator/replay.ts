import { reporterNames } from '../../emulator/scenario/reporter.ts'
import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { parseChoice, parseCommandLine, parseUrl } from './values.ts'

/** `svc-emulator replay`: plays the steps of scenarios and reports differences. */
export const replay = command({
  path: ['replay'],
  about:
    'Play the steps of scenarios and report differences: in process, on a running emulator, or against any server that speaks the API.',
  positionals: [
    {
      name: 'scenarios',
      about: 'Files, folders, names of shipped scenarios (svc-emulator list) or bundles',
      optional: true,
      rest: true,
      offers: true,
    },
  ],
  flags: {
    target: {
      value: 'url',
      about:
        'Play against the server with this API URL: on an emulator in a new world; on other servers without the scenarios that need an emulator',
    },
    'realtime-url': { value: 'url', about: 'Realtime URL of --target (default: the API URL with /realtime)' },
    'api-key-env': {
      value: 'NAME=VAR,…',
      many: true,
      about: 'Send the value of the variable VAR wherever a scenario names the key or token NAME',
    },
    'control-token': { value: 'token', about: 'Control token of the emulator at --target' },
    client: {
      value: 'command',
      about: 'Command line to run instead of svc in run: steps; its paths are relative to the current folder',
    },
    worker: { value: 'command', about: 'Command line to run instead of svc-worker in run: steps' },
    'require-all': { about: 'Fail when a scenario is not played because it needs an emulator' },
    facts: {
      value: 'file',
      about:
        'Play in process as a service was seen to behave where the specification is silent, and list the known differences',
    },
    all: { about: 'Play every shipped scenario' },
    mutate: {
      about:
        'Play the scenarios once for each way to break a clause that they exercise, and report the broken clauses that they do not notice',
    },
    only: {
      value: 'clauses',
      many: true,
      about: 'With --mutate: try only these clauses or groups of clauses, comma-separated',
    },
    min: { value: 'percent', about: 'With --mutate: fail if a smaller share of the mutants is noticed' },
    killed: { about: 'With --mutate: list the mutants that were noticed, too, each with the scenario that noticed it' },
    accept: { value: 'file', about: 'With --mutate: file of known survivors to accept, each as `<mutant>: <reason>`' },
    'no-run': { about: 'Skip run: steps' },
    reporter: {
      value: 'format',
      offers: ['pretty', 'tap', 'junit', 'json', 'html', 'github'],
      default: 'pretty',
      about: 'Format of the results: pretty, tap, junit or json; with --mutate pretty, json, html, junit or github',
    },
    bail: { about: 'Stop after the first scenario that fails' },
    transcript: { value: 'file', about: 'Write all requests, answers and messages to this file' },
    'bundle-on-failure': {
      value: 'folder',
      about:
        'Write a bundle for each scenario that fails (scenario, seed, state and journal in one file) to this folder',
    },
    'as-vitest': { about: 'Print the scenario or bundle as a vitest test instead of playing it' },
  },
  examples: [
    ['svc-emulator replay --all', 'All shipped scenarios, in process'],
    ['svc-emulator replay --all --mutate --min 97', 'Check that the shipped scenarios notice broken clauses'],
    ['svc-emulator replay ./outage.yaml --bundle-on-failure ./failed', 'Your own scenario; a bundle if it fails'],
    ['svc-emulator replay scenarios/client --client "my-svc"', 'Check your client against the specification'],
    [
      'svc-emulator replay modified-cursor --target https://api.example.com/v1 --api-key-env svc-key-ada-admin=API_KEY',
      'On your own server',
    ],
  ],
  notes: 'Exit code: 0 when all scenarios passed, 1 when one failed, 2 for a usage error.',
  async run({ flags, positionals }, io) {
    if (flags.all === positionals.length > 0)
      throw usageError(
        flags.all
          ? '--all plays the shipped scenarios: name none beside it'
          : 'name scenarios to play (svc-emulator list), or --all for those that are shipped',
      )
    const settings = {
      sources: positionals,
      target: flags.target === undefined ? undefined : parseUrl('target', flags.target, /^https?:$/),
      realtimeUrl:
        flags['realtime-url'] === undefined ? undefined : parseUrl('realtime-url', flags['realtime-url'], /^wss?:$/),
      facts: flags.facts,
      keys: parseKeys(flags['api-key-env'], io.env),
      controlToken: flags['control-token'],
      client: parseCommandLine('client', flags.client),
      worker: parseCommandLine('worker', flags.worker),
      run: !flags['no-run'],
      reporter: flags.mutate ? ('pretty' as const) : parseChoice('reporter', flags.reporter, reporterNames)!,
      bail: flags.bail,
      requireAll: flags['require-all'],
      transcript: flags.transcript,
      bundles: flags['bundle-on-failure'],
      asVitest: flags['as-vitest'],
    }
    if (settings.realtimeUrl !== undefined && settings.target === undefined)
      throw usageError('--realtime-url goes with --target')
    if (settings.facts !== undefined && settings.target !== undefined)
      throw usageError('--facts is about the emulator in process: it does not go with --target')
    if (settings.requireAll && settings.target === undefined) throw usageError('--require-all goes with --target')
    if (flags.mutate) {
      if (settings.target !== undefined)
        throw usageError('--mutate breaks an emulator in process: it does not go with --target')
      for (const flag of ['client', 'worker'] as const)
        if (flags[flag] !== undefined)
          throw usageError(`--mutate plays no scenarios that run programs: it does not go with --${flag}`)
      const [{ replayMutated }, { mutationFlags }] = await Promise.all([
        import('./replay-mutated.ts'),
        import('./mutation-flags.ts'),
      ])
      await replayMutated({ ...mutationFlags(flags), sources: settings.sources, facts: settings.facts }, io)
      return undefined
    }
    if (flags.killed) throw usageError('--killed goes with --mutate')
    for (const flag of ['only', 'min', 'accept'] as const)
      if (flags[flag] !== undefined) throw usageError(`--${flag} goes with --mutate`)
    const { replayAll } = await import('./replay-all.ts')
    await replayAll(settings, io)
    return undefined
  },
})

function parseKeys(
  text: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const keys: Record<string, string> = {}
  for (const pair of text?.split(',') ?? []) {
    const [, name, variable] = /^([^=]+)=([A-Za-z_]\w*)$/.exec(pair.trim()) ?? []
    if (name === undefined || variable === undefined)
      throw usageError(
        `--api-key-env takes NAME=VAR, the name of a key in the scenario and of a variable; it was '${pair}'`,
      )
    const value = env[variable]
    if (value === undefined || value === '')
      throw usageError(`--api-key-env names the variable ${variable}, which is not set`)
    keys[name] = value
  }
  return keys
}
