import type { ClauseId } from '../../contract/clauses.ts'
import type { NamedMutant } from '../../contract/mutants.ts'
import type { Exchange } from './asked.ts'
import { rankSentences } from './blame.ts'
import { findLostEffects } from './effects.ts'
import { explain } from './explain.ts'
import { seeDecision } from './facts/refusals.ts'
import { seePair } from './facts/seen-answer.ts'
import { findAlternative } from './find-alternative.ts'
import { findUnit, isRead } from './find-unit.ts'
import { answersHere, differs, explainByTime, runOn, type Search, type Timeline } from './hypotheses.ts'
import { findKind } from './subjects.ts'
import { Suspects } from './suspects.ts'
import { takeStep, taintRequest, type TimelineStep } from './timeline.ts'
import type { Twin } from './twin.ts'

/** A kind of difference, and the clauses that it is laid to. */
export interface Divergence {
  /** Exchanges that show it, in their order. */
  readonly steps: readonly TimelineStep[]
  /** `mutant`: a twin that breaks the clause answers as the target did. `citation`: the twin's answer rests on it. */
  readonly explainedBy: 'mutant' | 'citation'
  /** The likeliest first. */
  readonly clauses: readonly ClauseId[]
}

export interface Analysis {
  /** Each exchange as the twin that explains the most compares. */
  readonly steps: readonly TimelineStep[]
  /** The twin before each exchange. */
  readonly before: readonly Twin[]
  readonly divergences: readonly Divergence[]
}

export interface Analysing {
  /** Told of the clause of each kind of difference that a mutant explains, as it is found. */
  readonly onContradicted: (clause: ClauseId) => void
  /** Lets other work go on, and says whether there is time to search for explanations. */
  readonly goesOn: () => Promise<boolean>
}

/** Kinds of differences for which an explanation is searched; a target with more is another service. */
const MAX_EXPLAINED = 25

/**
 * Compares a transcript with a twin, exchange by exchange. At a difference of a new kind, time that passed at the target and mutants of the
 * contract are asked for an explanation; the run goes on with the twin that explains it, so that what follows from a difference is no second one.
 */
export function analyse(exchanges: readonly Exchange[], start: Twin, analysing: Analysing): Promise<Analysis> {
  return new Analyser(exchanges, start, analysing).run()
}

/** A kind of difference while the run goes on. */
interface Found {
  readonly kind: string
  readonly steps: TimelineStep[]
  /** Those that explain it, the likeliest first; none where only citations do. */
  readonly mutants: readonly NamedMutant[]
  /** They explain this exchange, and not every other that rests on their sentences. */
  readonly isHere: boolean
  /** Sentences by which a record is gone that the target still has. */
  readonly effects: readonly ClauseId[]
}

class Analyser {
  readonly #exchanges: readonly Exchange[]
  readonly #start: Twin
  readonly #analysing: Analysing
  readonly #timeline: Timeline = { steps: [], before: [] }
  readonly #found: Found[] = []
  readonly #suspects = new Suspects()
  #rarity: ReadonlyMap<string, number> | undefined
  #broken: readonly string[] = []
  #twin: Twin
  #from = 0

  constructor(exchanges: readonly Exchange[], start: Twin, analysing: Analysing) {
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
        const time = explainByTime(this.#timeline, this.#exchanges, at)
        accepted.add(at)
        this.#goOn(time?.twin.fork() ?? this.#timeline.before[at]!.fork(), time?.from ?? at)
      }
    }
  }

  /** Explains the difference at a position, and goes on with the twin that explains it. */
  async #explain(at: number): Promise<void> {
    const step = this.#timeline.steps[at]!
    const unknown = findUnknownCause(this.#timeline.before[at]!, this.#exchanges[at]!)
    if (unknown !== undefined) return this.#leaveOpen(at, unknown)
    const hasTime = await this.#analysing.goesOn()
    if (this.#isTakenBack(at) || this.#isKnown(at)) return
    const search = this.#search(at)
    const explanation = hasTime && this.#found.length < MAX_EXPLAINED ? await explain(search) : undefined
    if (explanation === undefined) return this.#cite(at)
    const [{ mutant, twin, from, isHere }] = explanation
    if (mutant !== undefined) {
      const mutants = explanation.flatMap((each) => each.mutant ?? [])
      this.#note(step, mutants, isHere)
      this.#analysing.onContradicted(mutant.clause as ClauseId)
      if (isHere !== true) this.#broken = [...this.#broken, mutant.id]
    }
    this.#goOn(twin.fork(), from)
  }

  /**
   * Goes on without a mutant that the twin carries out, where that is the difference: the target breaks its sentence
   * in other cases alone.
   */
  #isTakenBack(at: number): boolean {
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

  /** Counts a difference of a kind that was found before. */
  #isKnown(at: number): boolean {
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

  /** Lays a difference that nothing explains to the sentences behind the twin's answer. */
  #cite(at: number): void {
    const step = this.#timeline.steps[at]!
    const reason = this.#suspects.find(step) ?? findSilence(step, this.#timeline.before[at]!)
    if (reason !== undefined) return this.#leaveOpen(at, reason)
    this.#note(step, [])
    this.#goOnUnexplained(at)
  }

  #note(step: TimelineStep, mutants: readonly NamedMutant[], isHere = false): void {
    const effects = mutants.length > 0 ? [] : findLostEffects(this.#timeline, this.#timeline.steps.indexOf(step))
    this.#found.push({ kind: findKind(step), steps: [step], mutants, isHere, effects })
    this.#suspects.add(step)
  }

  #leaveOpen(at: number, reason: string): void {
    const { steps } = this.#timeline
    steps[at] = { ...steps[at]!, undecided: reason }
    this.#suspects.add(steps[at])
    this.#goOnUnexplained(at)
  }

  /**
   * Goes on after a difference that nothing explains. Where only one of both wrote, what the request was about is left
   * out from now on.
   */
  #goOnUnexplained(at: number): void {
    const { twin: answer, comparison } = this.#timeline.steps[at]!
    if (isRead(answer.unit) || !comparison.oneRefused) return this.#goOn(this.#twin, at + 1)
    const exchange = this.#exchanges[at]!
    const twin = this.#timeline.before[at]!.fork()
    const [difference] = comparison.differences
    taintRequest(twin, exchange, `it rests on exchange ${exchange.number}, where both differ (${difference})`)
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
      goesOn: this.#analysing.goesOn,
    }
  }

  #conclude(): Divergence[] {
    return this.#found.map(({ steps, mutants, isHere, effects }) => {
      const explaining = [...new Set(mutants.map(({ clause }) => clause as ClauseId))]
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

/** True where what explains a difference, or nothing, may explain another one of its kind. */
function mayBeCause({ mutants, isHere }: Found, { twin }: TimelineStep): boolean {
  if (mutants.length === 0) return true
  return isHere && mutants.some(({ clause }) => twin.statements.includes(clause as ClauseId))
}

/** A write whose outcome is not known, from which a difference may follow; people and their organizations are shown to all probe files. */
function findUnknownCause({ memory }: Twin, { asked }: Exchange): string | undefined {
  const number = memory.findUnknownWrite(findUnit(asked)?.path.startsWith('/users') === true ? undefined : asked.probe)
  return number === undefined ? undefined : `it may follow from exchange ${number}, whose answer did not come`
}

/**
 * The assumption that decided whether the twin admits a request, alone, or with an alternative that explains what the
 * target does; that is a fact about it.
 */
function findSilence(step: TimelineStep, before: Twin): string | undefined {
  const pair = seePair(step)
  const [found] = pair === undefined ? [] : seeDecision(pair)
  const by = found ?? findAlternative(step, before)
  return by && `the specification is silent here: ${by.assumption} is the twin's answer`
}

/** How many answers of the twin rest on each statement, over the whole run. */
function countCitations(exchanges: readonly Exchange[], twin: Twin): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const exchange of exchanges)
    for (const id of takeStep(twin, exchange).twin.statements) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
