/** Runs the client of a `run` step in a HOME of its own. For programs with processes only. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../files.ts'
import { executable } from '../held-files.ts'
import type { RunPerformer } from '../replay.ts'
import type { Caller, RunStep } from '../schema-steps.ts'
import { NEEDS_EMULATOR } from '../needs.ts'
import { nothing, type Performed, type Session } from '../steps/session.ts'
import { clientWords, SCENARIO_FOLDER } from './client-command.ts'
import { hideValues } from './hide-values.ts'
import { Homes, putFiles, readOutcome } from './home.ts'
import { homeVariables, systemVariables } from './processes.ts'
import { observeRequests } from './observe-requests.ts'
import { runDifferences, streamOutcome, type RunOutcome } from './run-differences.ts'
import { runProgram, type Spawned } from './spawned.ts'
import { startAll } from './start-all.ts'
import { splitWords } from './words.ts'
import { waitMs } from '../steps/wait-ms.ts'

/** The reason why programs do not run side by side elsewhere. */
const NEEDS_THIS_PROCESS = 'programs run side by side only where the replay has an emulator of its own'

const DEFAULT_TIMEOUT_MS = 60_000

export interface RunnerOptions {
  /** Command line to run for `svc`. Default: the package's. File names in it are relative to the working folder. */
  client?: string | undefined
  /** Command line to run for `svc-worker`. Default without `client`: the package's. */
  worker?: string | undefined
  /** Runs the words of a step; by default as a program of its own. */
  start?: typeof runProgram | undefined
  /**
   * The folder of the scenario, which steps name as `${scenario_folder}`. Default: the folder that this process is in.
   */
  folder?: string | undefined
  /** Further variables of the programs, by name. Their values stand in no result. */
  variables?: Readonly<Record<string, string>> | undefined
}

export interface StepRunner {
  run: RunPerformer
  /** Removes the HOMEs. */
  close(): Promise<void>
}

/** Command lines for `svc` and `svc-worker`, and how to run them. */
interface Clients {
  client: readonly string[] | undefined
  worker: readonly string[] | undefined
  variables: Readonly<Record<string, string>>
}

/** A runner for one scenario: its steps share their HOMEs. */
export function createRunner({
  client,
  worker,
  start = runProgram,
  folder = process.cwd(),
  variables = {},
}: RunnerOptions = {}): StepRunner {
  const homes = new Homes()
  const here = process.cwd()
  const clients: Clients = {
    client: client === undefined ? undefined : clientWords(client, here),
    worker: worker === undefined ? undefined : clientWords(worker, here),
    variables,
  }
  return {
    run: (step, session, served) => {
      Object.assign(session.variables, { [SCENARIO_FOLDER]: folder })
      return performRun(step, session, served, homes, clients, start)
    },
    close: () => homes.remove(),
  }
}

type RunTarget = Parameters<RunPerformer>[2]

async function performRun(
  step: RunStep,
  session: Session,
  served: RunTarget,
  homes: Homes,
  clients: Clients,
  start: typeof runProgram,
): Promise<Performed> {
  const filled = session.fill({ ...step, as: undefined })
  const steps: RunStep[] = [filled, ...(filled.beside ?? [])]
  const lists = steps.map(({ run }) => (typeof run === 'string' ? splitWords(run) : run))
  const commands = lists.map((list) => chooseCommand(list, clients))
  const missing = commands.indexOf(undefined)
  if (missing >= 0)
    return { differences: [], transcript: nothing, skipped: `there is no client for ${lists[missing]![0] ?? ''}` }
  const { target } = session
  const behind = await observeRequests(filled.expect, target.controls)
  if (behind === undefined) return { differences: [], transcript: nothing, skipped: NEEDS_EMULATOR }
  if (filled.beside && !target.serveBeside) return { differences: [], transcript: nothing, skipped: NEEDS_THIS_PROCESS }
  const folders = await Promise.all(
    steps.map(({ home }, n) => homes.folder(n === 0 ? home : (home ?? nameHome(step.home, n)))),
  )
  await putFiles(folders[0]!, filled.files)
  const key = findKey(session.caller(step.as))
  const secret = key === undefined ? undefined : (target.secret?.(key) ?? key)
  const beside =
    filled.beside &&
    (await target.serveBeside!(
      steps.length,
      filled.order!.split('-').map((number) => Number(number) - 1),
    ))
  const places = beside?.served ?? [served]
  const programs = steps.map(({ env, stdin = '', terminal, kill_after: killAfter }, n) => ({
    words: commands[n]!,
    cwd: folders[n]!,
    env: { ...clients.variables, ...environment(env, places[n]!, folders[n]!, secret) },
    stdin,
    timeout: waitMs(step.timeout, DEFAULT_TIMEOUT_MS),
    terminal,
    killAfter,
  }))
  const { spawned, differences } = await startAll(programs, start, beside)
  const [outcome, ...others] = await Promise.all(
    spawned.map((each, n) => collectOutcome(each, n === 0 ? step : undefined, folders[n]!, clients.variables)),
  )
  const all: RunOutcome = { ...outcome!, ...(beside && { beside: others }), ...(await behind()) }
  const names = Object.fromEntries([
    ...folders.map((folder) => [folder, '~']),
    ...places.flatMap(({ realtimeUrl, apiUrl }) => [
      [realtimeUrl, '${realtime_url}'],
      [apiUrl, '${api_url}'],
    ]),
    ...(secret ? [[secret, key ?? '']] : []),
  ]) as Record<string, string>
  return {
    differences: [...differences, ...runDifferences(filled.expect, all)],
    transcript: () => [all, ...others].flatMap((each, n) => lines(lists[n]!, each, names)),
    outcome: all,
  }
}

const nameHome = (home = '', n: number): string => `${home} beside ${n}`

/** Replaces `svc` and `svc-worker` by the clients under test. Any other program is not changed. */
function chooseCommand([name = '', ...rest]: readonly string[], { client, worker }: Clients): string[] | undefined {
  if (name === 'svc') return [...(client ?? ownClient(name)), ...rest]
  if (name !== 'svc-worker') return [name, ...rest]
  if (worker !== undefined) return [...worker, ...rest]
  return client === undefined ? [...ownClient(name), ...rest] : undefined
}

function ownClient(name: 'svc' | 'svc-worker'): string[] {
  // It holds them inside.
  if (executable !== undefined) return [executable, name]
  const built = join(packageRoot(), 'dist', 'cli', `${name}.js`)
  if (!existsSync(built)) throw new Error(`${built} is missing: build the package first`)
  return [process.execPath, built]
}

/** Environment of a client. It has only the path of ours, so that the client does not depend on the machine. */
function environment(
  own: RunStep['env'],
  served: RunTarget,
  home: string,
  secret: string | undefined,
): Record<string, string> {
  const env: Record<string, string | null> = {
    ...systemVariables(process.env),
    ...homeVariables(home),
    SVC_API_URL: served.apiUrl,
    SVC_REALTIME_URL: served.realtimeUrl,
    SVC_API_KEY: secret ?? null,
    ...own,
  }
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== null))
}

function findKey(caller: Caller): string | undefined {
  if (typeof caller === 'string') return caller === 'none' ? undefined : caller
  return 'api_key' in caller ? caller.api_key : undefined
}

async function collectOutcome(
  { exit, signal, stdout, stderr }: Spawned,
  { expect, save }: Pick<RunStep, 'expect' | 'save'> = {},
  folder: string,
  variables: Clients['variables'],
): Promise<RunOutcome> {
  const saved = Object.values(save ?? {}).flatMap((path) => /^files\["([^"]+)"\]/.exec(path)?.[1] ?? [])
  const names = [...[expect ?? {}, ...(expect?.any_of ?? [])].flatMap(({ files = {} }) => Object.keys(files)), ...saved]
  const files = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readOutcome(folder, name)] as const)),
  )
  const read = (text: string) => streamOutcome(hideValues(text, variables))
  return { exit, signal, stdout: read(stdout), stderr: read(stderr), files }
}

/** Write values that differ from run to run (folders, ports) by name. */
function lines(
  words: readonly string[],
  { exit, signal, stdout, stderr }: RunOutcome,
  names: Readonly<Record<string, string>>,
): string[] {
  const named = (text: string): string =>
    Object.entries(names).reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
  return [
    `$ ${named(words.join(' '))}`,
    ...stdout.lines.map((line) => `1 ${named(line)}`),
    ...stderr.lines.map((line) => `2 ${named(line)}`),
    `= ${signal ?? exit ?? ''}`,
  ]
}
