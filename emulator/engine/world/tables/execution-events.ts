import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, json, name, now, timestamp } from './fields.ts'

/** One step of an execution. */
export const executionEventRecord = v.strictObject({ id, execution_id: id, kind: name, at: timestamp, data: json })

export type ExecutionEvent = v.InferOutput<typeof executionEventRecord>

export const executionEvents: TableDefinition<ExecutionEvent, 'execution'> = table({
  name: 'execution_events',
  noun: 'event',
  schema: executionEventRecord,
  indexes: { execution: ['execution_id'] },
  references: [{ field: 'execution_id', table: 'executions', onDelete: 'cascade' }],
  derive(draft, world) {
    fill(draft, { kind: 'note', at: now(world), data: {} })
  },
})
