import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { rearm } from '../pending.ts'
import { fill, id, now, timestamp, storedAlias } from './fields.ts'

/** Starts an execution of its definition each time world time passes its period, while it is enabled. */
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

export const schedules: TableDefinition<Schedule, 'org' | 'definition'> = table({
  name: 'schedules',
  noun: 'schedule',
  schema: scheduleRecord,
  unique: ['alias'],
  indexes: { org: ['org_id'], definition: ['definition_id'] },
  references: [
    { field: 'org_id', table: 'orgs', onDelete: 'cascade' },
    { field: 'definition_id', table: 'definitions', onDelete: 'cascade' },
  ],
  derive(draft, world) {
    fill(draft, { alias: null, every_seconds: 3600, enabled: true, created_at: now(world) })
  },
  /** Periods are counted from when the schedule was made, enabled, or given another period. */
  arm(world, schedule, before) {
    if (before !== undefined && before.enabled === schedule.enabled && before.every_seconds === schedule.every_seconds)
      return
    rearm(
      world,
      'schedules',
      schedule.id,
      schedule.enabled ? { task: 'schedule.fire', due: world.now + schedule.every_seconds * 1000 } : undefined,
    )
  },
})
