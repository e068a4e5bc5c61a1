import * as v from 'valibot'
import { dictionary } from '../../checking/dictionary.ts'
import { table, type TableDefinition } from '../definition.ts'
import { id, json, name, now, storedAlias, timestamp } from './fields.ts'

/** A workflow session: the data that executions of a definition work on. */
export const sessionRecord = v.strictObject({
  id,
  org_id: id,
  alias: v.nullable(storedAlias),
  definition_id: v.nullable(id),
  created_at: timestamp,
})

export type Session = v.InferOutput<typeof sessionRecord>

export const sessions: TableDefinition<Session, 'org' | 'definition', 'alias' | 'definition_id' | 'created_at'> = table(
  {
    name: 'sessions',
    noun: 'session',
    schema: sessionRecord,
    unique: ['alias'],
    references: [
      { field: 'org_id', table: 'orgs', onDelete: 'cascade', then: ['created_at'] },
      { field: 'definition_id', table: 'definitions', onDelete: 'clear' },
    ],
    derive: (_, world) => ({ alias: null, definition_id: null, created_at: now(world) }),
  },
)

/** An event in a session. */
export const sessionEventRecord = v.strictObject({ id, session_id: id, kind: name, at: timestamp, data: json })

export type SessionEvent = v.InferOutput<typeof sessionEventRecord>

export const sessionEvents: TableDefinition<SessionEvent, 'session', 'kind' | 'at' | 'data'> = table({
  name: 'session_events',
  noun: 'event',
  schema: sessionEventRecord,
  references: [{ field: 'session_id', table: 'sessions', onDelete: 'cascade' }],
  derive: (_, world) => ({ kind: 'note', at: now(world), data: {} }),
})

/** One key of the object store of a session. */
export const objectRecord = v.strictObject({ id, session_id: id, key: name, value: json, created_at: timestamp })

export type SessionObject = v.InferOutput<typeof objectRecord>

export const objects: TableDefinition<SessionObject, 'session' | 'entry', 'value' | 'created_at'> = table({
  name: 'objects',
  noun: 'object',
  schema: objectRecord,
  indexes: { entry: ['session_id', 'key'] },
  references: [{ field: 'session_id', table: 'sessions', onDelete: 'cascade' }],
  derive: (_, world) => ({ value: null, created_at: now(world) }),
})

/** A file of a session. `data` is never copied: forks share it. */
export const fileRecord = v.strictObject({
  id,
  session_id: id,
  name,
  data: v.instance(Uint8Array<ArrayBufferLike>),
  parameters: dictionary(v.string(), json),
  created_at: timestamp,
})

export type SessionFile = v.InferOutput<typeof fileRecord>

export const files: TableDefinition<SessionFile, 'session', 'data' | 'parameters' | 'created_at'> = table({
  name: 'files',
  noun: 'file',
  schema: fileRecord,
  references: [{ field: 'session_id', table: 'sessions', onDelete: 'cascade', then: ['name'] }],
  measure: (record) => record.data.byteLength,
  derive: (_, world) => ({ data: new Uint8Array(0), parameters: {}, created_at: now(world) }),
})
