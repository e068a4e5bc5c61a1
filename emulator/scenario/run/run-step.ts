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
import { runDifferences, streamOutcome, type RunOutcome } from './run-differences.ts'
import { runProgram, type Spawned } from './spawned.ts'
import { splitWords } from './words.ts'
import { waitMs } from '../steps/wait-ms.ts'
import type { RunExpect } from '../../engine/matching/schema-expect.ts'
import type { JournalEntry, TimelineEntry } from '../../engine/journal/journal-entry.ts'
import { REALTIME } from '../../engine/kernel/rest/http.ts'
import type { EmulatorControls } from '../targets/target.ts'
import type { MadeRequests } from './request-differences.ts'

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

type ServedTarget = Parameters<RunPerformer>[2]

async function performRun(
  step: RunStep,
  session: Session,
  served: ServedTarget,
  homes: Homes,
  clients: Clients,
  start: typeof runProgram,
): Promise<Performed> {
  const filled = session.fill({ ...step, as: undefined })
  const line = typeof filled.run === 'string' ? splitWords(filled.run) : filled.run
  const words = chooseCommand(line, clients)
  if (words === undefined)
    return { differences: [], transcript: nothing, skipped: `there is no client for ${line[0] ?? ''}` }
  const behind = await observeRequests(filled.expect, session.target.controls)
  if (behind === undefined) return { differences: [], transcript: nothing, skipped: NEEDS_EMULATOR }
  const cwd = await homes.folder(step.home)
  await putFiles(cwd, filled.files)
  const key = findKey(session.caller(step.as))
  const secret = key === undefined ? undefined : (session.target.secret?.(key) ?? key)
  const spawned = await start({
    words,
    cwd,
    env: { ...clients.variables, ...environment(filled, served, cwd, secret) },
    stdin: filled.stdin ?? '',
    timeout: waitMs(step.timeout, DEFAULT_TIMEOUT_MS),
    terminal: filled.terminal,
    killAfter: filled.kill_after,
  })
  const outcome: RunOutcome = { ...(await collectOutcome(spawned, step, cwd, clients.variables)), ...(await behind()) }
  const differing = runDifferences(filled.expect, outcome)
  if (spawned.timedOut)
    differing.unshift({ path: [], expected: 'the program to end', actual: 'no end within the timeout' })
  const names = {
    [cwd]: '~',
    [served.realtimeUrl]: '${realtime_url}',
    [served.apiUrl]: '${api_url}',
    ...(secret && { [secret]: key ?? '' }),
  }
  return { differences: differing, transcript: () => lines(line, outcome, names), outcome }
}

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
  step: RunStep,
  served: ServedTarget,
  home: string,
  secret: string | undefined,
): Record<string, string> {
  const env: Record<string, string | null> = {
    ...systemVariables(process.env),
    ...homeVariables(home),
    SVC_API_URL: served.apiUrl,
    SVC_REALTIME_URL: served.realtimeUrl,
    SVC_API_KEY: secret ?? null,
    ...step.env,
  }
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== null))
}

function findKey(caller: Caller): string | undefined {
  if (typeof caller === 'string') return caller === 'none' ? undefined : caller
  return 'api_key' in caller ? caller.api_key : undefined
}

async function collectOutcome(
  { exit, signal, stdout, stderr }: Spawned,
  { expect, save }: RunStep,
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

/** Reads the requests that came since, and the world after them. */
type ReadObserved = () => Promise<Pick<RunOutcome, 'requests' | 'world'>>

/** Begins to observe. Undefined if requests or records are expected and the target cannot show them. */
export async function observeRequests(
  expected: RunExpect = {},
  controls: EmulatorControls | undefined,
): Promise<ReadObserved | undefined> {
  const ways = expected.any_of ?? [expected]
  const requests = ways.some((way) => way.requests !== undefined)
  const records = ways.some((way) => way.records !== undefined)
  if (!requests && !records) return () => Promise.resolve({})
  if (controls === undefined) return undefined
  const before = requests ? await controls.lastEntry() : 0
  return async () => ({
    ...(requests && { requests: await requestsSince(before, controls) }),
    ...(records && { world: await controls.withPendingWorkDone() }),
  })
}

async function requestsSince(before: number, controls: EmulatorControls): Promise<MadeRequests> {
  const { entries, last } = await controls.journal(before)
  // More may come while a journal is read in slices.
  const of = Math.max(last, entries.at(-1)?.number ?? 0) - before
  return { kept: entries.filter(isMade), lost: of - entries.length, of }
}

/** True for a request or a call: due work, other changes and upgrades are left out. */
function isMade(entry: TimelineEntry): entry is JournalEntry {
  return entry.via === 'socket' || (entry.via === 'http' && entry.request.url.split('?', 1)[0] !== REALTIME)
}
