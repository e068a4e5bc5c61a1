import type { AssumptionId } from '../../contract/assumptions.ts'
import { alternatives } from '../../contract/variants.ts'
import { settingsFrom } from '../../host/facts/fact-settings.ts'
import { UNKNOWN_PATH, type Fact } from '../../host/facts/facts.ts'
import type { Analysis } from './analyse.ts'
import {
  adoptAlternatives,
  findChanged,
  findResting,
  listCandidates,
  type Candidate,
} from './facts/adopt-alternatives.ts'
import { differingPaths } from './facts/outline.ts'
import { AS_ASSUMED } from './facts/sighting.ts'
import { Trials } from './facts/trials.ts'

interface Settling {
  /** Date of the run. */
  readonly on: string
  /** Says by the numbers of the exchanges that show a difference whether it is a fact. */
  readonly isSeen: (numbers: readonly number[]) => boolean
}

/**
 * Settles assumptions by their alternatives. A fact names the alternative by which the target answers; or one by which it
 * does not, with the units whose answers rule it out, if no answer that it could change is left unexplained; or says
 * that units differ. `given`: alternatives of earlier facts. Returns them with `facts`, without those that they replace.
 */
export function settleByAlternatives(
  analysis: Analysis,
  facts: readonly Fact[],
  { given, ...settling }: Settling & { readonly given: readonly string[] },
): Fact[] {
  const settings = facts.flatMap(({ setting, observed }) =>
    setting === undefined ? [] : [[setting, observed] as const],
  )
  const trials = new Trials(analysis, settingsFrom(new Map(settings)))
  const adopted = adoptAlternatives(trials, given)
  const judge = new Judge(trials, adopted, settling)
  const candidates = listCandidates(adopted)
  const found = [...new Set(candidates.map(({ assumption }) => assumption))].flatMap((assumption) =>
    judge.judge(
      assumption,
      candidates.filter((each) => each.assumption === assumption),
    ),
  )
  const decided = new Set(found.flatMap((fact) => (fact.not === undefined ? [fact.assumption] : [])))
  return [...found, ...facts.filter(({ assumption, setting }) => setting !== undefined || !decided.has(assumption))]
}

/** Most units that a fact names of those that answer as assumed. */
const MAX_UNITS = 4

/** Judges the candidates for each assumption, by all exchanges of a run. */
class Judge {
  readonly #trials: Trials
  readonly #adopted: readonly string[]
  readonly #how: Settling

  constructor(trials: Trials, adopted: readonly string[], how: Settling) {
    this.#trials = trials
    this.#adopted = adopted
    this.#how = how
  }

  /** Facts about an assumption; none if an answer that it could change differs without an explanation. */
  judge(assumption: AssumptionId, candidates: readonly Candidate[]): Fact[] {
    const resting = findResting(this.#trials, this.#adopted, candidates[0]!)
    const open = resting.filter((at) => !this.#trials.ask(at, this.#adopted)!.fits)
    for (const candidate of candidates) {
      const others = open.filter((at) => this.#trials.ask(at, candidate.otherwise)?.fits === true)
      if (others.length > 0) return this.#seenOnly(others, this.#mixed(candidate, others, resting))
    }
    if (open.some((at) => candidates.some((each) => this.#bearsOn(at, each)))) return []
    return [...this.#follows(assumption, candidates, resting), ...this.#rulesOut(candidates, resting)]
  }

  /** True if a candidate would change a part of the answer that differs. */
  #bearsOn(at: number, candidate: Candidate): boolean {
    const { target, twin } = this.#trials.ask(at, this.#adopted)!
    const differing = new Set(differingPaths(target, twin))
    return findChanged(this.#trials, at, this.#adopted, candidate).some((path) => differing.has(path))
  }

  #mixed({ assumption, by }: Candidate, others: readonly number[], resting: readonly number[]): Fact {
    const otherwise = by?.id ?? AS_ASSUMED
    const own = this.#findAdopted(assumption)?.id ?? AS_ASSUMED
    const rest = resting.filter((at) => !others.includes(at) && this.#trials.ask(at, this.#adopted)!.fits)
    const shown = this.#listUnits(rest)
    const more = shown.length - MAX_UNITS
    const like = shown.length === 0 ? 'no other' : shown.slice(0, MAX_UNITS).join(', ')
    const also = more > 0 ? ` and ${more} more` : ''
    const observed = `varies: ${otherwise} in ${this.#listUnits(others).join(', ')}; ${own} in ${like}${also}`
    return this.#fact(assumption, others[0]!, { observed, assumed: 'one rule', units: this.#listUnits(others) })
  }

  /** The fact that the target follows an adopted alternative, where answers would differ without it. */
  #follows(assumption: AssumptionId, candidates: readonly Candidate[], resting: readonly number[]): Fact[] {
    const adopted = this.#findAdopted(assumption)
    const plain = candidates.find(({ by }) => by === undefined)
    if (adopted === undefined || plain === undefined) return []
    const shown = resting.filter((at) => this.#isRuledOut(at, plain))
    if (shown.length === 0) return []
    const fact = this.#fact(assumption, shown[0]!, { alternative: adopted.id, observed: adopted.says })
    return this.#seenOnly(shown, fact)
  }

  /** A fact for each alternative that answers rule out. */
  #rulesOut(candidates: readonly Candidate[], resting: readonly number[]): Fact[] {
    return candidates.flatMap((candidate) => {
      const { by, assumption } = candidate
      if (by === undefined) return []
      // Beside an adopted alternative to the same assumption, which it may go together with.
      const also = { ...candidate, otherwise: [...this.#adopted, by.id] }
      const units = new Map<string, number>()
      for (const at of resting) {
        const unit = this.#unitAt(at)
        if (!units.has(unit) && this.#isRuledOut(at, also)) units.set(unit, at)
      }
      const [first] = units.values()
      if (first === undefined) return []
      return [this.#fact(assumption, first, { not: by.id, observed: AS_ASSUMED, units: [...units.keys()] })]
    })
  }

  #isRuledOut(at: number, candidate: Candidate): boolean {
    const own = this.#trials.ask(at, this.#adopted)!
    return own.fits && findChanged(this.#trials, at, this.#adopted, candidate).length > 0
  }

  #findAdopted(assumption: AssumptionId) {
    return alternatives.find(({ id, statement }) => statement === assumption && this.#adopted.includes(id))
  }

  #unitAt(at: number): string {
    return this.#trials.ask(at, this.#adopted)!.pair.unit?.id ?? UNKNOWN_PATH
  }

  #listUnits(places: readonly number[]): string[] {
    return [...new Set(places.map((at) => this.#unitAt(at)))]
  }

  #seenOnly(places: readonly number[], fact: Fact): Fact[] {
    return this.#how.isSeen(places.map((at) => this.#trials.numberAt(at))) ? [fact] : []
  }

  #fact(assumption: AssumptionId, at: number, about: Omit<Fact, 'assumption' | 'on' | 'exchange'>): Fact {
    const { exchange } = this.#trials.ask(at, this.#adopted)!.pair
    return { assumption, ...about, on: this.#how.on, exchange }
  }
}
