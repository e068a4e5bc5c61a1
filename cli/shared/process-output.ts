import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { ClientError } from './client-error.ts'

/** Where answers go. */
export interface Output {
  readonly isTTY?: boolean
  /** How many bytes are still under way. */
  readonly writableLength?: number
  /** Whether nothing more can be written. */
  readonly broken?: boolean
  write(text: string): unknown
  /** Writes what it holds back, where it does. */
  flush?(): void
}

/**
 * The stdout of this process. A pipe or a file is written to at once, as Node's stream for it would do on most systems: without that
 * stream a command starts a sixth of a bare Node faster, and nothing is under way when it ends.
 */
export function processOutput(): Output {
  return isTerminal(1) ? process.stdout : new DirectOutput((bytes, from) => writeSync(1, bytes, from), () => process.stdout)
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
  #waiting = false
  #broken = false

  constructor(write: (bytes: Uint8Array, from: number) => number, patient: () => Patient) {
    this.#write = write
    this.#patient = patient
  }

  get writableLength(): number {
    return this.#waiting ? this.#patient().writableLength ?? 0 : 0
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
      if (code === 'EPIPE') process.exit(process.exitCode ?? 0)
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
