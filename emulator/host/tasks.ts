import { finishOperation } from '../service/operations/finish-operation.ts'
import { fireSchedule } from '../service/scheduler/firings.ts'
import { stepExecution } from '../service/workflow/workflow.ts'
import type { Task } from '../engine/world/world.ts'

/** Tasks of `pending` records, by name. A list of its own: `changed-tests.ts` stops at lists. */
export const tasks: Readonly<Record<string, Task>> = {
  'execution.step': stepExecution,
  'operation.finish': finishOperation,
  'schedule.fire': fireSchedule,
}
