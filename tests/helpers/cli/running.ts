/** Commands of `svc-emulator` that run until they are stopped: in this process, or as it was built where the process is what is tested. */
import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { svcEmulator } from '../../../cli/svc-emulator/program.ts'
import { runProgram } from '../../../cli/shared/run-program.ts'
import { until } from '../until.ts'
import { ioFor, newHome } from './in-process.ts'

export interface Running {
  /** All that it printed so far. */
  readonly out: string
  readonly err: string
  /** Resolves to its exit code. */
  readonly exit: Promise<number | null>
  /** Asks it to stop; a process gets the signal. */
  stop(signal?: NodeJS.Signals): void
}

export interface Listening extends Running {
  readonly url: string
  readonly realtimeUrl: string
}

type Env = Readonly<Record<string, string | undefined>>

/** Runs a command in this process. It ends with its test. */
export function runHere(args: readonly string[], env: Env = {}): Running {
  const stopping = new AbortController()
  const io = ioFor(newHome(), { env: env as Record<string, string>, stopping: stopping.signal })
  const exit = runProgram(svcEmulator, args, io)
  const stop = (): void => stopping.abort()
  onTestFinished(async () => {
    stop()
    await exit
  })
  return {
    get out() {
      return io.stdout.text
    },
    get err() {
      return io.stderr.text
    },
    exit,
    stop,
  }
}

/** Runs the built command. It is killed after its test. */
export function runBuilt(args: readonly string[], env: Env = process.env): Running {
  const child = spawn(process.execPath, ['dist/cli/svc-emulator.js', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (printed.out += String(chunk)))
  child.stderr.on('data', (chunk) => (printed.err += String(chunk)))
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  return Object.assign(printed, { exit, stop: (signal: NodeJS.Signals = 'SIGTERM') => void child.kill(signal) })
}

/** Waits until a command has printed its addresses. */
export async function listening(running: Running): Promise<Listening> {
  const ended = running.exit.then((exit): never => {
    throw new Error(`ended with ${exit}: ${running.err}`)
  })
  const found = until(() => {
    const [, url, realtimeUrl] = /API +(https?:\S+)\s+Realtime +(wss?:\S+)[\s\S]*\n\n/.exec(running.out) ?? []
    if (url === undefined || realtimeUrl === undefined) throw new Error(`no addresses in ${running.out}`)
    return { url, realtimeUrl }
  })
  const { url, realtimeUrl } = await Promise.race([found, ended])
  return {
    url,
    realtimeUrl,
    get out() {
      return running.out
    },
    get err() {
      return running.err
    },
    exit: running.exit,
    stop: (signal) => running.stop(signal),
  }
}

/** Serves on a free port in this process. */
export const serveHere = (...args: string[]): Promise<Listening> =>
  listening(runHere(['start', '--port', '0', '--log', 'silent', ...args]))
