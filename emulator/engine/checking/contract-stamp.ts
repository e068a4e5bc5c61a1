import * as v from 'valibot'
import { effects } from '../../contract/section.ts'
import type { ContractStamp } from '../../contract/stamp.ts'

/** Schema of a stamp in a file. Unknown fields are allowed: a later release may have added them. */
export const stampSchema: v.GenericSchema<ContractStamp> = v.pipe(
  v.looseObject({
    version: v.pipe(v.string(), v.description('Version of the contract.')),
    digest: v.pipe(v.string(), v.description('SHA-256 of its ids, statements and effects.')),
    release: v.pipe(v.string(), v.description('The release of svc-emulator that wrote this.')),
  }),
  v.description('The contract that it was written under.'),
)

/** Fields of a clause about its history, in versions of the contract. */
export const historyEntries = {
  was: v.optional(v.pipe(v.array(v.string()), v.readonly(), v.description('Earlier ids.'))),
  since: v.optional(v.pipe(v.string(), v.description('The version in which it came, or last changed.'))),
  until: v.optional(v.pipe(v.string(), v.description('The version without it; it is deprecated until then.'))),
  effect: v.optional(v.pipe(v.picklist(effects), v.description('Effect of its last change on a client.'))),
}
