import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, now, timestamp } from './fields.ts'

/** One time a schedule came due, and the execution that it started. */
export const firingRecord = v.strictObject({
  id,
  org_id: id,
  schedule_id: id,
  execution_id: id,
  due_at: timestamp,
  created_at: timestamp,
})

export type Firing = v.InferOutput<typeof firingRecord>

export const firings: TableDefinition<Firing, 'org' | 'schedule' | 'execution'> = table({
  name: 'firings',
  noun: 'firing',
  schema: firingRecord,
  indexes: { org: ['org_id'], schedule: ['schedule_id'], execution: ['execution_id'] },
  references: [
    { field: 'org_id', table: 'orgs', onDelete: 'cascade' },
    { field: 'schedule_id', table: 'schedules', onDelete: 'cascade' },
    { field: 'execution_id', table: 'executions', onDelete: 'cascade' },
  ],
  derive(draft, world) {
    fill(draft, {
      org_id: world.schedules.get(String(draft['schedule_id']))?.org_id,
      due_at: now(world),
      created_at: now(world),
    })
  },
})
