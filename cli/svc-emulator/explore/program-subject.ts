import { mkdtemp, rm } from 'node:fs/promises'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Limits, Outcome, Subject } from '../../../emulator/explore/subject.ts'
import type { Emulator } from '../../../emulator/host/emulator.ts'
import { instanceOf } from '../../../emulator/host/instance-of.ts'
import { runProgram, type Spawned } from '../../../emulator/scenario/run/spawned.ts'
import type { RunningServer } from '../../../emulator/transports/node/server.ts'

export interface ProgramOptions {
  /** The command line; `{api_url}`, `{realtime_url}` and `{api_key}` in it are filled in. */
  readonly words: readonly string[]
  readonly server: RunningServer
  readonly apiKey: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** A folder whose files are in the HOME of each run. */
  readonly home: string | undefined
}

/** A client that is a program, in whatever language: each run has a world of its own on the server, and a HOME of its own. */
export function programSubject(options: ProgramOptions): Subject {
  return {
    name: options.words.join(' '),
    run: (world, limits) => run(options, world, limits),
  }
}

async function run(options: ProgramOptions, world: Emulator, limits: Limits): Promise<Outcome> {
  const { site } = instanceOf(options.server.emulator)
  const id = site.add(instanceOf(world))
  const home = await mkdtemp(join(tmpdir(), 'svc-explore-'))
  const meter = new StormMeter(world, limits.calls)
  try {
    if (options.home !== undefined) await cp(options.home, home, { recursive: true })
    const spawned = await Promise.race([spawnedIn(options, id, home, limits), meter.storm])
    return spawned === 'storm' ? { end: 'storm', output: undefined, said: `more than ${limits.calls} calls` } : outcomeOf(spawned, limits)
  } finally {
    meter.stop()
    site.delete(id)
    await rm(home, { recursive: true, force: true })
  }
}

function spawnedIn({ words, server, apiKey, env, cwd }: ProgramOptions, id: string, home: string, limits: Limits): Promise<Spawned> {
  const urls = { api_url: server.url.replace('/v1', `/w/${id}/v1`), realtime_url: server.realtimeUrl.replace('/v1', `/w/${id}/v1`), api_key: apiKey }
  const filled = words.map((word) => word.replace(/\{(api_url|realtime_url|api_key)\}/g, (_, name: keyof typeof urls) => urls[name]))
  const own = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
  return runProgram({
    words: filled, cwd, stdin: '', timeout: limits.timeMs, terminal: undefined, killAfter: undefined,
    env: { ...own, HOME: home, SVC_API_URL: urls.api_url, SVC_REALTIME_URL: urls.realtime_url, SVC_API_KEY: apiKey },
  })
}

/** Tells when a world has been asked more often than a run may ask. */
class StormMeter {
  readonly storm: Promise<'storm'>
  readonly #stop: () => void
  #calls = 0

  constructor(world: Emulator, limit: number) {
    let stop = (): void => {}
    this.storm = new Promise((resolve) => {
      stop = world.journal.listen(() => {
        if (++this.#calls > limit) resolve('storm')
      })
    })
    this.#stop = stop
  }

  stop(): void {
    this.#stop()
  }
}

/** How a stack trace looks in stderr: Node, Python, Go, Java, Rust, Ruby. */
const traces = [/^\s+at .+:\d+:\d+\)?$/m, /^Traceback \(most recent call last\):$/m, /^(?:panic|fatal error): /m, /^Exception in thread /m, /^thread '.*' panicked at /m, /^\S+:\d+:in [`'].+' ?: /m]

function outcomeOf({ exit, signal, stdout, stderr, timedOut }: Spawned, { timeMs }: Limits): Outcome {
  const output = { exit, stdout: parsed(stdout) }
  if (timedOut) return { end: 'hung', output, said: `not over after ${timeMs} ms` }
  if (signal !== null) return { end: 'crashed', output, said: `ended by ${signal}\n${stderr}` }
  if (traces.some((trace) => trace.test(stderr))) return { end: 'crashed', output, said: stderr }
  return exit === 0 ? { end: 'succeeded', output, said: stderr } : { end: 'failed', output, said: stderr.trim() === '' ? `exit code ${exit}` : stderr.trim() }
}

/** JSON is compared as what it says, other text by its lines. */
function parsed(stdout: string): unknown {
  try {
    return JSON.parse(stdout) as unknown
  } catch {
    return stdout.split('\n')
  }
}
