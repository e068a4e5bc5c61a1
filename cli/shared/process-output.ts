import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { ClientError } from './client-error.ts'
import { LogOutput } from './log-output.ts'
import type { Output } from './output-type.ts'

/**
 * The stdout of this process. A pipe or a file is written to at once, as Node's stream for it would do on most systems: without that
 * stream a command starts a sixth of a bare Node faster, and nothing is under way when it ends.
 */
export function processOutput(): Output {
  return isTerminal(1) ? process.stdout : new DirectOutput(toStdout, () => process.stdout)
}

/** The same for a program that runs on, which does not end with its reader. */
export function lastingOutput(): LogOutput {
  const first = isTerminal(1)
    ? undefined
    : new DirectOutput(
        toStdout,
        () => process.stdout,
        () => {},
      )
  return new LogOutput(() => process.stdout, first)
}

function toStdout(bytes: Uint8Array, from: number): number {
  return writeSync(1, bytes, from)
}

function isTerminal(descriptor: number): boolean {
  // Asked first, because the module that knows terminals loads that of sockets.
  return fstatSync(descriptor).isCharacterDevice() && isatty(descriptor)
}

type Patient = Output & { write(bytes: Uint8Array): unknown }

/** Writes to a pipe or a file. `write` answers how many bytes it took; `patient` makes what can wait. */
export class DirectOutput implements Output {
  readonly #write: (bytes: Uint8Array, from: number) => number
  readonly #patient: () => Patient
  readonly #left: () => void
  #waiting = false
  #broken = false

  /** `left` is called when the reader has gone. */
  constructor(
    write: (bytes: Uint8Array, from: number) => number,
    patient: () => Patient,
    left = (): void => process.exit(process.exitCode ?? 0),
  ) {
    this.#write = write
    this.#patient = patient
    this.#left = left
  }

  get writableLength(): number {
    return this.#waiting ? (this.#patient().writableLength ?? 0) : 0
  }

  get broken(): boolean {
    return this.#broken
  }

  /** Throws `ClientError` when it fails, once. */
  write(text: string): void {
    if (this.#broken) return
    const rest = this.#waiting ? Buffer.from(text) : this.#written(Buffer.from(text))
    if (rest.length > 0) this.#patient().write(rest)
  }

  /** Writes what can be written, and answers the rest. */
  #written(bytes: Uint8Array): Uint8Array {
    let from = 0
    try {
      while (from < bytes.length) from += this.#write(bytes, from)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The reader has seen enough (`svc profile ls | head -1`): not a failure of ours.
      if (code === 'EPIPE') {
        this.#broken = true
        this.#left()
        return bytes.subarray(bytes.length)
      }
      if (code !== 'EAGAIN') {
        this.#broken = true
        throw new ClientError('UNEXPECTED', `nothing more can be written to stdout: ${(error as Error).message}`)
      }
      // Another process that holds the pipe made it one that does not wait.
      this.#waiting = true
    }
    return bytes.subarray(from)
  }
}
