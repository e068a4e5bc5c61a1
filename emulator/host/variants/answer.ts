import { editAnswer } from './answered.ts'
import type { Mutator } from './mutator.ts'

/** Changes fields of the answer. */
export const answer: Mutator<'answer'> = ({ edits }, exchange) => {
  editAnswer(exchange, edits)
  return exchange
}
