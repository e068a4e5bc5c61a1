import type { Collection } from './collection.ts'
import type { TableDefinition } from './definition.ts'
import type { tables, TableName } from './tables/index.ts'

type Definitions = typeof tables

/** Collections by table name. */
export type Collections = {
  readonly [N in TableName]: Definitions[N] extends TableDefinition<infer R, infer I, infer D>
    ? Collection<R, I, D>
    : never
}
