import { isUuid } from '../../contract/uuid.ts'
import { compareStrings, Tree } from '../../engine/world/btree.ts'

/**
 * One-to-one pairs of the ids, cursors and secrets that the target and the twin gave to the same record. A value
 * without a partner is not translated: records that were copied to the twin keep the target's ids.
 */
export class Pairing {
  readonly #toTwin: Tree<string, string>
  readonly #toTarget: Tree<string, string>

  constructor(toTwin = new Tree<string, string>(compareStrings), toTarget = new Tree<string, string>(compareStrings)) {
    this.#toTwin = toTwin
    this.#toTarget = toTarget
  }

  /** An independent copy, in constant time. */
  fork(): Pairing {
    return new Pairing(this.#toTwin.clone(), this.#toTarget.clone())
  }

  /** Pairs two values, unless one of them already has a partner. */
  pair(target: string, twin: string): void {
    if (this.findTwin(target) !== undefined || this.findTarget(twin) !== undefined) return
    this.#toTwin.set(target, twin)
    this.#toTarget.set(twin, target)
  }

  /**
   * The twin's value for a value of the target; undefined without a partner. An id in upper case is translated to upper
   * case.
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
