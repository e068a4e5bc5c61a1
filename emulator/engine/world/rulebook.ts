import { findInForce, type InForce } from './otherwise.ts'
import { mergeSettings, type Rules } from './rules.ts'
import type { Settings } from './settings.ts'
import type { Pending } from './tables/pending.ts'

/** The settings and alternatives by which a world answers, and the rules that are followed in place of them. */
export class Rulebook {
  #rules: Rules | undefined
  #found: { readonly settings: Settings; readonly rules: Rules | undefined; readonly inForce: InForce } | undefined

  /** Finds the alternatives and settings in force: the same object until settings, rules or seed are others. */
  find(settings: Settings, seed: number): InForce {
    const rules = this.#rules
    const last = this.#found
    if (last?.settings === settings && last.rules === rules && last.inForce.seed === seed) return last.inForce
    const given = rules === undefined ? settings : (mergeSettings([settings, rules]) as Settings)
    const inForce = findInForce(given, seed)
    this.#found = { settings, rules, inForce }
    return inForce
  }

  /** Runs under these rules, in addition to those that are followed. */
  add<T>(rules: Rules, run: () => T): T {
    return this.#follow(mergeSettings([this.#rules, rules]), run)
  }

  /** Does work under the rules that it has kept, and no others. */
  work<T>({ rules }: Pending, run: () => T): T {
    if (rules === undefined && this.#rules === undefined) return run()
    return this.#follow(rules as Rules | undefined, run)
  }

  /** The field of work that begins now. */
  get kept(): Pick<Pending, 'rules'> {
    return this.#rules === undefined ? {} : { rules: this.#rules as Exclude<Pending['rules'], undefined> }
  }

  #follow<T>(rules: Rules | undefined, run: () => T): T {
    const outer = this.#rules
    this.#rules = rules
    try {
      return run()
    } finally {
      this.#rules = outer
    }
  }
}
