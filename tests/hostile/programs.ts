/** Runs the built commands, whatever becomes of them. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { resolve } from 'node:path'
import { until } from '../helpers/until.ts'

export const root = resolve(import.meta.dirname, '../..')

export interface Run {
  readonly child: ChildProcess
  out: string
  err: string
  /** Resolves with the exit code, or the signal that ended it. */
  readonly exit: Promise<number | NodeJS.Signals | null>
}

export interface RunOptions {
  readonly env?: Record<string, string | undefined>
  readonly cwd?: string
  readonly stdio?: StdioOptions
  /** Words before the command, such as a shell with limits. */
  readonly through?: (command: readonly string[]) => readonly string[]
  /** Reads stdout. Default true. */
  readonly read?: boolean
}

const running: ChildProcess[] = []

/** Ends what is still running. */
export function endAll(): void {
  for (const child of running.splice(0)) child.kill('SIGKILL')
}

export function run(
  bin: 'svc' | 'svc-emulator' | 'svc-worker',
  args: readonly string[],
  options: RunOptions = {},
): Run {
  const { env = {}, cwd = root, stdio = ['ignore', 'pipe', 'pipe'], through = (words) => words, read = true } = options
  const [command = '', ...words] = through([process.execPath, resolve(root, `dist/cli/${bin}.js`), ...args])
  const child = spawn(command, words, { stdio, cwd, env: { ...process.env, ...env } })
  running.push(child)
  const result: Run = {
    child,
    out: '',
    err: '',
    exit: new Promise((done) => child.once(read ? 'close' : 'exit', (code, signal) => done(signal ?? code))),
  }
  if (read)
    child.stdout?.on('data', (chunk) => {
      result.out += String(chunk)
    })
  child.stderr?.on('data', (chunk) => {
    result.err += String(chunk)
  })
  return result
}

export interface Served extends Run {
  readonly url: string
  readonly port: number
}

/** Starts a server, or a recording proxy, and waits until it says where it listens. */
export async function served(args: readonly string[], options: RunOptions = {}): Promise<Served> {
  const result = run('svc-emulator', args, options)
  const url = await until(() => {
    const found = /API +(http:\S+)[\s\S]*\n\n/.exec(result.out)
    if (found === null) throw new Error(`nothing is served: ${result.out}${result.err}`)
    return found[1]!
  })
  return Object.assign(result, { url, port: Number(new URL(url).port) })
}

export const start = (args: readonly string[] = [], options: RunOptions = {}): Promise<Served> =>
  served(['start', '--port', '0', ...args], options)

export const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
