import type { Mutation } from '../../contract/mutation.ts'
import { admit } from './admit.ts'
import { answer } from './answer.ts'
import { byRule } from './by-rule.ts'
import { corruptWrite } from './corrupt-write.ts'
import { duplicateWrite } from './duplicate-write.ts'
import type { Mutator } from './mutator.ts'
import { nextRefusal } from './next-refusal.ts'
import { omitAssumed } from './omit-assumed.ts'
import { replaceRecord } from './replace-record.ts'
import { noOp } from './no-op.ts'
import { refuse } from './refuse.ts'
import { undo } from './undo.ts'
import { wire } from './wire.ts'
import { wrongTarget } from './wrong-target.ts'

/** Mutators by name; a mutation without one does not compile. */
export const mutators: { readonly [M in Mutation['mutator']]: Mutator<M> } = {
  admit,
  answer,
  'by-rule': byRule,
  'corrupt-write': corruptWrite,
  'duplicate-write': duplicateWrite,
  'next-refusal': nextRefusal,
  'no-op': noOp,
  'omit-assumed': omitAssumed,
  refuse,
  'replace-record': replaceRecord,
  // Settings hold for the whole world (emulator/engine/world/in-force.ts).
  settings: (_, exchange) => exchange,
  undo,
  wire,
  'wrong-target': wrongTarget,
}
