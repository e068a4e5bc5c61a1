import { findInForce, type InForce } from './in-force.ts'
import { mergeSettings, type Rules } from './rules.ts'
import type { Settings } from './settings.ts'
import type { Pending } from './tables/pending.ts'

/** The settings and alternatives by which a world answers, and the rules that are followed in place of them. */
export class Rulebook {
  #rules: Rules | undefined
  /** Settings and alternatives in force, found last; undefined after a change of rules. */
  found: { readonly settings: Settings; readonly inForce: InForce } | undefined

  /** Finds the alternatives and settings in force. */
  find(settings: Settings, seed: number): InForce {
    const given = this.#rules === undefined ? settings : (mergeSettings([settings, this.#rules]) as Settings)
    this.found = { settings, inForce: findInForce(given, seed) }
    return this.found.inForce
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
    this.found = undefined
    try {
      return run()
    } finally {
      this.#rules = outer
      this.found = undefined
    }
  }
}
