import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id, json, name, now, text, timestamp } from './fields.ts'
import { reschedule } from './pending.ts'

/** One run of a definition. It outlives its definition and its session, whose fields are then null. */
export const executionRecord = v.strictObject({
  id,
  org_id: id,
  definition_id: v.nullable(id),
  session_id: v.nullable(id),
  status: v.picklist(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  input: json,
  error: v.nullable(text),
  created_at: timestamp,
  started_at: v.nullable(timestamp),
  finished_at: v.nullable(timestamp),
})

export type Execution = v.InferOutput<typeof executionRecord>

export const executions: TableDefinition<
  Execution,
  'org' | 'definition' | 'session',
  'definition_id' | 'session_id' | 'status' | 'input' | 'error' | 'created_at' | 'started_at' | 'finished_at'
> = table({
  name: 'executions',
  noun: 'execution',
  schema: executionRecord,
  references: [
    { field: 'org_id', table: 'orgs', onDelete: 'cascade', then: ['created_at'] },
    { field: 'definition_id', table: 'definitions', onDelete: 'clear' },
    { field: 'session_id', table: 'sessions', onDelete: 'clear' },
  ],
  derive: (_, world) => ({
    definition_id: null,
    session_id: null,
    status: 'queued',
    input: null,
    error: null,
    created_at: now(world),
    started_at: null,
    finished_at: null,
  }),
  /** Continues a live execution wherever it came from: one that runs ends its node within a node's time. */
  onWrite(world, execution, before) {
    const live = isLive(execution)
    if (live === (before !== undefined && isLive(before))) return
    const due = execution.status === 'running' ? world.now + world.settings.node_ms : world.now
    reschedule(world, 'executions', execution.id, live ? { task: 'execution.step', due } : undefined)
  },
})

/** True if an execution is not over. */
export function isLive({ status }: Pick<Execution, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

/** One step of an execution. */
const executionEventRecord = v.strictObject({ id, execution_id: id, kind: name, at: timestamp, data: json })

export type ExecutionEvent = v.InferOutput<typeof executionEventRecord>

export const executionEvents: TableDefinition<ExecutionEvent, 'execution', 'kind' | 'at' | 'data'> = table({
  name: 'execution_events',
  noun: 'event',
  schema: executionEventRecord,
  references: [{ field: 'execution_id', table: 'executions', onDelete: 'cascade' }],
  derive: (_, world) => ({ kind: 'note', at: now(world), data: {} }),
})
