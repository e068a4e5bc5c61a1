import { clauses } from '../../emulator/contract/clauses.ts'
import { digestClauses } from '../../emulator/contract/digest-clauses.ts'

/** The text of `emulator/contract/digest.ts`: browsers load neither SHA-256 nor compute it at their first export. */
export function digestModule(): string {
  return `// Written by npm run write from the clauses: do not edit.

/** Digest of the clauses: two contracts with one digest say the same. */
export const CONTRACT_DIGEST = '${digestClauses(clauses)}'
`
}
