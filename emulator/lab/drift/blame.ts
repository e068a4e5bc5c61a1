import { clauses, type ClauseId } from '../../contract/clauses.ts'
import { differs } from './hypotheses.ts'
import { isAbout, listSubjects } from './subjects.ts'
import type { TimelineStep } from './timeline.ts'

const known: ReadonlySet<string> = new Set(clauses.map(({ id }) => id))

/**
 * Sentences that exchanges with one kind of difference rest on, the likeliest first: those that all of them rest on and that are about what differs, then
 * those that held in no exchange, then those that fewest answers rest on. `all`: the exchanges of the run.
 */
export function rankSentences(
  shown: readonly TimelineStep[],
  all: readonly TimelineStep[],
  rarity: ReadonlyMap<string, number>,
): ClauseId[] {
  const [first] = shown as [TimelineStep]
  const subjects = listSubjects(first)
  const cited = first.twin.statements.filter((id): id is ClauseId => known.has(id))
  const everywhere = cited.filter((id) => shown.every(({ twin }) => twin.statements.includes(id)))
  const candidates = everywhere.length > 0 ? everywhere : cited
  const held = listHeld(all, first)
  const weigh = (id: ClauseId): number => Number(!isAbout(id, subjects)) * 2 + Number(held.has(id))
  return candidates.toSorted((a, b) => weigh(a) - weigh(b) || (rarity.get(a) ?? 0) - (rarity.get(b) ?? 0))
}

/** Sentences that held elsewhere at the endpoint of a difference. */
function listHeld(all: readonly TimelineStep[], { twin: { unit } }: TimelineStep): ReadonlySet<string> {
  const alike = all.filter((step) => step.twin.unit === unit && step.undecided === undefined && !differs(step))
  return new Set(alike.flatMap(({ twin }) => twin.statements))
}
