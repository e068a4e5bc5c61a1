import { finishOperation } from './operations/finish-operation.ts'
import type { Task } from './world/world.ts'

/** What `pending` records can ask for, by task name. */
export const tasks: Readonly<Record<string, Task>> = {
  'operation.finish': finishOperation,
}
