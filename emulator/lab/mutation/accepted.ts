import { mutants } from '../../contract/variants.ts'
import { knownId, type AcceptedNames } from '../engine/accepted.ts'
import type { MutantOutcome, MutationReport } from './report.ts'

/** Survivors that are known, by the ids of their mutants. */
export const acceptedMutants: AcceptedNames = {
  form: '<mutant>: <reason>',
  all: 'mutants',
  one: 'mutant',
  check: knownId('mutant', mutants),
}

/** The reason why an accepted mutant is stale. */
export const NOTICED = 'a test notices it now'

/** The report with accepted survivors apart, and which accepted mutants no longer survive. */
export function withAccepted(
  report: MutationReport,
  accepted: readonly string[],
): { report: MutationReport; stale: string[] } {
  const outcomes = report.outcomes.map((outcome): MutantOutcome =>
    outcome.status === 'survived' && accepted.includes(outcome.id) ? { ...outcome, status: 'accepted' } : outcome,
  )
  const stale = report.outcomes.filter(({ id, status }) => status === 'killed' && accepted.includes(id))
  return { report: { outcomes }, stale: stale.map(({ id }) => id) }
}
