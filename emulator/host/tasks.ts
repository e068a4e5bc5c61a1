import { finishOperation } from '../operations/finish-operation.ts'
import { fireSchedule } from '../scheduler/firings.ts'
import { stepExecution } from '../workflow/workflow.ts'
import type { Task } from '../world/world.ts'

/** What `pending` records can ask for, by task name. */
export const tasks: Readonly<Record<string, Task>> = {
  'execution.step': stepExecution,
  'operation.finish': finishOperation,
  'schedule.fire': fireSchedule,
}
