import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { fill, id, name, now, target, targetTables, text, timestamp } from './fields.ts'

export const credentialRecord = v.strictObject({
  id,
  name,
  value: text,
  target,
  target_id: id,
  created_by_user_id: id,
  created_at: timestamp,
})

export type Credential = v.InferOutput<typeof credentialRecord>

export const credentials: TableDefinition<Credential, 'target' | 'creator'> = table({
  name: 'credentials',
  noun: 'credential',
  schema: credentialRecord,
  secrets: ['value'],
  indexes: { target: ['target_id'], creator: ['created_by_user_id'] },
  references: [
    { field: 'target_id', table: targetTables, onDelete: 'cascade' },
    { field: 'created_by_user_id', table: 'users', onDelete: 'cascade' },
  ],
  derive(draft, world) {
    fill(draft, { created_at: now(world) })
  },
})
