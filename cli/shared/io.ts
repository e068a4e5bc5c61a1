import type { Readable, Writable } from 'node:stream'
import { homedir } from 'node:os'
import { isAbsolute } from 'node:path'
import { cite } from './cite.ts'
import { ClientError } from './client-error.ts'
import { processOutput, type Output } from './process-output.ts'

/** Everything of the surroundings that a command touches, so that a test can hand in its own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Writable
  /** Values that must not appear in anything written; commands add every key they come to know. */
  readonly secrets: Set<string>
  /** Aborted when the process is asked to stop (worker). */
  readonly stopping: AbortSignal
}

export interface ProcessIo extends Io {
  /** Whether nothing that was written is still under way. */
  readonly flushed: boolean
}

/** The surroundings of this process. Its streams are made when they are first used: stdin alone costs a tenth of a start-up. */
export function processIo(stopping?: AbortSignal): ProcessIo {
  let stdout: Output | undefined
  let stderr: Writable | undefined
  return {
    env: process.env,
    get stdin() {
      return process.stdin
    },
    get stdout() {
      return (stdout ??= processOutput())
    },
    get stderr() {
      return (stderr ??= process.stderr)
    },
    secrets: new Set(),
    get stopping() {
      return (stopping ??= new AbortController().signal)
    },
    get flushed() {
      return (stdout?.writableLength ?? 0) === 0 && (stderr?.writableLength ?? 0) === 0
    },
  }
}

/** The home directory: `HOME`, else what the system has for the user. */
export function homeOf(env: Io['env']): string {
  cite('A-42')
  const home = env['HOME'] || homedir()
  if (!isAbsolute(home)) throw new ClientError('INPUT_INVALID', 'HOME must be an absolute path')
  return home
}

/** The value of an environment variable; unset and blank are the same. */
export function envValue(env: Io['env'], name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}
