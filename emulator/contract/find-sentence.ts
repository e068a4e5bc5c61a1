import { clauses } from './clauses.ts'

const sentences = new Map<string, string>(clauses.map(({ id, statement }) => [id, statement]))

/** The sentence of the specification behind a clause; of any other id the id itself. */
export function findSentence(id: string): string {
  return sentences.get(id) ?? id
}
