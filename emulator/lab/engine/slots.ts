/** Notified by the meter of a run. */
export interface Waiting {
  /** Real milliseconds without a call after which a run waits. */
  readonly afterMs: number
  /** The run waits. */
  waits(): void
  /** A run that waited makes a call again. */
  wakes(): void
}

/** Slots for runs that are busy at the same time. A run that waits leaves its slot to another until it wakes. */
export class Slots {
  readonly #size: number
  readonly #mostRuns: number
  readonly #queue: (() => void)[] = []
  readonly #runs = new Set<Slot>()

  /**
   * @param size maximum of busy runs
   * @param mostRuns maximum of runs, waiting ones included
   */
  constructor(size: number, mostRuns: number) {
    this.#size = size
    this.#mostRuns = mostRuns
  }

  /** Resolves when a run may begin. */
  async enter(): Promise<Slot> {
    while (!this.#hasRoom()) await new Promise<void>((enter) => this.#queue.push(enter))
    const slot = new Slot(this)
    this.#runs.add(slot)
    if (this.#runs.size > 1) for (const run of this.#runs) run.isBeside = true
    return slot
  }

  /** The run is over. */
  leave(slot: Slot): void {
    this.#runs.delete(slot)
    this.admit()
  }

  /** Lets those begin that there is room for now. */
  admit(): void {
    if (this.#hasRoom()) this.#queue.shift()?.()
  }

  /**
   * Notes that a run made an unexpected call: it may have disturbed itself and all busy runs, but not those that wait.
   */
  disturb(): void {
    if (this.#runs.size > 1) for (const run of this.#runs) run.isDisturbed ||= !run.isWaiting
  }

  #hasRoom(): boolean {
    let busy = 0
    for (const { isWaiting } of this.#runs) if (!isWaiting) busy++
    return busy < this.#size && this.#runs.size < this.#mostRuns
  }
}

/** Slot of one run. */
export class Slot {
  isWaiting = false
  /** Another run was under way at some time. */
  isBeside = false
  /** Another run may have changed how this one ended. */
  isDisturbed = false
  readonly #slots: Slots

  constructor(slots: Slots) {
    this.#slots = slots
  }

  waits(): void {
    this.isWaiting = true
    this.#slots.admit()
  }

  wakes(): void {
    this.isWaiting = false
    this.#slots.disturb()
  }
}
