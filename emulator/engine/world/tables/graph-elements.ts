import * as v from 'valibot'
import { table, type TableDefinition } from '../definition.ts'
import { id, now, text, timestamp } from './fields.ts'

/** A node or an edge of a session's graph. Only edges have `from` and `to`; deleting a node deletes its edges. */
export const graphElementRecord = v.strictObject({
  id,
  session_id: id,
  kind: v.picklist(['node', 'edge']),
  label: text,
  from: v.optional(id),
  to: v.optional(id),
  created_at: timestamp,
})

/** An edge that leads nowhere would be no edge: both ends are given, or none. */
const withBothEnds = v.pipe(
  graphElementRecord,
  v.check(({ from, to }) => (from === undefined) === (to === undefined), 'expected both `from` and `to`, or neither'),
)

export type GraphElement = v.InferOutput<typeof graphElementRecord>

export const graphElements: TableDefinition<
  GraphElement,
  'session' | 'from' | 'to' | 'pair',
  'kind' | 'label' | 'created_at'
> = table({
  name: 'graph_elements',
  noun: 'element',
  schema: withBothEnds,
  indexes: { pair: ['from', 'to'] },
  references: [
    { field: 'session_id', table: 'sessions', onDelete: 'cascade' },
    { field: 'from', table: 'graph_elements', onDelete: 'cascade' },
    { field: 'to', table: 'graph_elements', onDelete: 'cascade' },
  ],
  derive: (_, world) => ({ kind: 'node', label: '', created_at: now(world) }),
})
