import * as v from 'valibot'
import { table, type TableDefinition, type TableWorld } from '../definition.ts'
import { id, now, storedAlias, timestamp } from './fields.ts'
import { reschedule } from './pending.ts'

/** Starts an execution of its definition each time its period passes in world time, while it is enabled. */
export const scheduleRecord = v.strictObject({
  id,
  org_id: id,
  alias: v.nullable(storedAlias),
  definition_id: id,
  every_seconds: v.pipe(v.number(), v.integer(), v.minValue(1)),
  enabled: v.boolean(),
  created_at: timestamp,
})

export type Schedule = v.InferOutput<typeof scheduleRecord>

export const schedules: TableDefinition<
  Schedule,
  'org' | 'definition',
  'alias' | 'every_seconds' | 'enabled' | 'created_at'
> = table({
  name: 'schedules',
  noun: 'schedule',
  schema: scheduleRecord,
  unique: ['alias'],
  references: [
    { field: 'org_id', table: 'orgs', onDelete: 'cascade', then: ['created_at'] },
    { field: 'definition_id', table: 'definitions', onDelete: 'cascade' },
  ],
  derive: (_, world) => ({ alias: null, every_seconds: 3600, enabled: true, created_at: now(world) }),
  /** Reschedules when the schedule was created, enabled, or given another period, from which periods are counted. */
  onWrite(world, schedule, before) {
    if (before !== undefined && before.enabled === schedule.enabled && before.every_seconds === schedule.every_seconds)
      return
    reschedule(
      world,
      'schedules',
      schedule.id,
      schedule.enabled ? { task: 'schedule.fire', due: firstDue(world, schedule.every_seconds * 1000) } : undefined,
    )
  },
})

/** Time of the first firing of a schedule. */
function firstDue({ now, settings }: TableWorld, periodMs: number): number {
  return settings.schedule_periods === 'clock' ? (Math.floor(now / periodMs) + 1) * periodMs : now + periodMs
}

/** One firing of a schedule, with the execution that it started. */
export const firingRecord = v.strictObject({
  id,
  org_id: id,
  schedule_id: id,
  execution_id: id,
  due_at: timestamp,
  created_at: timestamp,
})

export type Firing = v.InferOutput<typeof firingRecord>

export const firings: TableDefinition<Firing, 'org' | 'schedule' | 'execution', 'org_id' | 'due_at' | 'created_at'> =
  table({
    name: 'firings',
    noun: 'firing',
    schema: firingRecord,
    references: [
      { field: 'org_id', table: 'orgs', onDelete: 'cascade', then: ['created_at'] },
      { field: 'schedule_id', table: 'schedules', onDelete: 'cascade', then: ['created_at'] },
      { field: 'execution_id', table: 'executions', onDelete: 'cascade' },
    ],
    derive: (draft, world) => ({
      org_id: world.records(schedules).get(String(draft['schedule_id']))?.org_id,
      due_at: now(world),
      created_at: now(world),
    }),
  })
