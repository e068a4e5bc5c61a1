import type { Exchange } from '../../engine/kernel/exchange.ts'
import { editAnswer } from './answered.ts'
import type { Mutator } from './mutator.ts'
import { refilled } from './refilled.ts'

/** Changes fields of the answer. */
export const answer: Mutator<'answer'> = ({ edits }, exchange, attempt) => {
  const edit = (done: Exchange): Exchange => {
    editAnswer(done, edits)
    return done
  }
  return edits.every(({ op }) => op === 'omit') ? refilled(exchange, attempt, edit) : edit(exchange)
}
