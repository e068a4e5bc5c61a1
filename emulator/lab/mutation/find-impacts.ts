import { mutants } from '../../contract/mutants.ts'
import type { MutantStatus } from './report.ts'
import { trySuite, type Trial } from './try-suite.ts'
import { breakWorld } from './variants.ts'

/** Tests that rest on a sentence. */
export interface Impact {
  /** Tests that met it, or test files if their tests are not known. */
  readonly met: readonly string[]
  /** Tests that fail when it is broken. */
  readonly noticing: readonly string[]
  readonly mutants: readonly { readonly id: string; readonly breaks: string; readonly status: MutantStatus }[]
}

/**
 * Runs tests without a mutant, then with each mutant of the clauses that they met. Clauses without a mutant are left
 * out. Rejects with `SubjectFails` if the tests fail without a mutant.
 */
export async function findImpacts(ids: ReadonlySet<string>, trial: Trial): Promise<Map<string, Impact>> {
  const chosen = mutants.filter(({ clause }) => ids.has(clause))
  const { outcomes } = await trySuite(chosen.map(breakWorld), trial)
  const impacts = new Map<string, Impact>()
  for (const { id, clause, breaks, status, metBy, noticedBy = [] } of outcomes) {
    const { noticing = [], mutants: tried = [] } = impacts.get(clause) ?? {}
    impacts.set(clause, {
      met: metBy,
      noticing: [...new Set([...noticing, ...noticedBy])],
      mutants: [...tried, { id, breaks, status }],
    })
  }
  return impacts
}
