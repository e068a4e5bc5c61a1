import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id, name, now, target, targetTables, text, timestamp } from './fields.ts'

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

export const credentials: TableDefinition<Credential, 'target' | 'created_by', 'created_at'> = table({
  name: 'credentials',
  noun: 'credential',
  schema: credentialRecord,
  secrets: ['value'],
  references: [
    { field: 'target_id', table: targetTables, onDelete: 'cascade' },
    { field: 'created_by_user_id', table: 'users', onDelete: 'cascade' },
  ],
  derive: (_, world) => ({ created_at: now(world) }),
})
