import { mutants } from '../../contract/variants.ts'
import type { Live } from '../engine/begun.ts'
import type { MutantOutcome, MutantStatus } from './report.ts'
import { withCommand, type SubjectCommand, type CommandSurroundings } from '../subjects/with-command.ts'
import { tryMutants } from './try-mutants.ts'
import { vary } from '../engine/variant.ts'

/** Tests that rest on a sentence. */
export interface Impact {
  /** Tests that met it, test files if their tests are not known, or the command of a client. */
  readonly met: readonly string[]
  /** Tests that fail when it is broken. */
  readonly noticing: readonly string[]
  readonly mutants: readonly { readonly id: string; readonly breaks: string; readonly status: MutantStatus }[]
}

/**
 * Runs tests or a client without a mutant, then with each mutant of the clauses that they met. Clauses without a mutant are left
 * out. Rejects with `SubjectFails` if the tests fail without a mutant.
 */
export async function findImpacts(
  ids: ReadonlySet<string>,
  command: SubjectCommand,
  around: CommandSurroundings,
  live: Live<MutantOutcome>,
): Promise<Map<string, Impact>> {
  const chosen = mutants.filter(({ statement }) => ids.has(statement))
  const outcomes = await withCommand(command, around, (begun) => tryMutants(begun, chosen.map(vary), { live }))
  const own = [command.program.join(' ')]
  const impacts = new Map<string, Impact>()
  for (const { id, clause, breaks, status, metBy, noticedBy = [] } of outcomes) {
    const { noticing = [], mutants: tried = [] } = impacts.get(clause) ?? {}
    impacts.set(clause, {
      met: metBy.length > 0 || status === 'unmet' ? metBy : own,
      noticing: [...new Set([...noticing, ...(status === 'killed' && noticedBy.length === 0 ? own : noticedBy)])],
      mutants: [...tried, { id, breaks, status }],
    })
  }
  return impacts
}
