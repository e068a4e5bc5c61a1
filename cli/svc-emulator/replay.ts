import { labReporters } from './lab-flags.ts'
import { usageError } from '../shared/client-error.ts'
import { command, type Environment } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { replayFlags, type ReplayFlagSettings } from './replay-flags.ts'
import { choices } from './values.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator replay`: plays the steps of scenarios and reports differences. */
export const replay = command({
  path: ['replay'],
  about:
    'Play the steps of scenarios and report differences: in process, on a running emulator, or against any server that speaks the API.',
  positionals: [
    {
      name: 'scenarios',
      about: `Files, folders, names of shipped scenarios (${ownCommand} list), bundles or HTTP archives (HAR)`,
      optional: true,
      rest: true,
      offers: true,
    },
  ],
  flags: replayFlags,
  examples: [
    ['svc-emulator replay --all', 'All shipped scenarios, in process'],
    ['svc-emulator replay --all --mutate --min 97', 'Check that the shipped scenarios notice broken clauses'],
    ['svc-emulator replay ./outage.yaml --bundle-on-failure ./failed', 'Your own scenario; a bundle if it fails'],
    ['svc-emulator replay scenarios/client --client "my-svc"', 'Check your client against the specification'],
    ['svc-emulator replay task.yaml --trials 8 --env MODEL_KEY', 'An agent, eight times, each time with another seed'],
    [
      'svc-emulator replay modified-cursor --target https://api.example.com/v1 --api-key-env svc-key-ada-admin=API_KEY',
      'On your own server',
    ],
  ],
  notes:
    'Exit code: 0 when all scenarios passed, 1 when one failed, 2 for a usage error, or when no server answers at --target.',
  async run({ settings, positionals: sources }, io) {
    if (settings.all === sources.length > 0)
      throw usageError(
        settings.all
          ? '--all plays the shipped scenarios: name none beside it'
          : `name scenarios to play (${ownCommand} list), or --all for those that are shipped`,
      )
    const keys = readKeys(settings.apiKeyEnv, io.env)
    checkTarget(settings)
    checkTrials(settings)
    const variables = readVariables(settings.env, io)
    if ((settings.trials ?? settings.seeds) !== undefined) {
      const { playTrials } = await import('./trials/play-trials.ts')
      await playTrials({ ...settings, keys, sources, variables }, io)
    } else if (settings.mutate) {
      const reporter = readReporter(settings.reporter, labReporters)
      const { replayMutated } = await import('./replay-mutated.ts')
      await replayMutated({ ...settings, reporter, sources }, io)
    } else {
      for (const name of ['killed', 'only', 'min', 'accept'] as const)
        if (settings[name] !== undefined && settings[name] !== false) throw usageError(`--${name} requires --mutate`)
      const { reporterNames } = await import('../../emulator/scenario/reporter.ts')
      const reporter = readReporter(settings.reporter, reporterNames)
      const { replayAll } = await import('./replay-all.ts')
      await replayAll({ ...settings, reporter, keys, sources, variables }, io)
    }
    return undefined
  },
})

function checkTarget(settings: ReplayFlagSettings): void {
  const { target, realtimeUrl, requireAll, mutate } = settings
  if (realtimeUrl !== undefined && target === undefined) throw usageError('--realtime-url requires --target')
  if (requireAll && target === undefined) throw usageError('--require-all requires --target')
  if (!mutate) return
  if (target !== undefined)
    throw usageError('--mutate breaks an emulator in process: it cannot be combined with --target')
  for (const flag of ['client', 'worker'] as const)
    if (settings[flag] !== undefined)
      throw usageError(`--mutate plays no scenarios that run programs: it cannot be combined with --${flag}`)
}

/** Flags that do not go with trials: each trial begins a world of its own, and has one line of the report. */
const beside = ['all', 'asVitest', 'bail', 'mutate', 'requireAll', 'target', 'transcript'] as const

function checkTrials(settings: ReplayFlagSettings): void {
  const { trials, seeds, jobs, reporter } = settings
  if (trials === undefined && seeds === undefined) {
    if (jobs !== undefined) throw usageError('--jobs requires --trials or --seeds')
    return
  }
  if (trials !== undefined && seeds !== undefined)
    throw usageError('--trials and --seeds both say how often: give one of them')
  for (const name of beside) {
    const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (settings[name] !== undefined && settings[name] !== false)
      throw usageError(`--trials begins worlds in process, and counts: it cannot be combined with --${flag}`)
  }
  if (reporter !== 'pretty' && reporter !== 'json')
    throw usageError(`--trials reports as pretty or json; it was '${reporter}'`)
}

/** Values of the user's variables, which are hidden in all output. */
function readVariables(names: readonly string[] = [], { env, secrets }: Io): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = env[name]
      if (value === undefined || value === '') throw usageError(`--env names the variable ${name}, which is not set`)
      secrets.add(value)
      return [name, value]
    }),
  )
}

function readReporter<const R extends string>(given: string, known: readonly R[]): R {
  const [reporter] = choices(known)(given, 'reporter')
  if (reporter === undefined) throw usageError('--reporter takes the name of a format; it was empty')
  return reporter
}

function readKeys(variables: ReadonlyMap<string, string> = new Map(), env: Environment): Record<string, string> {
  const keys: Record<string, string> = Object.create(null)
  for (const [name, variable] of variables) {
    const value = env[variable]
    if (value === undefined || value === '')
      throw usageError(`--api-key-env names the variable ${variable}, which is not set`)
    keys[name] = value
  }
  return keys
}
