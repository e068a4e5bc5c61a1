import { mutants } from '../../contract/mutants.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import type { Problem } from '../../engine/checking/problems.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { MutantOutcome, MutationReport } from './report.ts'

/** Survivors that are known: the reason for each, by the id of the mutant. */
export type Accepted = ReadonlyMap<string, string>

/** Reads a document `{<mutant>: <reason>}`. */
export function acceptedIn(document: unknown): { accepted: Accepted; problems: Problem[] } {
  if (!isObject(document))
    return {
      accepted: new Map(),
      problems: [
        {
          kind: 'type',
          path: [],
          message: 'expected accepted mutants with their reasons: `<mutant>: <reason>`',
        },
      ],
    }
  const ids = mutants.map(({ id }) => id)
  const problems: Problem[] = []
  for (const [id, reason] of Object.entries(document)) {
    if (!ids.includes(id))
      problems.push({ kind: 'unknown', path: [id], message: `there is no mutant '${id}'${didYouMeanId(id, ids)}` })
    else if (typeof reason !== 'string' || reason.trim() === '')
      problems.push({ kind: 'type', path: [id], message: 'give a reason for accepting this mutant' })
  }
  return { accepted: new Map(Object.entries(document) as [string, string][]), problems }
}

/** The report with accepted survivors apart, and which accepted mutants no longer survive. */
export function withAccepted(report: MutationReport, accepted: Accepted): { report: MutationReport; stale: string[] } {
  const outcomes = report.outcomes.map((outcome): MutantOutcome =>
    outcome.status === 'survived' && accepted.has(outcome.id) ? { ...outcome, status: 'accepted' } : outcome,
  )
  const stale = report.outcomes.filter(({ id, status }) => status === 'killed' && accepted.has(id)).map(({ id }) => id)
  return { report: { outcomes }, stale }
}
