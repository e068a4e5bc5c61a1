import { shortened } from '../../../contract/shortened.ts'
import { isUuid } from '../../../contract/uuid.ts'
import type { Memory } from '../memory.ts'
import type { Pairing } from '../pairing.ts'
import { isReference } from '../translate.ts'

/**
 * Result of comparing two answers: differences in what the specification determines, paired values, unknown records.
 */
export class Findings {
  readonly differences: string[] = []
  /** The part of the answers that each difference is in. */
  readonly parts: string[] = []
  /** Ids of records whose creation the twin did not see. */
  readonly unknown: string[] = []
  readonly memory: Memory
  readonly #pairing: Pairing

  constructor(pairing: Pairing, memory: Memory) {
    this.#pairing = pairing
    this.memory = memory
  }

  differ(what: string, target: unknown, twin: unknown): void {
    this.parts.push(what)
    this.differences.push(`${what}: the target ${show(target)}, the twin ${show(twin)}`)
  }

  /** The twin's value for a value of the target, if it is known. */
  findTwin(target: string): string | undefined {
    return this.#pairing.findTwin(target)
  }

  findTarget(twin: string): string | undefined {
    return this.#pairing.findTarget(twin)
  }

  /** Pairs two values. Returns false if one of them already has another partner. */
  pair(target: string, twin: string): boolean {
    const [ownTwin, ownTarget] = [this.findTwin(target), this.findTarget(twin)]
    if (ownTwin !== undefined || ownTarget !== undefined) return ownTwin === twin && ownTarget === target
    this.#pairing.pair(target, twin)
    return true
  }

  /** True if two values are equal, are ids of one record, or are times. */
  agrees(name: string, target: unknown, twin: unknown): boolean {
    if (typeof target === 'string' && typeof twin === 'string') return this.#agreeTexts(name, target, twin)
    if (Array.isArray(target) && Array.isArray(twin))
      return target.length === twin.length && target.every((item, n) => this.agrees(name, item, twin[n]))
    if (typeof target !== 'object' || typeof twin !== 'object' || target === null || twin === null)
      return target === twin
    const names = Object.keys(twin)
    return (
      Object.keys(target).length === names.length &&
      names.every((key) => key in target && this.agrees(key, (target as never)[key], (twin as never)[key]))
    )
  }

  #agreeTexts(name: string, target: string, twin: string): boolean {
    if (target === twin || this.findTwin(target) === twin) return true
    if (name.endsWith('_at') || name === 'at') return isUtc(target) === isUtc(twin)
    if (!isReference(name)) return target === twin
    if (name === 'target_target_id') return true
    const known = this.findTwin(target)
    if (known !== undefined) return known === twin
    if (this.findTarget(twin) !== undefined) return false
    return this.pair(target, twin)
  }
}

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)$/

function isUtc(text: string): boolean {
  return utc.test(text)
}

/** True if both are UUIDs, or the twin's is none. */
export function hasIdShape(target: unknown, twin: unknown): boolean {
  return typeof twin !== 'string' || !isUuid(twin) || (typeof target === 'string' && isUuid(target))
}

const MAX_SHOWN = 120

function show(value: unknown): string {
  if (value === undefined) return 'has none'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `has ${text === '' ? "''" : shortened(text, MAX_SHOWN)}`
}
