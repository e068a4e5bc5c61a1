import { isObject } from '../engine/checking/is-object.ts'
import type { Path, Problem } from '../engine/checking/problems.ts'
import { isMatcher } from '../engine/matching/expect.ts'
import { unknownFields } from '../engine/world/admit.ts'
import type { TableDefinition } from '../engine/world/definition.ts'
import { tables, type TableName } from '../engine/world/tables/index.ts'

/** Problems of fields in `match` that no record of the table has: such a match finds nothing, whatever a client does. */
export function matchedFieldProblems(expected: object, path: Path): Problem[] {
  const { table, match } = expected as { readonly table?: TableName; readonly match?: unknown }
  if (table === undefined || !Object.hasOwn(tables, table) || !isObject(match) || isMatcher(match)) return []
  return unknownFields(tables[table] as unknown as TableDefinition, match).map((problem) => ({
    ...problem,
    path: [...path, ...problem.path],
  }))
}
