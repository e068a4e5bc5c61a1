import { countValues } from '../../engine/checking/counts.ts'
import type { ClauseId } from '../../contract/clauses.ts'
import type { NamedMutant } from '../../contract/variants.ts'
import type { ObservedExchange } from './asked.ts'
import { rankSentences } from './blame.ts'
import { findLostEffects } from './effects.ts'
import { explain, explainByTimeAlone } from './explain.ts'
import { findByAlternative, findSilence, type Silence } from './find-silence.ts'
import { findUnit, isRead } from './find-unit.ts'
import { answersHere, differs, explainByTime, runOn, type Search, type DriftTimeline } from './hypotheses.ts'
import { findKind } from './subjects.ts'
import { Suspects } from './suspects.ts'
import { takeStep, taintRequest, type TimelineStep } from './timeline.ts'
import type { Twin } from './twin.ts'

/** A kind of difference, and the clauses that it is attributed to. */
export interface Divergence {
  /** Exchanges that show it, in their order. */
  readonly steps: readonly TimelineStep[]
  /** `mutant`: a twin that breaks the clause answers like the target. `citation`: the twin's answer cites it. */
  readonly explainedBy: 'mutant' | 'citation'
  /** The likeliest first. */
  readonly clauses: readonly ClauseId[]
}

export interface Analysis {
  /** Each exchange, compared with the twin that explains the most. */
  readonly steps: readonly TimelineStep[]
  /** The twin before each exchange. */
  readonly before: readonly Twin[]
  readonly divergences: readonly Divergence[]
}

export interface Analysing {
  /** Called with the clause of each kind of difference that a mutant explains, as soon as it is found. */
  readonly onContradicted: (clause: ClauseId) => void
  /** Yields to other work. Resolves to true while there is time to search for explanations. */
  readonly goesOn: () => Promise<boolean>
  readonly isOver: Search['isOver']
}

/** Kinds of differences that are explained; a target with more is a different service. */
const MAX_EXPLAINED = 25

/**
 * Compares a transcript with a twin, exchange by exchange. A difference of a new kind is explained by time that passed
 * at the target or by mutants of the contract. The run continues with the twin that explains it, so that consequences
 * of one difference are not reported as another.
 */
export function analyse(exchanges: readonly ObservedExchange[], start: Twin, analysing: Analysing): Promise<Analysis> {
  return new Analyser(exchanges, start, analysing).run()
}

/** A kind of difference while the run goes on. */
interface Found {
  readonly kind: string
  readonly steps: TimelineStep[]
  /** Mutants that explain it, the likeliest first; empty if none does. */
  readonly mutants: readonly NamedMutant[]
  /** The mutants explain this exchange, but not all others that rest on their sentences. */
  readonly isHere: boolean
  /** Sentences that require the deletion of a record that the target still has. */
  readonly effects: readonly ClauseId[]
}

class Analyser {
  readonly #exchanges: readonly ObservedExchange[]
  readonly #start: Twin
  readonly #analysing: Analysing
  readonly #timeline: DriftTimeline = { steps: [], before: [] }
  readonly #found: Found[] = []
  readonly #suspects = new Suspects()
  #rarity: ReadonlyMap<string, number> | undefined
  #broken: readonly string[] = []
  #twin: Twin
  #from = 0

  constructor(exchanges: readonly ObservedExchange[], start: Twin, analysing: Analysing) {
    this.#exchanges = exchanges
    this.#start = start
    this.#analysing = analysing
    this.#twin = start.fork()
  }

  async run(): Promise<Analysis> {
    const accepted = new Set<number>()
    for (;;) {
      const at = runOn(this.#timeline, this.#twin, this.#exchanges, this.#from, accepted)
      if (at === this.#exchanges.length) return { ...this.#timeline, divergences: this.#conclude() }
      if (differs(this.#timeline.steps[at]!)) await this.#explain(at)
      else {
        const time = explainByTime({ ...this.#analysing, timeline: this.#timeline, exchanges: this.#exchanges, at })
        accepted.add(at)
        this.#goOn(time?.twin.fork() ?? this.#timeline.before[at]!.fork(), time?.from ?? at)
      }
    }
  }

  /** Explains the difference at a position, and continues with the twin that explains it. */
  async #explain(at: number): Promise<void> {
    const step = this.#timeline.steps[at]!
    const unknown = findUnknownCause(this.#timeline.before[at]!, this.#exchanges[at]!)
    if (unknown !== undefined) return this.#leaveUndecided(at, unknown)
    if (this.#analysing.isOver()) return this.#leaveUndecided(at, 'the run ended before this difference was explained')
    const hasTime = await this.#analysing.goesOn()
    if (this.#dropMutant(at) || this.#addToKnown(at)) return
    const search = this.#search(at)
    const isSearched = hasTime && this.#found.length < MAX_EXPLAINED
    const explanation = isSearched ? await explain(search) : explainByTimeAlone(search)
    const silence = findByAlternative(search, explanation?.[0])
    if (silence !== undefined) return this.#leaveToTarget(at, silence)
    if (explanation === undefined) return this.#cite(at)
    const [{ mutant, twin, from, isHere }] = explanation
    if (mutant !== undefined) {
      const mutants = explanation.flatMap((each) => each.mutant ?? [])
      this.#note(step, mutants, isHere)
      this.#analysing.onContradicted(mutant.statement)
      if (isHere !== true) this.#broken = [...this.#broken, mutant.id]
    }
    this.#goOn(twin.fork(), from)
  }

  /**
   * Drops a mutant of the twin if the difference disappears without it: the target breaks its sentence in some cases
   * only. Returns false if no mutant causes the difference.
   */
  #dropMutant(at: number): boolean {
    for (const id of this.#broken) {
      const others = this.#broken.filter((each) => each !== id)
      const twin = this.#timeline.before[at]!.fork(others)
      if (differs(takeStep(twin.fork(), this.#exchanges[at]!))) continue
      this.#broken = others
      this.#goOn(twin, at)
      return true
    }
    return false
  }

  /** Adds a difference to a kind that was found before. Returns false if its kind is new. */
  #addToKnown(at: number): boolean {
    const step = this.#timeline.steps[at]!
    const search = this.#search(at)
    for (const { steps, mutants } of this.#found)
      for (const mutant of mutants) {
        const twin = this.#broken.includes(mutant.id) ? undefined : answersHere(search, mutant)
        if (twin === undefined) continue
        steps.push(step)
        this.#goOn(twin, at + 1)
        return true
      }
    const kind = findKind(step)
    const alike = this.#found.find((found) => found.kind === kind && mayBeCause(found, step))
    if (alike === undefined) return false
    alike.steps.push(step)
    this.#goOnUnexplained(at)
    return true
  }

  /** Attributes an unexplained difference to the sentences that the twin's answer cites. */
  #cite(at: number): void {
    const step = this.#timeline.steps[at]!
    const reason = this.#suspects.find(step) ?? findSilence(step)
    if (reason !== undefined) return this.#leaveUndecided(at, reason)
    this.#note(step, [])
    this.#goOnUnexplained(at)
  }

  #note(step: TimelineStep, mutants: readonly NamedMutant[], isHere = false): void {
    const effects = mutants.length > 0 ? [] : findLostEffects(this.#timeline, this.#timeline.steps.indexOf(step))
    this.#found.push({ kind: findKind(step), steps: [step], mutants, isHere, effects })
    this.#suspects.add(step)
  }

  /** Leaves a difference undecided that an alternative explains, and continues with the twin that followed it. */
  #leaveToTarget(at: number, { reason, twin }: Silence): void {
    const { steps } = this.#timeline
    steps[at] = { ...steps[at]!, undecided: reason }
    this.#goOn(twin, at + 1)
  }

  #leaveUndecided(at: number, reason: string): void {
    const { steps } = this.#timeline
    steps[at] = { ...steps[at]!, undecided: reason }
    this.#suspects.add(steps[at])
    this.#goOnUnexplained(at)
  }

  /**
   * Continues after an unexplained difference. If only one side wrote, the records of the request are no longer
   * compared.
   */
  #goOnUnexplained(at: number): void {
    const { twin: answer, comparison } = this.#timeline.steps[at]!
    if (isRead(answer.unit) || !comparison.oneRefused) return this.#goOn(this.#twin, at + 1)
    const exchange = this.#exchanges[at]!
    const twin = this.#timeline.before[at]!.fork()
    const [difference] = comparison.differences
    taintRequest(twin, exchange, `it rests on exchange ${exchange.number}, where the answers differ (${difference})`)
    this.#goOn(twin, at + 1)
  }

  #goOn(twin: Twin, from: number): void {
    this.#twin = twin
    this.#from = from
  }

  #search(at: number): Search {
    this.#rarity ??= countCitations(this.#exchanges, this.#start.fork())
    return {
      timeline: this.#timeline,
      exchanges: this.#exchanges,
      at,
      broken: this.#broken,
      rarity: this.#rarity,
      ...this.#analysing,
    }
  }

  #conclude(): Divergence[] {
    return this.#found.map(({ steps, mutants, isHere, effects }) => {
      const explaining = [...new Set(mutants.map(({ statement }) => statement))]
      if (explaining.length > 0 && !isHere) return { steps, explainedBy: 'mutant', clauses: explaining }
      const ranked = rankSentences(steps, this.#timeline.steps, this.#rarity!, explaining)
      const clauses = [...new Set([...effects, ...ranked])]
      const isExplained = explaining.includes(clauses[0]!)
      return isExplained
        ? { steps, explainedBy: 'mutant', clauses: clauses.filter((id) => explaining.includes(id)) }
        : { steps, explainedBy: 'citation', clauses }
    })
  }
}

/** True if a further step of the same kind may have the cause of an earlier difference. */
function mayBeCause({ mutants, isHere }: Found, { twin }: TimelineStep): boolean {
  if (mutants.length === 0) return true
  return isHere && mutants.some(({ statement }) => twin.statements.includes(statement))
}

/** A reason if it may follow from a write with unknown outcome; for `/users`, from one of any probe file. */
function findUnknownCause({ memory }: Twin, { asked }: ObservedExchange): string | undefined {
  const number = memory.findUnknownWrite(findUnit(asked)?.path.startsWith('/users') === true ? undefined : asked.probe)
  return number === undefined ? undefined : `it may be a consequence of exchange ${number}, whose answer did not come`
}

/** Counts the twin's answers that rest on each statement, over the whole run. */
function countCitations(exchanges: readonly ObservedExchange[], twin: Twin): ReadonlyMap<string, number> {
  return countValues<string>(exchanges.flatMap((exchange) => takeStep(twin, exchange).twin.statements))
}
