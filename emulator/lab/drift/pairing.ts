/**
 * Values that the target and the twin gave to the same record, one to one: ids, cursors, secrets. Whatever has no partner goes as it is:
 * adopted records have the target's ids at the twin, too.
 */
export class Pairing {
  #toTwin: Map<string, string>
  #toTarget: Map<string, string>
  /** A fork holds the same maps: the first of both that writes makes copies. */
  #isShared = false

  constructor(toTwin = new Map<string, string>(), toTarget = new Map<string, string>(), isShared = false) {
    this.#toTwin = toTwin
    this.#toTarget = toTarget
    this.#isShared = isShared
  }

  /** An independent pairing with the same partners, in constant time. */
  fork(): Pairing {
    this.#isShared = true
    return new Pairing(this.#toTwin, this.#toTarget, true)
  }

  /** Pairs two values; one that has a partner keeps it. */
  pair(target: string, twin: string): void {
    if (this.#toTwin.has(target) || this.#toTarget.has(twin)) return
    if (this.#isShared) {
      this.#toTwin = new Map(this.#toTwin)
      this.#toTarget = new Map(this.#toTarget)
      this.#isShared = false
    }
    this.#toTwin.set(target, twin)
    this.#toTarget.set(twin, target)
  }

  /** The twin's value for one of the target; undefined where it has no partner. */
  findTwin(target: string): string | undefined {
    return this.#toTwin.get(target)
  }

  findTarget(twin: string): string | undefined {
    return this.#toTarget.get(twin)
  }
}
