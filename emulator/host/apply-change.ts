import { failOperations } from '../service/operations/fail-operations.ts'
import { createApplyChange, type ApplyChange } from '../engine/triggers/changes.ts'

/** Makes one change of a world: for triggers, `change` steps of a replay, and arranging tests. */
export const applyChange: ApplyChange = createApplyChange(failOperations)
