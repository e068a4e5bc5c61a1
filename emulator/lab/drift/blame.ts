import { clauses, type ClauseId } from '../../contract/clauses.ts'
import { differs } from './hypotheses.ts'
import { isAbout, listSubjects } from './subjects.ts'
import type { TimelineStep } from './timeline.ts'

const known: ReadonlySet<string> = new Set(clauses.map(({ id }) => id))

/**
 * Ranks the sentences that may be broken in exchanges with one kind of difference, the likeliest first. Candidates are
 * the sentences that all these exchanges rest on, and those of mutants that explain it. First come those about the part
 * that differs, then those that held nowhere at this endpoint, then those that held nowhere, then those of the mutants,
 * then those that the fewest answers rest on. That a sentence held at this endpoint does not count if only one side
 * refuses the request and no mutant explains why. `all`: the exchanges of the run.
 */
export function rankSentences(
  shown: readonly TimelineStep[],
  all: readonly TimelineStep[],
  rarity: ReadonlyMap<string, number>,
  explaining: readonly ClauseId[],
): ClauseId[] {
  const [first] = shown as [TimelineStep]
  const subjects = listSubjects(first)
  const cited = first.twin.statements.filter((id): id is ClauseId => known.has(id))
  const everywhere = cited.filter((id) => shown.every(({ twin }) => twin.statements.includes(id)))
  const candidates = [...new Set([...explaining, ...(everywhere.length > 0 ? everywhere : cited)])]
  const agreeing = all.filter((step) => step.undecided === undefined && !differs(step))
  const held = listStatements(agreeing)
  const heldHere = listStatements(agreeing.filter(({ twin }) => twin.unit === first.twin.unit))
  const countsHere = explaining.length > 0 || !subjects.has('the request')
  const weigh = (id: ClauseId): number =>
    Number(!explaining.includes(id) && !isAbout(id, subjects)) * 8 +
    Number(countsHere && heldHere.has(id)) * 4 +
    Number(held.has(id)) * 2 +
    Number(!explaining.includes(id))
  return candidates.toSorted((a, b) => weigh(a) - weigh(b) || (rarity.get(a) ?? 0) - (rarity.get(b) ?? 0))
}

function listStatements(steps: readonly TimelineStep[]): ReadonlySet<string> {
  return new Set(steps.flatMap(({ twin }) => twin.statements))
}
