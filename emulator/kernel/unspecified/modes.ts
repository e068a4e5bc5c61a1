/** What the modes for what the specification leaves open do, but for `allow`, which does nothing. */
export { documentedResult, refuseAssumed, refuseAssumedFields, warnAssumptions } from './unspecified.ts'
export { variedProse, variedResult, variedRpcCode, variedStatus, variedSuccess } from './vary.ts'
export { idOut, idsIn } from '../../world/vary-ids.ts'
export { Variation } from './variation.ts'
