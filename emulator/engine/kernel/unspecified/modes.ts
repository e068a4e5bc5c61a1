import { documentedResult, refuseAssumed, refuseAssumedFields, warnAssumptions } from './unspecified.ts'
import { idOut, idsIn } from '../../world/vary-ids.ts'
import { variedProse, variedResult, variedRpcCode, variedStatus, variedSuccess } from './vary.ts'
import { Variation } from './variation.ts'

export type Modes = typeof modes

/** What the modes for what the specification leaves open do, but for `allow`, which does nothing. */
export const modes = {
  documentedResult,
  refuseAssumed,
  refuseAssumedFields,
  warnAssumptions,
  variedProse,
  variedResult,
  variedRpcCode,
  variedStatus,
  variedSuccess,
  idOut,
  idsIn,
  Variation,
}
