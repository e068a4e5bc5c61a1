import type * as v from 'valibot'
import { countNodes, countSteps, startExecution } from '../workflow/workflow.ts'
import { isoTime } from '../../engine/world/clock.ts'
import { firingRecord, type Firing } from '../../engine/world/tables/schedules.ts'
import type { Pending } from '../../engine/world/tables/pending.ts'
import type { Task, World } from '../../engine/world/world.ts'
import { step } from './engine/step.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

const { org_id: _, ...shown } = firingRecord.entries

/** Firing in answers. */
export const firingView = recordView('Firing', shown, ['id'], ['A-49'])

export function viewFiring({ org_id: _org, ...firing }: Firing): v.InferOutput<typeof firingView> {
  return firing
}

/** Task `schedule.fire`: starts an execution and waits for the next period. */
export const fireSchedule: Task = Object.assign(fire, { countUntil: countFirings })

function fire(world: World, due: Pending): void {
  const schedule = world.schedules.get(due.subject_id)
  if (schedule === undefined) return
  const changes = step({ enabled: schedule.enabled, periodMs: schedule.every_seconds * 1000 }, { dueMs: due.due_ms })
  if (changes.fireAt !== undefined) {
    const run = { org_id: schedule.org_id, definition_id: schedule.definition_id, session_id: null, input: null }
    const execution = startExecution(world, run)
    world.firings.create({
      org_id: schedule.org_id,
      schedule_id: schedule.id,
      execution_id: execution.id,
      due_at: isoTime(changes.fireAt),
    })
  }
  if (changes.nextAt !== undefined) world.schedule('schedule.fire', changes.nextAt, 'schedules', schedule.id)
}

/** Counts firings until a time, and the steps of the executions that they start. */
function countFirings(world: World, due: Pending, target: number, most: number): number {
  const schedule = world.schedules.get(due.subject_id)
  if (schedule?.enabled !== true) return 1
  const nodes = countNodes(world.definitions.get(schedule.definition_id)?.body)
  let count = 0
  for (let at = due.due_ms; at <= target && count <= most; at += schedule.every_seconds * 1000)
    count += 1 + countSteps(world, nodes, target - at)
  return count
}
