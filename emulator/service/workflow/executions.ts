import type { StatementId } from '../../engine/coverage/statements.ts'
import { requireSeen } from '../access/commands.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { isoTime } from '../../engine/world/clock.ts'
import { executionRecord, isLive, type Execution } from '../../engine/world/tables/executions.ts'
import type { Pending } from '../../engine/world/tables/pending.ts'
import type { Task, World } from '../../engine/world/world.ts'
import { getOwningOrg } from './definitions.ts'
import {
  countNodes,
  countNodesLeft,
  step,
  type ExecutionChanges,
  type ExecutionInput,
  type ExecutionPlan,
  type ExecutionStep,
} from './engine/step.ts'
import { recordSessionEvent, type SessionEventKind } from './sessions.ts'
import { readTime } from '../../engine/world/time.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** Execution in answers: as it is stored. */
export const executionView = recordView('Execution', executionRecord.entries, ['id'], ['A-320'])

/** Finds an execution that the caller can see. */
export function findExecution(ctx: Context, id: string): Execution {
  const execution = ctx.world.executions.get(id)
  const unknown = (...cites: StatementId[]) =>
    new ApiError('execution_not_found', `There is no execution '${id}', or this caller cannot see it.`, { cites })
  if (execution === undefined) throw unknown()
  requireSeen(ctx, getOwningOrg(ctx, execution), unknown)
  return execution
}

/** Finds an execution that the caller can see, also by the id of the firing that started it. */
export function findExecutionOrFired(ctx: Context, id: string): Execution {
  const firing = ctx.world.firings.get(id)
  if (firing === undefined || firing.execution_id === null) return findExecution(ctx, id)
  const execution = findExecution(ctx, firing.execution_id)
  ctx.citePassed('A-73')
  return execution
}

/**
 * Rows about the time of an execution: how long it runs, for one that runs or ran on world time, and when a schedule
 * started it.
 */
export function rowsOfTime({ settings, firings }: World, execution: Execution): readonly ('A-28' | 'A-324')[] {
  const { id, status, started_at: from, finished_at: to } = execution
  const took = from === null || to === null ? 0 : readTime(to, 'finished_at') - readTime(from, 'started_at')
  const isTimed = status === 'running' || (took > 0 && took % settings.node_ms === 0)
  return [...(isTimed ? ['A-28' as const] : []), ...(firings.by('execution', id).first() ? ['A-324' as const] : [])]
}

/** Queues an execution; it starts by itself, on world time. */
export function startExecution(
  world: World,
  run: Pick<Execution, 'org_id' | 'definition_id' | 'session_id' | 'input'>,
): Execution {
  const execution = world.executions.create(run)
  recordSteps(world, execution, [{ kind: 'execution_queued', data: {} }])
  return execution
}

/** Task `execution.step`: starts an execution, or ends its current node. */
export const stepExecution: Task = Object.assign(stepOnce, {
  countUntil(world: World, due: Pending, target: number) {
    const plan = due.data as ExecutionPlan | null
    const { definition_id: id, status } = world.executions.get(due.subject_id) ?? {}
    const all = countNodes(world.definitions.get(id ?? '')?.body)
    // One that was stored as running ends its first node now.
    const nodes = plan !== null ? countNodesLeft(plan) : status === 'running' ? Math.max(all - 1, 0) : all
    return countSteps(world, nodes, target - due.due_ms)
  },
})

/** Counts steps of an execution within so many milliseconds: one now, and one at the end of each further node. */
export function countSteps({ settings: { node_ms: node } }: World, nodes: number, milliseconds: number): number {
  return 1 + (node === 0 ? nodes : Math.min(nodes, Math.floor(milliseconds / node)))
}

function stepOnce(world: World, due: Pending): void {
  const execution = world.executions.get(due.subject_id)
  if (execution === undefined) return
  const definition = execution.definition_id === null ? undefined : world.definitions.get(execution.definition_id)
  move(world, execution, due.data as ExecutionPlan | null, { kind: 'due', body: definition?.body })
}

/** Cancels an execution; one that is over stays as it is. */
export function cancelExecution(world: World, execution: Execution): Execution {
  return interrupt(world, execution, { kind: 'cancel' })
}

/** Makes an execution fail now. Returns false, and changes nothing, where there is none or it is over. */
export function failExecution(world: World, id: string, error = 'internal_error'): boolean {
  const execution = world.executions.get(id)
  if (execution === undefined || !isLive(execution)) return false
  interrupt(world, execution, { kind: 'fail', error })
  return true
}

function interrupt(world: World, execution: Execution, input: ExecutionInput): Execution {
  if (!isLive(execution)) return execution
  const pending: Pending | undefined = world.pending.by('subject', execution.id).first()
  return move(world, execution, (pending?.data ?? null) as ExecutionPlan | null, input)
}

/** Stores the decisions of the engine. */
function move(world: World, execution: Execution, plan: ExecutionPlan | null, input: ExecutionInput): Execution {
  const changes = step({ status: execution.status, plan: plan ?? undefined }, input)
  if (changes.plan !== undefined) {
    world.schedule('execution.step', world.now + world.settings.node_ms, 'executions', execution.id, changes.plan)
  }
  recordSteps(world, execution, changes.steps)
  const fields = changedFields(world, execution, changes)
  return fields === undefined ? execution : world.executions.update(execution.id, fields)
}

function changedFields(
  world: World,
  { status, started_at: startedAt }: Execution,
  changes: ExecutionChanges,
): Partial<Execution> | undefined {
  if (changes.status === status) return undefined
  const now = isoTime(world.now)
  const started = changes.status === 'cancelled' ? startedAt : (startedAt ?? now)
  return {
    status: changes.status,
    error: changes.error,
    started_at: started,
    finished_at: isLive(changes) ? null : now,
  }
}

/** Steps that are also events of the execution's session. */
const heardBySession = new Set<string>([
  'execution_queued',
  'execution_succeeded',
  'execution_failed',
  'execution_cancelled',
])

function recordSteps(world: World, { id, session_id: sessionId }: Execution, steps: readonly ExecutionStep[]): void {
  for (const { kind, data } of steps) {
    world.execution_events.create({ execution_id: id, kind, data })
    if (sessionId !== null && heardBySession.has(kind)) {
      recordSessionEvent(world, sessionId, kind as SessionEventKind, { execution_id: id, ...data })
    }
  }
}
