import type { AssumptionId } from '../../../contract/assumptions.ts'
import type { SettingsInput } from '../../../engine/world/settings.ts'
import { mergeSettings } from '../../../engine/world/rules.ts'
import type { Settings } from '../../../engine/world/settings.ts'
import type { Analysis } from '../analyse.ts'
import { COPIED, takeStep, type TimelineStep } from '../timeline.ts'
import { differingPaths, outline, type Outline } from './outline.ts'
import { seePair, type SeenPair } from './seen-answer.ts'

/** The answers to one exchange, as the twin answers it under some alternatives. */
interface Trial {
  readonly pair: SeenPair
  readonly target: Outline
  readonly twin: Outline
  /** True if both answers agree in outline, and in all that the specification determines. */
  readonly fits: boolean
}

/** Asks twins with other rules the exchanges of a run again. */
export class Trials {
  readonly #analysis: Analysis
  readonly #settings: SettingsInput
  readonly #known = new Map<string, Trial | undefined>()

  /** `settings`: those of the facts that the run settled. */
  constructor(analysis: Analysis, settings: SettingsInput) {
    this.#analysis = analysis
    this.#settings = settings
  }

  /** Positions of the exchanges whose answers show how the target decides. */
  positions(): number[] {
    return [...this.#analysis.steps.keys()].filter((at) => this.#shows(this.#analysis.steps[at]!))
  }

  /** Number of the exchange at a position. */
  numberAt(at: number): number {
    return this.#analysis.steps[at]!.exchange.number
  }

  /** Answers an exchange under alternatives; undefined if one of the answers is none of the API. */
  ask(at: number, otherwise: readonly string[]): Trial | undefined {
    const key = [at, ...otherwise].join(' ')
    if (!this.#known.has(key)) this.#known.set(key, this.#ask(at, otherwise))
    return this.#known.get(key)
  }

  /** True if the answer rests on an assumption. */
  restsOn(at: number, otherwise: readonly string[], assumption: AssumptionId): boolean {
    return this.ask(at, otherwise)?.pair.assumptions.includes(assumption) === true
  }

  #ask(at: number, otherwise: readonly string[]): Trial | undefined {
    const twin = this.#analysis.before[at]!.fork()
    const { world } = twin.host
    world.settings = mergeSettings([world.settings, this.#settings, { otherwise: [...otherwise] }]) as Settings
    const { exchange } = this.#analysis.steps[at]!
    const { plain, comparison } = takeStep(twin, exchange)
    const pair = seePair({ exchange, twin: plain })
    if (pair === undefined) return undefined
    const [target, own] = [outline(pair.target), outline(pair.twin)]
    const fits = comparison.differences.length === 0 && differingPaths(target, own).length === 0
    return { pair, target, twin: own, fits }
  }

  #shows({ unseen, undecided, comparison }: TimelineStep): boolean {
    return unseen !== true && undecided !== COPIED && comparison.undecided === undefined
  }
}
