import { clauses } from '../../../contract/clauses.ts'

/** What the reports say beside the outcomes. */
export interface Told {
  /** What was run: a command line, or the names of scenarios. */
  readonly subject: string
  /** The line that runs one mutant again. */
  readonly rerun: (outcome: { readonly id: string; readonly files?: readonly string[] }) => string
}

const sentences = new Map<string, string>(clauses.map(({ id, statement }) => [id, statement]))

/** What the specification says, by the clause. */
export const sentenceOf = (clause: string): string => sentences.get(clause) ?? clause

/** The first few of many. */
export function shortList(names: readonly string[]): string {
  if (names.length === 0) return 'a test without a name'
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`
}
