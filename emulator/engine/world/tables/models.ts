import * as v from 'valibot'
import { dictionary } from '../../checking/dictionary.ts'
import { table, type TableDefinition } from '../definition.ts'
import { id, json, now, timestamp } from './fields.ts'

/** ONNX model of a revision. Forks share `data`, which is never copied. */
export const modelRecord = v.strictObject({
  id,
  revision_id: id,
  data: v.instance(Uint8Array<ArrayBufferLike>),
  parameters: dictionary(v.string(), json),
  created_at: timestamp,
})

export type Model = v.InferOutput<typeof modelRecord>

export const models: TableDefinition<Model, 'revision', 'data' | 'parameters' | 'created_at'> = table({
  name: 'models',
  noun: 'model',
  schema: modelRecord,
  references: [{ field: 'revision_id', table: 'revisions', onDelete: 'cascade' }],
  measure: (record) => record.data.byteLength,
  derive: (_, world) => ({ data: new Uint8Array(0), parameters: {}, created_at: now(world) }),
})
