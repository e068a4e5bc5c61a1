import * as v from 'valibot'
import { dictionary } from '../../checking/dictionary.ts'
import { table, type TableDefinition } from '../definition.ts'
import { id, json, name, now, storedAlias, timestamp } from './fields.ts'

/** A node of a workflow. `kind: fail` fails when it runs, with the error in `config.error`. */
const workflowNode = v.strictObject({ id: name, kind: name, config: v.optional(dictionary(v.string(), json)) })
const workflowEdge = v.strictObject({ from: name, to: name })
export const definitionBody = v.strictObject({ nodes: v.array(workflowNode), edges: v.array(workflowEdge) })

export const definitionRecord = v.strictObject({
  id,
  org_id: id,
  alias: v.nullable(storedAlias),
  category: v.nullable(name),
  body: definitionBody,
  created_at: timestamp,
})

export type WorkflowNode = v.InferOutput<typeof workflowNode>
export type DefinitionBody = v.InferOutput<typeof definitionBody>
export type Definition = v.InferOutput<typeof definitionRecord>

export const definitions: TableDefinition<Definition, 'org', 'alias' | 'category' | 'body' | 'created_at'> = table({
  name: 'definitions',
  noun: 'definition',
  schema: definitionRecord,
  unique: ['alias'],
  references: [{ field: 'org_id', table: 'orgs', onDelete: 'cascade' }],
  derive: (_, world) => ({
    alias: null,
    category: null,
    body: { nodes: [{ id: 'main', kind: 'task' }], edges: [] },
    created_at: now(world),
  }),
})
