import { failOperations } from '../service/operations/fail-operations.ts'
import { createApplyChange, type ApplyChange } from '../engine/triggers/changes.ts'

/** Makes one change of a world: for triggers, for the `change` steps of a replay, and for anyone who arranges a test. */
export const applyChange: ApplyChange = createApplyChange(failOperations)
