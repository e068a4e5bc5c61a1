import { mutants, type NamedMutant } from '../../contract/mutants.ts'
import { failOperation } from '../../service/operations/finish-operation.ts'
import type { Exchange } from './asked.ts'
import { isRead } from './find-unit.ts'
import { takeStep, type TimelineStep } from './timeline.ts'
import type { Twin } from './twin.ts'

/** Steps on a twin, each with the twin before it. */
export interface Timeline {
  readonly steps: TimelineStep[]
  readonly before: Twin[]
}

/** Something that would make the twin answer as the target did. */
export interface Hypothesis {
  /** A mutant, or undefined where work fell due at the target that is still pending at the twin. */
  readonly mutant: NamedMutant | undefined
  /** Position of the first exchange that it does not explain; that of the end where it explains all. */
  readonly reach: number
  /** Position from which on the twin is another one, and that twin. */
  readonly from: number
  readonly twin: Twin
  /** Exchanges whose twin answers rest on the clause of the mutant. */
  readonly cited: number
  /** With it the answers to the difference cannot be compared. */
  readonly vague?: boolean
}

export function differs({ comparison, undecided }: TimelineStep): boolean {
  return undecided === undefined && comparison.differences.length > 0
}

/** True where work that the twin has pending may explain records that it did not see made. */
function mayBeLate({ comparison }: TimelineStep, before: Twin): boolean {
  return comparison.holdsUnknown === true && Number.isFinite(before.host.world.state.nextDue)
}

/**
 * Runs exchanges on a twin from a position to the next difference, or to the end. Gives the position of the difference. `accepted`:
 * positions of exchanges with unknown records that no time explains.
 */
export function runOn(
  timeline: Timeline,
  twin: Twin,
  exchanges: readonly Exchange[],
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

/** The position of the first difference of a twin from a position on that time does not explain. */
function findReach(twin: Twin, exchanges: readonly Exchange[], from: number, to = exchanges.length): number {
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

/** The twin after an exchange, with as little pending work done before it as makes it agree. */
function findLater(before: Twin, exchange: Exchange): Twin | undefined {
  for (const twin of possibleTwins(before)) if (!differs(takeStep(twin, exchange))) return twin
  return undefined
}

/** True where a twin answers as the target did from one position to another, and neither holds records that the other does not know. */
function agreesUntil(twin: Twin, exchanges: readonly Exchange[], from: number, to: number): boolean {
  for (let at = from; at <= to; at++) {
    const step = takeStep(twin, exchanges[at]!)
    if (differs(step) || (at === to && step.comparison.holdsUnknown === true)) return false
  }
  return true
}

/** True for a hypothesis that explains a difference without time that passed as well. */
export function explainsAlone({ twin, from }: Hypothesis, exchanges: readonly Exchange[], at: number): boolean {
  return agreesUntil(twin.fork(), exchanges, from, at)
}

/** How many pieces of pending work may have fallen due at once, and how many exchanges before a difference. */
const MAX_DUE = 16
const MAX_BACK = 3
/** World time within which work falls due during a run; a daily schedule does not. */
const MAX_LATE_MS = 3_600_000
/** Exchanges after a difference that show whether time explains it. */
export const LOOK_AHEAD = 40

/** Time that passed at the target: work that the twin has pending was done, or an operation failed there. */
export function explainByTime(timeline: Timeline, exchanges: readonly Exchange[], at: number): Hypothesis | undefined {
  const ahead = Math.min(exchanges.length, at + LOOK_AHEAD)
  let best: Hypothesis | undefined
  for (let from = at; from >= Math.max(0, at - MAX_BACK); from--) {
    if (!Number.isFinite(timeline.before[from]!.host.world.state.nextDue)) continue
    for (const twin of possibleTwins(timeline.before[from]!)) {
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

/** Twins as time may have left the target: with pending work done, and with one of the running operations failed, which is free. */
export function* possibleTwins(twin: Twin): Generator<Twin> {
  let before = twin
  for (const later of laterTwins(twin)) {
    yield later.fork()
    yield* failedTwins(before)
    before = later
  }
}

/** Twins in each of which another running operation failed. */
function* failedTwins(twin: Twin): Generator<Twin> {
  for (const { record } of twin.host.world.operations.rows()) {
    if (record.status !== 'running') continue
    const failed = twin.fork()
    failOperation(failed.host.world, record.id)
    yield failed
  }
}

/** Twins in which one piece of pending work more is done each. */
function* laterTwins(twin: Twin): Generator<Twin> {
  const later = twin.fork()
  for (let n = 0; n < MAX_DUE; n++) {
    const { world } = later.host
    const { nextDue } = world.state
    if (nextDue > world.now + MAX_LATE_MS) return
    world.advanceTo(Math.max(nextDue, world.now), 1)
    yield later.fork()
  }
}

/** Mutants whose twin answers as the target did, the best first. `broken`: those that the twin carries out already. */
export function explainByMutants(
  timeline: Timeline,
  exchanges: readonly Exchange[],
  at: number,
  broken: readonly string[],
  rarity: ReadonlyMap<string, number>,
): Hypothesis[] {
  const citing = listCiting(timeline, at)
  const found = mutants.flatMap((mutant) => {
    const places = citing.get(mutant.clause)
    if (places === undefined || broken.includes(mutant.id)) return []
    const tried = tryMutant(timeline, exchanges, at, mutant, places, broken)
    return tried === undefined ? [] : [{ ...tried, cited: rarity.get(mutant.clause) ?? 0 }]
  })
  return found.toSorted(
    (a, b) => b.reach - a.reach || Number(a.vague ?? false) - Number(b.vague ?? false) || a.cited - b.cited,
  )
}

/** Positions of the exchanges up to one, by the clauses that the twin's answers may rest on. */
function listCiting(timeline: Timeline, at: number): ReadonlyMap<string, number[]> {
  const citing = new Map<string, number[]>()
  for (let position = 0; position <= at; position++)
    for (const id of timeline.steps[position]!.suspected) {
      const list = citing.get(id) ?? []
      list.push(position)
      citing.set(id, list)
    }
  return citing
}

/** Runs a mutant from the first exchange that it can change. Gives undefined where it does not lead past the difference. */
function tryMutant(
  timeline: Timeline,
  exchanges: readonly Exchange[],
  at: number,
  mutant: NamedMutant,
  places: readonly number[],
  broken: readonly string[],
): Hypothesis | undefined {
  const isPlain = mutant.by.mutator === 'answer' || mutant.by.mutator === 'wire'
  // A mutant that only edits an answer has no consequences, but that the target was told another id or cursor.
  if (isPlain && places.at(-1) !== at && !hasLaterEffect(mutant)) return undefined
  const { id } = mutant
  for (const from of places) {
    const twin = timeline.before[from]!.fork([...broken, id])
    const isConsequential = !isRead(timeline.steps[from]!.twin.unit) && !isPlain
    if (isConsequential || hasLaterEffect(mutant)) {
      const reach = findReach(twin.fork(), exchanges, from)
      return reach <= at ? undefined : { mutant, reach, from, twin, cited: 0 }
    }
    const step = takeStep(twin.fork(), exchanges[from]!)
    if (differs(step)) return undefined
    if (from === at)
      return {
        mutant,
        reach: findReach(twin.fork(), exchanges, at),
        from: at,
        twin,
        cited: 0,
        vague: step.undecided !== undefined,
      }
  }
  return undefined
}

/** True for a mutant after which a client asks otherwise, or finds frames that it did not ask for. */
function hasLaterEffect({ by }: NamedMutant): boolean {
  if (by.mutator === 'wire') return by.notifications === true
  return by.mutator === 'answer' && by.edits.some(({ path }) => /\b(?:cursor|last_\w+_id)\b/.test(path))
}
