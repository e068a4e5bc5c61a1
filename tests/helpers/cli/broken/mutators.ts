import type { ClientMutation } from '../../../../emulator/contract/client-mutation.ts'
import type { Breaks, ClientMutator } from './breaks.ts'
import { again } from './mutators/again.ts'
import { answer } from './mutators/answer.ts'
import { exit } from './mutators/exit.ts'
import { file } from './mutators/file.ts'
import { prompt } from './mutators/prompt.ts'
import { refuse } from './mutators/refuse.ts'
import { store } from './mutators/store.ts'
import { text } from './mutators/text.ts'
import { undo } from './mutators/undo.ts'

/** By their names; a mutation without one does not compile. */
const mutators: { readonly [M in ClientMutation['mutator']]: ClientMutator<M> } = {
  again,
  answer,
  exit,
  file,
  prompt,
  refuse,
  store,
  text,
  undo,
}

export const breaksOf = (by: ClientMutation): Breaks => mutators[by.mutator](by as never)
