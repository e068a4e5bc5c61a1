import { usageError } from '../shared/client-error.ts'
import type { FlagSettings, Flags } from '../shared/command.ts'
import { mutationFlags } from './mutation-flags.ts'
import { apiUrl, commandLine, integer, jobs, list, realtimeUrl } from './values.ts'

/** Most trials of a run. */
const MAX_TRIALS = 10_000

/** Flags of `replay`. */
export const replayFlags = {
  target: {
    value: 'url',
    parse: apiUrl,
    about:
      'Play against the server with this API URL: on an emulator in a new world; on other servers without the scenarios that need an emulator',
  },
  'realtime-url': {
    value: 'url',
    parse: realtimeUrl,
    about: 'Realtime URL of --target (default the API URL with /realtime)',
  },
  'api-key-env': {
    value: 'NAME=VAR,…',
    parse: keyVariables,
    many: true,
    about: 'Send the value of the variable VAR wherever a scenario names the key or token NAME',
  },
  'control-token': { value: 'token', about: 'Control token of the emulator at --target' },
  client: {
    value: 'command',
    parse: commandLine,
    about: 'Command line to run instead of svc in run: steps; its paths are relative to the current folder',
  },
  worker: { value: 'command', parse: commandLine, about: 'Command line to run instead of svc-worker in run: steps' },
  'require-all': { about: 'Fail when a scenario is not played because it needs an emulator' },
  all: { about: 'Play every shipped scenario' },
  mutate: {
    about:
      'Play the scenarios once for each way to break a clause that they exercise, and report the broken clauses that they do not notice',
  },
  only: {
    ...mutationFlags.only,
    about: 'With --mutate: try only these clauses or groups of clauses, comma-separated',
  },
  min: { ...mutationFlags.min, about: 'With --mutate: fail if a smaller share of the mutants is noticed' },
  killed: { about: 'With --mutate: list the mutants that were noticed, too, each with the scenario that noticed it' },
  accept: { value: 'file', about: 'With --mutate: file of known survivors to accept, each as `<mutant>: <reason>`' },
  'no-run': { about: 'Skip run: steps' },
  reporter: {
    value: 'format',
    offers: ['pretty', 'tap', 'junit', 'json', 'jsonl', 'html', 'github'],
    default: 'pretty',
    about:
      'Format of the results: pretty, tap, junit or json; with --mutate pretty, json, jsonl, html, junit or github',
  },
  bail: { about: 'Stop after the first scenario that fails' },
  transcript: { value: 'file', about: 'Write all requests, answers and messages to this file' },
  'bundle-on-failure': {
    value: 'folder',
    about: 'Write a bundle for each scenario that fails (scenario, seed, state and journal in one file) to this folder',
  },
  trials: {
    value: 'number',
    parse: integer(1, MAX_TRIALS),
    about: 'Play the scenario so many times, each in a fresh world with another seed (1, 2, …), and count what passed',
  },
  seeds: {
    value: 'seeds',
    parse: seeds,
    about: 'Trials with these seeds: 1..8, or 3,5,9',
  },
  jobs: { value: 'number', parse: jobs, about: 'With --trials: runs at the same time (default the number of cores)' },
  env: {
    value: 'names',
    parse: list,
    many: true,
    about: 'Hand these variables to run: steps, such as the key of a model; their values are hidden in what is written',
  },
  'as-vitest': { about: 'Print the scenario or bundle as a vitest test instead of playing it' },
} as const satisfies Flags

/** Settings of `replay`. */
export type ReplayFlagSettings = FlagSettings<typeof replayFlags>

/** Parses `1..8`, or `3,5,9`. */
function seeds(text: string): readonly number[] {
  const [, first, last] = /^(-?\d+)\.\.(-?\d+)$/.exec(text) ?? []
  const count = first === undefined ? 1 : Number(last) - Number(first) + 1
  const found =
    first === undefined
      ? list(text).map(Number)
      : Array.from({ length: Math.min(Math.max(count, 0), MAX_TRIALS + 1) }, (_, n) => Number(first) + n)
  if (found.length === 0 || found.length > MAX_TRIALS || !found.every(Number.isSafeInteger))
    throw usageError(`--seeds takes seeds such as 1..8 or 3,5,9; it was '${text}'`)
  const twice = found.find((seed, n) => found.indexOf(seed) !== n)
  if (twice !== undefined) throw usageError(`--seeds names ${twice} twice`)
  return found
}

/** Parses names of keys, each with the variable that holds its secret. */
function keyVariables(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').map((pair) => {
      const [, name, variable] = /^([^=]+)=([A-Za-z_]\w*)$/.exec(pair.trim()) ?? []
      if (name !== undefined && variable !== undefined) return [name, variable]
      throw usageError(
        `--api-key-env takes NAME=VAR, the name of a key in the scenario and of a variable; it was '${pair}'`,
      )
    }),
  )
}
