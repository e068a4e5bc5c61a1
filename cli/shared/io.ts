import { Writable, type Readable } from 'node:stream'
import { homedir, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'
import { ClientError } from './client-error.ts'
import { LogOutput } from './log-output.ts'
import type { OutputStream } from './output-type.ts'

/** Everything of the surroundings that a command touches, so that a test can hand in its own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: Writable
  /** Values that must not appear in anything written; commands add every key they come to know. */
  readonly secrets: Set<string>
  /** Aborted when the command is asked to stop: by signals of `svc-worker`, or by a test. */
  readonly stopping: AbortSignal
  /** Stdout of a command that keeps running: writing neither blocks nor ends it. */
  lasting?(): LastingIo
}

interface LastingIo extends Io {
  /** Waits a moment for readers of the output. */
  end(): Promise<void>
}

export interface ProcessIo extends Io {
  /** True if the command keeps running: it neither ends with the readers of its output nor waits for them. */
  readonly lasts: boolean
  /** Takes note that stdout cannot be written to. */
  loseStdout(): void
}

/** The surroundings of this process. Node makes its streams when they are first used. */
export function processIo(stopping?: AbortSignal): ProcessIo {
  let lasts = false
  let stdout: OutputStream | undefined
  return {
    env: process.env,
    get stdin() {
      return process.stdin
    },
    get stdout() {
      return stdout ?? process.stdout
    },
    get stderr() {
      return process.stderr
    },
    secrets: new Set(),
    get stopping() {
      return (stopping ??= new AbortController().signal)
    },
    lasting() {
      lasts = true
      return lastingIo(this)
    },
    loseStdout() {
      stdout = { broken: true, write: () => {} }
    },
    get lasts() {
      return lasts
    },
  }
}

function lastingIo(io: Io): LastingIo {
  const stdout = new LogOutput(process.stdout)
  const log = new LogOutput(process.stderr)
  const stderr = new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      log.write(String(text))
      done()
    },
  })
  const { env, secrets, stopping } = io
  return {
    env,
    secrets,
    stopping,
    stdout,
    stderr,
    get stdin() {
      return io.stdin
    },
    async end() {
      await Promise.all([stdout.end(), log.end()])
    },
  }
}

/**
 * The home directory: `HOME`, else that of the system's user. Only code that uses the store needs it.
 *
 * @throws ClientError `INPUT_INVALID` where there is none
 */
export function findHome({ HOME = '' }: Io['env']): string {
  const home = HOME.trim() === '' ? systemHome() : HOME
  if (!isAbsolute(home)) throw new ClientError('INPUT_INVALID', 'HOME must be an absolute path')
  return home
}

function systemHome(): string {
  try {
    // Except on Windows, `homedir` would read `HOME` again.
    return process.platform === 'win32' ? homedir() : userInfo().homedir
  } catch {
    const who = `uid ${process.geteuid?.()}`
    throw new ClientError(
      'INPUT_INVALID',
      `HOME is not set, and the system knows no home of this user (${who}): set HOME`,
    )
  }
}

/** The value of an environment variable; unset and blank are the same. */
export function envValue(env: Io['env'], name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}
