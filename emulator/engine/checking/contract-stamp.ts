import * as v from 'valibot'
import { effects } from '../../contract/section.ts'
import type { ContractStamp } from '../../contract/stamp.ts'

/** A stamp as a file holds it. Fields that a later release added are no mistake. */
export const stampSchema: v.GenericSchema<ContractStamp> = v.pipe(
  v.looseObject({
    version: v.pipe(v.string(), v.description('Version of the contract.')),
    digest: v.pipe(v.string(), v.description('SHA-256 of its ids, statements and effects.')),
    release: v.pipe(v.string(), v.description('The release of svc-emulator that wrote this.')),
  }),
  v.description('The contract that it was written under.'),
)

/** Fields of a clause that tell its history, in versions of the contract. */
export const historyEntries = {
  was: v.optional(v.pipe(v.array(v.string()), v.readonly(), v.description('Earlier ids.'))),
  since: v.optional(v.pipe(v.string(), v.description('The version in which it came, or last changed.'))),
  until: v.optional(v.pipe(v.string(), v.description('The version without it; it is deprecated until then.'))),
  effect: v.optional(v.pipe(v.picklist(effects), v.description('Effect of its last change on a client.'))),
}
