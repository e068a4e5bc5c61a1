import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import type { Program } from '../../../cli/shared/command.ts'
import type { Io } from '../../../cli/shared/io.ts'
import { runProgram } from '../../../cli/shared/run-program.ts'

export interface Surroundings {
  readonly env?: Record<string, string>
  readonly stdin?: string
  readonly terminal?: boolean
  readonly stopping?: AbortSignal
}

export interface Ended {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  /** True if stdin was read. */
  readonly stdinWasRead: boolean
}

export class Sink extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8')
    done()
  }
}

/** Creates a home directory below the system's temporary folder. */
export function newHome(): string {
  return mkdtempSync(join(tmpdir(), 'svc-home-'))
}

export function ioFor(
  home: string,
  { env = {}, stdin = '', terminal = false, stopping }: Surroundings = {},
): Io & { stdout: Sink; stderr: Sink } {
  const input = new PassThrough() as PassThrough & { isTTY?: boolean }
  input.end(stdin)
  input.isTTY = terminal
  return {
    env: { HOME: home, ...env },
    stdin: input,
    stdout: new Sink(),
    stderr: new Sink(),
    secrets: new Set(),
    stopping: stopping ?? new AbortController().signal,
  }
}

/** Runs one command line of a program in this process. */
export async function run(
  program: Program,
  argv: readonly string[],
  home: string,
  surroundings: Surroundings = {},
): Promise<Ended> {
  const io = ioFor(home, surroundings)
  const exit = await runProgram(program, argv, io)
  return { exit, stdout: io.stdout.text, stderr: io.stderr.text, stdinWasRead: io.stdin.readableDidRead }
}

export function credentialFile(home: string): string {
  return join(home, '.svc', 'credentials.yaml')
}

export function writeCredentials(home: string, text: string, mode = 0o600): string {
  mkdirSync(join(home, '.svc'), { recursive: true, mode: 0o700 })
  writeFileSync(credentialFile(home), text, { mode: 0o600 })
  chmodSync(credentialFile(home), mode)
  return credentialFile(home)
}

export function readCredentials(home: string): string {
  return readFileSync(credentialFile(home), 'utf8')
}

export function readMode(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8).padStart(4, '0')
}
