import { isUuid } from '../../contract/uuid.ts'
import { compareStrings, Tree } from '../../engine/world/btree.ts'

/**
 * Values that the target and the twin gave to the same record, one to one: ids, cursors, secrets. Whatever has no partner goes as it is:
 * adopted records have the target's ids at the twin, too.
 */
export class Pairing {
  readonly #toTwin: Tree<string, string>
  readonly #toTarget: Tree<string, string>

  constructor(toTwin = new Tree<string, string>(compareStrings), toTarget = new Tree<string, string>(compareStrings)) {
    this.#toTwin = toTwin
    this.#toTarget = toTarget
  }

  /** An independent pairing with the same partners, in constant time. */
  fork(): Pairing {
    return new Pairing(this.#toTwin.clone(), this.#toTarget.clone())
  }

  /** Pairs two values; one that has a partner keeps it. */
  pair(target: string, twin: string): void {
    if (this.findTwin(target) !== undefined || this.findTarget(twin) !== undefined) return
    this.#toTwin.set(target, twin)
    this.#toTarget.set(twin, target)
  }

  /**
   * The twin's value for one of the target; undefined where it has no partner. An id in upper case belongs to the
   * twin's in upper case.
   */
  findTwin(target: string): string | undefined {
    return this.#toTwin.get(target) ?? this.#findUpper(target)
  }

  #findUpper(target: string): string | undefined {
    const lower = target.toLowerCase()
    return lower === target || !isUuid(lower) ? undefined : this.#toTwin.get(lower)?.toUpperCase()
  }

  findTarget(twin: string): string | undefined {
    return this.#toTarget.get(twin)
  }
}
