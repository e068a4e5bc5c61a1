import type { Mutation } from '../../contract/mutation.ts'
import { admit } from './admit.ts'
import { answer } from './answer.ts'
import type { Mutator } from './mutator.ts'
import { refuse } from './refuse.ts'
import { skip } from './skip.ts'
import { twice } from './twice.ts'
import { undo } from './undo.ts'
import { wire } from './wire.ts'
import { wrong } from './wrong.ts'

/** By their names; a mutation without one does not compile. */
export const mutators: { readonly [M in Mutation['mutator']]: Mutator<M> } = {
  admit,
  answer,
  refuse,
  skip,
  twice,
  undo,
  wire,
  wrong,
}
