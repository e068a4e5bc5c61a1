import type { StartOptions } from '../../emulator/host/create-world.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import {
  holdServer,
  isSameServer,
  isSameUse,
  serverText,
  type HeldServer,
} from '../../emulator/host/kept/keep-server.ts'
import type { BegunServer } from '../../emulator/host/kept/kept-server.ts'
import type { RunOptions } from '../../emulator/host/kept/run-options.ts'
import type { StateFile } from './state-file.ts'

interface KeeperOptions {
  /** True if the emulator starts with the state in the file. */
  readonly loaded: boolean
  /** Start that the file tells; undefined where it is not known. */
  readonly begun: BegunServer | undefined
  /** Options that are not kept. */
  readonly run: RunOptions
  /** Called when a save fails while the server runs, and when one succeeds again. */
  readonly note: (text: string) => void
  /** Refuses writes of the API while nothing can be saved. */
  readonly saving?: { noteSave(problem: string | undefined): void }
  /** Real time. */
  readonly now: () => number
}

/** Saves all worlds of a server: regularly while they change, and at the end. */
export class StateKeeper {
  readonly #file: Pick<StateFile, 'write' | 'isCurrent'>
  readonly #emulator: Emulator
  readonly #options: KeeperOptions
  #begun: BegunServer | undefined
  /** Worlds in the file; undefined if unknown. */
  #saved: HeldServer | undefined
  /** Serializes saves. */
  #last: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #lastFailure = ''
  /** Worlds that are being written. */
  #writing: HeldServer | undefined
  /** True if a newer state makes the current write pointless. */
  #isOutdated = false

  constructor(file: Pick<StateFile, 'write' | 'isCurrent'>, emulator: Emulator, options: KeeperOptions) {
    this.#file = file
    this.#emulator = emulator
    this.#options = options
    this.#begun = options.begun
    this.#saved = options.loaded ? this.#hold() : undefined
  }

  #hold(): HeldServer {
    return holdServer(instanceOf(this.#emulator))
  }

  /** Notes that the main world began again, with another start. */
  begunAgain(begun: BegunServer, start: StartOptions): void {
    this.#begun = begun
    const { host, start: now } = instanceOf(this.#emulator)
    this.#options.run.createdFrom(start, host.world, now.world)
  }

  /** Saves at this interval in milliseconds if the state has changed. 0: only at the end. */
  every(milliseconds: number): void {
    if (milliseconds === 0) return
    this.#timer = setInterval(() => void this.save().catch((error: Error) => this.#tell(error)), milliseconds).unref()
  }

  /** Saves changes since the last save. Rejects with the reason if it cannot be written. */
  save(): Promise<void> {
    return this.#queue(() => this.#write(false))
  }

  #queue(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  /**
   * Saves for the last time, also where worlds were only read. A save in progress is aborted if its state is outdated,
   * so that the end waits for one save only.
   */
  end(): Promise<void> {
    clearInterval(this.#timer)
    this.#isOutdated = this.#writing !== undefined && !isSameServer(this.#writing, this.#hold())
    return this.#queue(() => this.#write(true))
  }

  async #write(isLast: boolean): Promise<void> {
    const held = this.#hold()
    const isSame = this.#saved !== undefined && isSameServer(this.#saved, held) && isSameUse(this.#saved, held, isLast)
    // Somebody may have deleted or changed the file.
    if (isSame && this.#file.isCurrent()) return
    this.#writing = held
    try {
      await this.#file.write(this.#lines(held))
    } catch (error) {
      if (!(error instanceof Outdated)) this.#options.saving?.noteSave((error as Error).message)
      throw error
    } finally {
      this.#writing = undefined
      this.#isOutdated = false
    }
    this.#options.saving?.noteSave(undefined)
    this.#saved = held
    if (this.#lastFailure !== '') this.#options.note('the state is saved again')
    this.#lastFailure = ''
  }

  *#lines(held: HeldServer): Generator<string> {
    const { run, now } = this.#options
    const options = { now: now(), begun: this.#begun, run }
    for (const piece of serverText(instanceOf(this.#emulator), held, options)) {
      if (this.#isOutdated) throw new Outdated()
      yield piece
    }
    yield '\n'
  }

  /** Reports a failure once, so that a full disk does not log a line every half minute. */
  #tell(error: Error): void {
    if (error instanceof Outdated || error.message === this.#lastFailure) return
    this.#lastFailure = error.message
    this.#options.note(error.message)
  }
}

class Outdated extends Error {}
