import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '../..')

interface Entry {
  readonly name: string
  readonly out: string
  readonly source: string
}

/** The commands as the package ships them, built from the source as it is now. */
export interface Bins {
  readonly svc: string
  readonly worker: string
  /** Of an entry that a test added. */
  path(out: string): string
  remove(): void
}

export async function buildBins(...added: Entry[]): Promise<Bins> {
  const { bundleCommands } = await script<{ bundleCommands(entries: Entry[], directory: string, peers: string[]): Promise<unknown> }>('scripts/build/bundle.mjs')
  const { commandEntries } = await script<{ commandEntries: Entry[] }>('scripts/entries.mjs')
  // Inside the package, as `dist` is: `--version` looks for package.json above.
  const directory = mkdtempSync(join(root, '.dist-e2e-'))
  await bundleCommands([...commandEntries.filter(({ name }) => name !== 'svc-emulator'), ...added], directory, [])
  const path = (out: string): string => join(directory, `${out}.js`)
  return { svc: path('cli/svc'), worker: path('cli/svc-worker'), path, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

async function script<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(join(root, path)).href)) as T
}

export interface Setting {
  readonly home: string
  readonly env?: Record<string, string>
  readonly stdin?: string
  /** A command that runs the program, such as `sh -c 'umask 0; exec "$@"' sh`. */
  readonly through?: readonly string[]
}

export interface Result {
  readonly exit: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a program with nothing of our own environment but PATH. */
export function startBin(bin: string, args: readonly string[], { home, env = {}, through = [] }: Setting): ChildProcessWithoutNullStreams {
  const [command = '', ...rest] = [...through, process.execPath, bin, ...args]
  return spawn(command, rest, { env: { PATH: process.env['PATH'], HOME: home, ...env } })
}

/** Waits for the end of a program and gives what it wrote. */
export function finished(child: ChildProcessWithoutNullStreams): Promise<Result> {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (chunk: string) => (text[name] += chunk))
  return new Promise((done) => child.on('close', (exit, signal) => done({ exit, signal, ...text })))
}

export async function runBin(bin: string, args: readonly string[], setting: Setting): Promise<Result> {
  const child = startBin(bin, args, setting)
  child.stdin.on('error', () => {})
  child.stdin.end(setting.stdin ?? '')
  return finished(child)
}
