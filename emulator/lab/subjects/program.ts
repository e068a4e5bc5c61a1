import { parseAsWritten } from '../../engine/checking/lost-number.ts'
import { cp, rm } from 'node:fs/promises'
import { findOwnFrame } from '../engine/own-frame.ts'
import { RunMeter } from '../engine/run-meter.ts'
import type { Limits, Outcome, Client } from '../engine/client.ts'
import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { KeptEntry } from '../../engine/journal/entry.ts'
import { REALTIME } from '../../engine/kernel/rest/addresses.ts'
import { programEnvironment, type Environment } from '../../scenario/run/program-environment.ts'
import { homeVariables } from '../../scenario/run/processes.ts'
import { runProgram, type Spawned } from '../../scenario/run/spawned.ts'
import { makeTemporaryFolder } from '../../scenario/temporary-folder.ts'
import { addressVariables, fillAddresses, type Addresses } from './addresses.ts'
import { hasStackTrace } from './stack-traces.ts'

/** A server that programs reach the world through. */
export interface Served {
  readonly url: string
  readonly realtimeUrl: string
  readonly emulator: Emulator
}

interface ProgramOptions {
  /** Command line; `{api_url}`, `{realtime_url}` and `{api_key}` in it are replaced. */
  readonly words: readonly string[]
  readonly server: Served
  readonly apiKey: string
  readonly env: Environment
  readonly cwd: string
  /** Folder whose files are copied into the HOME of each run. */
  readonly home: string | undefined
  /** Folder that is the HOME of all runs. */
  readonly sharedHome?: string | undefined
  /** Ends running programs. */
  readonly stop?: AbortSignal | undefined
}

/** A program in any language as a client. Each run has a world of its own on the server, and a HOME of its own unless they share one. */
export function programSubject(options: ProgramOptions): Client {
  return {
    name: options.words.join(' '),
    run: (world, limits) => run(options, world, limits),
  }
}

async function run(options: ProgramOptions, world: Emulator, limits: Limits): Promise<Outcome> {
  const home = options.sharedHome ?? (await makeTemporaryFolder('svc-explore-'))
  const { site } = instanceOf(options.server.emulator)
  const id = site.add(instanceOf(world))
  const meter = new RunMeter(world, limits)
  const stopCounting = world.journal.listen((entry) => void (isCall(entry) && meter.count()))
  const kill = new AbortController()
  const stop = () => kill.abort()
  options.stop?.addEventListener('abort', stop)
  try {
    if (options.home !== undefined && home !== options.sharedHome) await cp(options.home, home, { recursive: true })
    const places = findPlaces(options, id, home)
    const spawned = spawnedIn(options, places, kill.signal).catch((error: Error): Outcome => ({
      end: 'failed',
      output: undefined,
      said: error.message,
    }))
    const first = await Promise.race([spawned, meter.exceeded])
    if ('exit' in first) return makeOutcome(first, places)
    if (first.end === 'failed') return first
    kill.abort()
    await spawned
    return { ...first, output: undefined }
  } finally {
    options.stop?.removeEventListener('abort', stop)
    stopCounting()
    meter.stop()
    site.delete(id)
    if (home !== options.sharedHome) await rm(home, { recursive: true, force: true })
  }
}

/** True for calls; the meter counts opened sockets on its own. */
function isCall(entry: KeptEntry): boolean {
  return entry.via === 'socket' || (entry.via === 'http' && entry.request.url.split('?', 1)[0] !== REALTIME)
}

/** Addresses and keys of a run, which its output may repeat. */
interface ProgramPlaces extends Addresses {
  readonly home: string
  /** Working folder of the client. */
  readonly folder: string
  /** Host, port and world, as in every address of the run. */
  readonly authority: string
}

function findPlaces({ server, apiKey, cwd }: ProgramOptions, id: string, home: string): ProgramPlaces {
  const inWorld = (url: string) => url.replace('/v1', `/w/${id}/v1`)
  return {
    api_url: inWorld(server.url),
    realtime_url: inWorld(server.realtimeUrl),
    api_key: apiKey,
    home,
    folder: cwd,
    authority: `${new URL(server.url).host}/w/${id}`,
  }
}

function spawnedIn({ words, env, cwd }: ProgramOptions, places: ProgramPlaces, signal: AbortSignal): Promise<Spawned> {
  return runProgram({
    words: fillAddresses(words, places),
    cwd,
    timeout: MAX_TIMEOUT_MS,
    signal,
    env: programEnvironment(env, { ...homeVariables(places.home), ...addressVariables(places) }),
  })
}

/** Maximum delay of a timer. The meter ends a run earlier. */
const MAX_TIMEOUT_MS = 2_147_483_647

/** Removes the address and the HOME of the run from an output. */
function withoutPlaces(text: string, { authority, home }: ProgramPlaces): string {
  return text.replaceAll(authority, '{host}').replaceAll(home, '{home}')
}

function makeOutcome(spawned: Spawned, places: ProgramPlaces): Outcome {
  const { exit, signal } = spawned
  const stderr = withoutPlaces(spawned.stderr, places)
  const output = { exit, stdout: parsed(withoutPlaces(spawned.stdout, places)) }
  const { stdout } = spawned
  if (signal !== null) return { end: 'crashed', output, said: `ended by ${signal}\n${stderr}` }
  if (hasStackTrace(stderr)) return { end: 'crashed', output, said: withOwnFrame(stderr, places) }
  return exit === 0
    ? { end: 'succeeded', output, said: stderr, stdout: withoutPlaces(stdout, places) }
    : { end: 'failed', output, said: stderr.trim() === '' ? `exit code ${exit}` : stderr.trim() }
}

/** Puts the first place in the client's own files before a stack trace. */
function withOwnFrame(stderr: string, { folder }: ProgramPlaces): string {
  const place = findOwnFrame(stderr)
  return place === undefined ? stderr : `at ${place.replace(`${folder}/`, '')}\n${stderr}`
}

/** Parses JSON output, which is compared by value; other text is compared by lines. */
function parsed(stdout: string): unknown {
  try {
    return parseAsWritten(stdout)
  } catch {
    return stdout.split('\n')
  }
}
