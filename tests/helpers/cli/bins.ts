import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '../../..')

/** Built commands of the package. Tests that run them build `dist` first when it is stale. */
export const bins = { svc: join(root, 'dist/cli/svc.js'), worker: join(root, 'dist/cli/svc-worker.js') }

/** Builds a program of a test like the commands. */
export async function buildProgram(source: string): Promise<{ path: string; remove: () => void }> {
  const directory = mkdtempSync(join(root, '.dist-e2e-'))
  const path = join(directory, 'program.cjs')
  await build({
    entryPoints: [source],
    outfile: path,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href" },
    logLevel: 'warning',
  })
  return { path, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

export interface Setting {
  readonly home: string
  readonly env?: Record<string, string>
  readonly stdin?: string
  /** Command that runs the program, such as `sh -c 'umask 0; exec "$@"' sh`. */
  readonly through?: readonly string[]
}

export interface Result {
  readonly exit: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a program with PATH as its only inherited variable. */
export function startBin(
  bin: string,
  args: readonly string[],
  { home, env = {}, through = [] }: Setting,
): ChildProcessWithoutNullStreams {
  const [command = '', ...rest] = [...through, process.execPath, bin, ...args]
  return spawn(command, rest, { env: { PATH: process.env['PATH'], HOME: home, ...env } })
}

/** Waits for the end of a program and returns its output. */
export function finished(child: ChildProcessWithoutNullStreams): Promise<Result> {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => (text[name] += chunk))
  return new Promise((done) => child.on('close', (exit, signal) => done({ exit, signal, ...text })))
}

export async function runBin(bin: string, args: readonly string[], setting: Setting): Promise<Result> {
  const child = startBin(bin, args, setting)
  child.stdin.on('error', () => {})
  child.stdin.end(setting.stdin ?? '')
  return finished(child)
}
