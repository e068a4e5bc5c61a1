import type { Emulator } from '../../emulator/host/emulator.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { stateText } from '../../emulator/engine/world/export.ts'
import type { Snapshot } from '../../emulator/engine/world/world-state.ts'
import type { StateFile } from './state-file.ts'

/** Saves the state of an emulator: now and then while something changes, and at the end. */
export class StateKeeper {
  readonly #file: Pick<StateFile, 'write'>
  readonly #emulator: Emulator
  readonly #failed: (error: Error) => void
  /** The state in the file; undefined as long as it is not known. */
  #saved: Snapshot | undefined
  /** Saves one after the other. */
  #last: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #lastFailure = ''
  /** The state that is being written. */
  #writing: Snapshot | undefined
  /** It is no longer worth while: what is newer is saved at once. */
  #isOutdated = false

  /**
   * @param loaded whether the emulator starts with what the file holds
   * @param failed told of a save that failed while the server runs; the next one may succeed
   */
  constructor(file: Pick<StateFile, 'write'>, emulator: Emulator, loaded: boolean, failed: (error: Error) => void) {
    this.#file = file
    this.#emulator = emulator
    this.#failed = failed
    this.#saved = loaded ? emulator.snapshot() : undefined
  }

  /** Saves every so many milliseconds when something has changed. 0: only at the end. */
  every(milliseconds: number): void {
    if (milliseconds === 0) return
    this.#timer = setInterval(() => void this.save().catch((error: Error) => this.#tell(error)), milliseconds).unref()
  }

  /** Saves what has changed since the last time. Rejects with why it could not be written. */
  save(): Promise<void> {
    const result = this.#last.then(() => this.#write())
    this.#last = result.catch(() => {})
    return result
  }

  /** Saves for the last time. A save that is under way stops where the state is another by now: who waits for the end waits for one. */
  end(): Promise<void> {
    clearInterval(this.#timer)
    this.#isOutdated = this.#writing !== undefined && !isSame(this.#writing, this.#emulator.snapshot())
    return this.save()
  }

  async #write(): Promise<void> {
    const now = this.#emulator.snapshot()
    if (this.#saved !== undefined && isSame(this.#saved, now)) return
    this.#writing = now
    try {
      await this.#file.write(this.#lines())
    } finally {
      this.#writing = undefined
      this.#isOutdated = false
    }
    this.#saved = now
    this.#lastFailure = ''
  }

  *#lines(): Generator<string> {
    for (const piece of stateText(hostOf(this.#emulator).world.fork())) {
      if (this.#isOutdated) throw new Outdated()
      yield piece
    }
    yield '\n'
  }

  /** A disk that stays full is worth one line, not one every half minute. */
  #tell(error: Error): void {
    if (error instanceof Outdated || error.message === this.#lastFailure) return
    this.#lastFailure = error.message
    this.#failed(error)
  }
}

class Outdated extends Error {}

/** A table that was written to is another one: a snapshot shares its tables only with those who do not write. */
function isSame(before: Snapshot, after: Snapshot): boolean {
  const same = (['seed', 'settings', 'now', 'seq', 'drawn', 'triggers'] as const).every(
    (part) => before[part] === after[part],
  )
  return same && before.tables.every((table, position) => table === after.tables[position])
}
