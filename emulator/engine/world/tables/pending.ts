import * as v from 'valibot'
import { table, type TableDefinition, type TableWorld } from '../definition.ts'
import { id, json, text } from './fields.ts'

/**
 * Work that is due at a world time: the end of an operation, the next node of an execution, the next firing of a
 * schedule. Being records, they fork, snapshot and export like any other.
 */
const pendingRecord = v.strictObject({
  id,
  /** Name of the task in the catalog. */
  task: text,
  /** World time in milliseconds. */
  due_ms: v.number(),
  /** Table of the record that the work is for; without that record the work is dropped. */
  subject: v.picklist(['operations', 'executions', 'schedules']),
  subject_id: id,
  data: json,
  /** Rules under which the request that began it was answered, where a trigger gave it some. */
  rules: v.exactOptional(json),
})

export type Pending = v.InferOutput<typeof pendingRecord>

export const pending: TableDefinition<Pending, 'due' | 'subject', 'data'> = table({
  name: 'pending',
  noun: 'pending',
  schema: pendingRecord,
  indexes: { due: ['due_ms'] },
  references: [
    {
      field: 'subject_id',
      table: { by: 'subject', tables: { operations: 'operations', executions: 'executions', schedules: 'schedules' } },
      onDelete: 'cascade',
    },
  ],
  internal: true,
  // No listing shows these, and the plan of an execution can be long.
  measure: () => 0,
  derive: () => ({ data: null }),
})

/** Replaces the pending work of a record; removes it if `work` is undefined. */
export function reschedule(
  world: TableWorld,
  subject: Pending['subject'],
  subjectId: string,
  work: { task: string; due: number } | undefined,
): void {
  const records = world.records(pending)
  for (const { id } of Array.from(records.by('subject', subjectId))) records.removeRow(id)
  if (work !== undefined) world.schedule(work.task, work.due, subject, subjectId)
}
