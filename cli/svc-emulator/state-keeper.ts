import type { Emulator } from '../../emulator/host/emulator.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { stateText } from '../../emulator/engine/world/export.ts'
import type { Snapshot } from '../../emulator/engine/world/world-state.ts'
import type { StateFile } from './state-file.ts'

/** Saves the state of an emulator: regularly while it changes, and at the end. */
export class StateKeeper {
  readonly #file: Pick<StateFile, 'write'>
  readonly #emulator: Emulator
  readonly #failed: (error: Error) => void
  /** State in the file; undefined if unknown. */
  #saved: Snapshot | undefined
  /** Serializes saves. */
  #last: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #lastFailure = ''
  /** State that is being written. */
  #writing: Snapshot | undefined
  /** True if a newer state makes the current write pointless. */
  #isOutdated = false

  /**
   * @param loaded true if the emulator starts with the state in the file
   *
   * @param failed called when a save fails while the server runs; the next one may succeed
   */
  constructor(file: Pick<StateFile, 'write'>, emulator: Emulator, loaded: boolean, failed: (error: Error) => void) {
    this.#file = file
    this.#emulator = emulator
    this.#failed = failed
    this.#saved = loaded ? emulator.snapshot() : undefined
  }

  /** Saves at this interval in milliseconds if the state has changed. 0: only at the end. */
  every(milliseconds: number): void {
    if (milliseconds === 0) return
    this.#timer = setInterval(() => void this.save().catch((error: Error) => this.#tell(error)), milliseconds).unref()
  }

  /** Saves changes since the last save. Rejects with the reason if it cannot be written. */
  save(): Promise<void> {
    const result = this.#last.then(() => this.#write())
    this.#last = result.catch(() => {})
    return result
  }

  /**
   * Saves for the last time. A save in progress is aborted if its state is outdated, so that the end waits for one save
   * only.
   */
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

  /** Reports a failure once, so that a full disk does not log a line every half minute. */
  #tell(error: Error): void {
    if (error instanceof Outdated || error.message === this.#lastFailure) return
    this.#lastFailure = error.message
    this.#failed(error)
  }
}

class Outdated extends Error {}

/** True for equal states. Snapshots share a table until it is written to. */
function isSame(before: Snapshot, after: Snapshot): boolean {
  const same = (['seed', 'settings', 'now', 'seq', 'drawn', 'triggers'] as const).every(
    (part) => before[part] === after[part],
  )
  return same && before.tables.every((table, position) => table === after.tables[position])
}
