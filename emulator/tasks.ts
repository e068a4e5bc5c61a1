import type { Task } from './world/world.ts'

/** What `pending` records can ask for, by task name. */
export const tasks: Readonly<Record<string, Task>> = {}
