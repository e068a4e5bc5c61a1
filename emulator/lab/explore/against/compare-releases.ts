import { countValues } from '../../../engine/checking/counts.ts'
import { listRecords, listTables, worldDifferences } from '../../engine/canonical.ts'
import type { Observed } from '../../engine/world-subject.ts'
import { isReached } from '../experiment.ts'
import type { Exploration, JudgedRun } from '../exploration.ts'
import { callNames } from '../../engine/call-names.ts'
import type { Verdict } from '../verdict.ts'
import type { CallDifference } from './releases-report.ts'

/** Values of two clients. */
export interface Both<Value> {
  readonly old: Value
  readonly new: Value
}

export type DifferenceKind = 'worse' | 'otherwise' | 'better'

/** How two clients differ in one experiment. */
export interface ReleasesDifference {
  readonly kind: DifferenceKind
  readonly calls: readonly CallDifference[]
  /** Number of records that each left more than once. */
  readonly repeated: Both<number>
}

/** Harm that a client does, from none: it gets through, says that it failed, never says so, or says what is wrong. */
const harm: Readonly<Record<Verdict, number>> = {
  survived: 0,
  reported: 1,
  hung: 2,
  crashed: 2,
  storm: 2,
  'silent-cut': 3,
  'wrong-output': 3,
  'wrong-world': 4,
  'leaked-secret': 4,
}
/** Verdicts of runs that end at a limit: how far they got says nothing. */
const isCutOff = (verdict: Verdict): boolean => verdict === 'hung' || verdict === 'storm'

/** Compares two clients in one experiment; undefined where they do the same. Each is held against its own baseline. */
export function compareRuns(explorations: Both<Exploration>, judged: Both<JudgedRun>): ReleasesDifference | undefined {
  const verdicts = { old: judged.old.judgement.verdict, new: judged.new.judgement.verdict }
  const isComparable = !isCutOff(verdicts.old) && !isCutOff(verdicts.new)
  const calls = isComparable ? compareCalls(explorations, judged) : []
  const repeated = {
    old: countRepeated(explorations.old.begun.first, judged.old.run),
    new: countRepeated(explorations.new.begun.first, judged.new.run),
  }
  const worse = harm[verdicts.new] - harm[verdicts.old] || (isComparable ? repeated.new - repeated.old : 0)
  if (worse !== 0) return { kind: worse > 0 ? 'worse' : 'better', calls, repeated }
  const isSame =
    verdicts.old === verdicts.new &&
    calls.length === 0 &&
    (!isComparable || effect(explorations.old, judged.old) === effect(explorations.new, judged.new))
  return isSame ? undefined : { kind: 'otherwise', calls, repeated }
}

/** Judges a failure of a call that one of two clients makes. A client that reports it does what it can. */
export function compareOne(judged: JudgedRun, made: keyof Both<unknown>): DifferenceKind | undefined {
  if (harm[judged.judgement.verdict] <= harm.reported || !isReached(judged.experiment, judged.run)) return undefined
  return made === 'new' ? 'worse' : 'better'
}

/** Calls that two clients make a different number of times without a failure. */
export function compareBaselines({ old, new: next }: Both<Exploration>): CallDifference[] {
  const [before, after] = [countCalls(old.begun.first), countCalls(next.begun.first)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((call) => {
    const counts = { old: before.get(call) ?? 0, new: after.get(call) ?? 0 }
    return counts.old === counts.new || isUneven(call, old) || isUneven(call, next) ? [] : [{ call, ...counts }]
  })
}

function compareCalls(explorations: Both<Exploration>, judged: Both<JudgedRun>): CallDifference[] {
  const sides = (['old', 'new'] as const).map((side) => ({
    usual: countCalls(explorations[side].begun.first),
    made: countCalls(judged[side].run),
  }))
  const names = new Set(sides.flatMap(({ usual, made }) => [...usual.keys(), ...made.keys()]))
  return [...names].flatMap((call) => {
    const [old, next] = sides.map(({ usual, made }) => ({
      made: made.get(call) ?? 0,
      more: (made.get(call) ?? 0) - (usual.get(call) ?? 0),
    })) as [{ made: number; more: number }, { made: number; more: number }]
    if (old.more === next.more || isUneven(call, explorations.old) || isUneven(call, explorations.new)) return []
    return [{ call, old: old.made, new: next.made }]
  })
}

function countCalls({ calls }: Observed): Map<string, number> {
  return countValues(callNames(calls))
}

/** True for a call whose number differs between two equal runs. */
function isUneven(call: string, { begun }: Exploration): boolean {
  return begun.unevenCalls.some((uneven) => uneven.startsWith(`${call}: `))
}

/** Number of records that a run left more often than a run without a failure does: writes that were done twice. */
function countRepeated({ world: usual }: Observed, { world }: Observed): number {
  return listTables(usual, world).reduce((sum, table) => {
    const own = countValues(listRecords(world, table))
    const expected = countValues(listRecords(usual, table))
    return (
      sum + Array.from(expected).reduce((more, [text, count]) => more + Math.max(0, (own.get(text) ?? 0) - count), 0)
    )
  }, 0)
}

/** Differences that a failure makes to the world that a client leaves, as a text. */
function effect({ begun }: Exploration, { run }: JudgedRun): string {
  return worldDifferences(begun.first.world, run.world).toSorted().join('\n')
}
