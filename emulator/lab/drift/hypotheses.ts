import { mutants, type NamedMutant } from '../../contract/variants.ts'
import type { ObservedExchange } from './asked.ts'
import { isRead } from './find-unit.ts'
import { possibleTwins } from './possible-twins.ts'
import { takeStep, type TimelineStep } from './timeline.ts'
import type { Twin } from './twin.ts'

/** Compared exchanges, each with the twin before it. */
export interface DriftTimeline {
  readonly steps: TimelineStep[]
  readonly before: Twin[]
}

/** A possible explanation of why the target answered differently from the twin. */
export interface Hypothesis {
  /** The mutant; undefined for time that passed at the target. */
  readonly mutant: NamedMutant | undefined
  /** Position of the first exchange that it does not explain, within the range that is searched. */
  readonly reach: number
  /** Position from which `twin` replaces the twin of the run. */
  readonly from: number
  readonly twin: Twin
  /** Number of the twin's answers that rest on the mutant's clause. */
  readonly cited: number
  /** The mutant makes the answers incomparable at the difference. */
  readonly vague?: boolean
  /** The mutant explains this exchange only, not the others that rest on its sentence. */
  readonly isHere?: true
}

/** A search for an explanation of a difference. */
export interface Search {
  readonly timeline: DriftTimeline
  readonly exchanges: readonly ObservedExchange[]
  /** Position of the difference. */
  readonly at: number
  /** Mutants that the twin already has. */
  readonly broken: readonly string[]
  /** Number of the twin's answers that rest on each statement, over the whole run. */
  readonly rarity: ReadonlyMap<string, number>
  /** Yields to other work. Resolves to true while there is time to continue. */
  readonly goesOn: () => Promise<boolean>
  /** Says whether the analysis has to end at once. */
  readonly isOver: () => boolean
}

export function differs({ comparison, undecided }: TimelineStep): boolean {
  return undecided === undefined && comparison.differences.length > 0
}

/** True if pending work of the twin may create the records that only the target has. */
function mayBeLate({ comparison }: TimelineStep, before: Twin): boolean {
  return comparison.holdsUnknown === true && Number.isFinite(before.host.world.state.nextDue)
}

/**
 * Compares exchanges with a twin from a position to the next difference, or to the end. Returns the position of the
 * difference. `accepted`: positions where time does not explain the unknown records, so that they are passed over.
 */
export function runOn(
  timeline: DriftTimeline,
  twin: Twin,
  exchanges: readonly ObservedExchange[],
  from: number,
  accepted: ReadonlySet<number>,
): number {
  timeline.steps.length = timeline.before.length = from
  for (let at = from; at < exchanges.length; at++) {
    timeline.before[at] = twin.fork()
    const step = takeStep(twin, exchanges[at]!)
    timeline.steps[at] = step
    if (differs(step) || (mayBeLate(step, timeline.before[at]!) && !accepted.has(at))) return at
  }
  return exchanges.length
}

/** Position of the first difference between `from` and `to` that time does not explain; `to` if there is none. */
export function findReach(twin: Twin, exchanges: readonly ObservedExchange[], from: number, to: number): number {
  let moved = twin
  for (let at = from; at < to; at++) {
    const before = Number.isFinite(moved.host.world.state.nextDue) ? moved.fork() : undefined
    if (!differs(takeStep(moved, exchanges[at]!))) continue
    const later = before === undefined ? undefined : findLater(before, exchanges[at]!)
    if (later === undefined) return at
    moved = later
  }
  return to
}

/** The twin after an exchange, with the least pending work done before it that makes the answers agree. */
function findLater(before: Twin, exchange: ObservedExchange): Twin | undefined {
  for (const twin of possibleTwins(before)) if (!differs(takeStep(twin, exchange))) return twin
  return undefined
}

/** True if a twin agrees with the target from one position to another, and knows all records of the last answer. */
function agreesUntil(twin: Twin, exchanges: readonly ObservedExchange[], from: number, to: number): boolean {
  for (let at = from; at <= to; at++) {
    const step = takeStep(twin, exchanges[at]!)
    if (differs(step) || (at === to && step.comparison.holdsUnknown === true)) return false
  }
  return true
}

/** True if a hypothesis explains a difference without passed time. */
export function explainsAlone({ twin, from }: Hypothesis, exchanges: readonly ObservedExchange[], at: number): boolean {
  return agreesUntil(twin.fork(), exchanges, from, at)
}

/** Most exchanges before a difference at which work may have fallen due. */
const MAX_BACK = 3
/** Exchanges after a difference that a hypothesis is tried on: for time, and for a mutant. */
export const LOOK_AHEAD = 40
export const LOOK_FAR_AHEAD = 120

/** Explains a difference by time that passed at the target, in which pending work was done or an operation failed. */
export function explainByTime({
  timeline,
  exchanges,
  at,
  isOver,
}: Pick<Search, 'timeline' | 'exchanges' | 'at' | 'isOver'>): Hypothesis | undefined {
  const ahead = Math.min(exchanges.length, at + LOOK_AHEAD)
  let best: Hypothesis | undefined
  for (let from = at; from >= Math.max(0, at - MAX_BACK); from--) {
    if (!Number.isFinite(timeline.before[from]!.host.world.state.nextDue)) continue
    for (const twin of possibleTwins(timeline.before[from]!)) {
      if (isOver()) return best
      const probe = twin.fork()
      if (!agreesUntil(probe, exchanges, from, at)) continue
      const reach = findReach(probe, exchanges, at + 1, ahead)
      if (reach > at && (best === undefined || reach > best.reach))
        best = { mutant: undefined, reach, from, twin, cited: 0 }
      if (reach === ahead) return best
    }
  }
  return best
}

/** Mutants that make the twin answer like the target from there on, the best first. */
export async function explainByMutants(search: Search): Promise<Hypothesis[]> {
  const { timeline, at, broken } = search
  const citing = listCiting(timeline, at)
  const found: Hypothesis[] = []
  for (const mutant of mutants) {
    const places = citing.get(mutant.statement)
    if (places === undefined || broken.includes(mutant.id)) continue
    if (!(await search.goesOn())) break
    const tried = tryMutant(search, mutant, places)
    if (tried !== undefined) found.push(tried)
  }
  return rank(found, search)
}

/** Mutants that make the twin answer like the target in one exchange only, which may be a case of their sentence. */
export function explainHere(search: Search): Hypothesis[] {
  const { timeline, exchanges, at } = search
  const { suspected, twin: answer } = timeline.steps[at]!
  let shared: number | undefined
  const found = mutants.flatMap((mutant) => {
    const twin = suspected.has(mutant.statement) ? answersHere(search, mutant) : undefined
    if (twin === undefined) return []
    // A read leaves the twin as it is without the mutant, so all mutants reach equally far.
    const reach = shared ?? findReach(twin.fork(), exchanges, at + 1, farAhead(search))
    if (isRead(answer.unit)) shared = reach
    return [{ mutant, reach, from: at + 1, twin, cited: 0, isHere: true as const }]
  })
  return rank(found, search)
}

function farAhead({ exchanges, at }: Search): number {
  return Math.min(exchanges.length, at + LOOK_FAR_AHEAD)
}

/** The twin after an exchange in which it also has a mutant; undefined if it does not answer like the target. */
export function answersHere({ timeline, exchanges, at, broken }: Search, { id }: NamedMutant): Twin | undefined {
  const before = timeline.before[at]!
  const twin = before.fork([...broken, id])
  const step = takeStep(twin, exchanges[at]!)
  if (differs(step) || step.undecided !== undefined) return undefined
  return twin.fork(broken)
}

/**
 * Sorts by reach, then general before single cases, then comparable answers, then sentences that fewer answers rest on.
 */
export function rank(found: readonly Hypothesis[], { rarity }: Search): Hypothesis[] {
  const counted = found.map((each) => ({ ...each, cited: rarity.get(each.mutant!.statement) ?? 0 }))
  return counted.toSorted(
    (a, b) =>
      b.reach - a.reach ||
      Number(a.isHere ?? false) - Number(b.isHere ?? false) ||
      Number(a.vague ?? false) - Number(b.vague ?? false) ||
      a.cited - b.cited,
  )
}

/** Positions up to `at`, by the statements that the twin's answers may rest on. */
function listCiting(timeline: DriftTimeline, at: number): ReadonlyMap<string, number[]> {
  const citing = new Map<string, number[]>()
  for (let position = 0; position <= at; position++)
    for (const id of timeline.steps[position]!.suspected) {
      const list = citing.get(id) ?? []
      list.push(position)
      citing.set(id, list)
    }
  return citing
}

/**
 * Tries a mutant from the first exchange that it can change. Returns undefined if it does not explain the difference.
 */
function tryMutant(search: Search, mutant: NamedMutant, places: readonly number[]): Hypothesis | undefined {
  const { timeline, exchanges, at, broken } = search
  const isPlain = mutant.by.mutator === 'answer' || mutant.by.mutator === 'wire'
  // A mutant that edits an answer affects later exchanges only if the client sends the edited id or cursor.
  if (isPlain && places.at(-1) !== at && !hasLaterEffect(mutant)) return undefined
  const { id } = mutant
  for (const from of places) {
    const twin = timeline.before[from]!.fork([...broken, id])
    const isConsequential = !isRead(timeline.steps[from]!.twin.unit) && !isPlain
    if (isConsequential || hasLaterEffect(mutant)) {
      const reach = findReach(twin.fork(), exchanges, from, farAhead(search))
      return reach <= at ? undefined : { mutant, reach, from, twin, cited: 0 }
    }
    const step = takeStep(twin.fork(), exchanges[from]!)
    if (differs(step)) return undefined
    if (from === at)
      return {
        mutant,
        reach: findReach(twin.fork(), exchanges, at, farAhead(search)),
        from: at,
        twin,
        cited: 0,
        vague: step.undecided !== undefined,
      }
  }
  return undefined
}

/** True for a mutant that changes what a client sends later, or sends frames that the client did not ask for. */
function hasLaterEffect({ by }: NamedMutant): boolean {
  if (by.mutator === 'wire') return by.notifications === true
  return by.mutator === 'answer' && by.edits.some(({ path }) => /\b(?:cursor|last_\w+_id)\b/.test(path))
}
