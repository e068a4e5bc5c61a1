import { EmulatorError } from './emulator-error.ts'

/**
 * The place of a part that few programs need. What needs it is below it and asks here; `svc-emulator/extras` hands it in, and in Node
 * the package does so itself. A bundle for browsers that does not import the entry leaves the part out.
 */
export class Extra<T> {
  readonly #what: string
  #part: T | undefined

  /** `what`: what of the emulator needs it, as the user writes it. */
  constructor(what: string) {
    this.#what = what
  }

  offer(part: T): void {
    this.#part = part
  }

  /** The part, where it was handed in. */
  get offered(): T | undefined {
    return this.#part
  }

  /** Throws `EmulatorError`, with the import to add, where nobody handed it in. `what`: what needs it this time. */
  need(what = this.#what): T {
    if (this.#part !== undefined) return this.#part
    throw new EmulatorError(
      `${what} needs a part of the emulator that browsers load only when asked to. Add: import 'svc-emulator/extras'`,
    )
  }
}
