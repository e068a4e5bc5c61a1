import type { Path, Problem } from '../checking/problems.ts'
import { unknownFields } from '../world/admit.ts'
import type { TableDefinition } from '../world/definition.ts'
import { spellOut } from '../world/references.ts'
import { tables } from '../world/tables/index.ts'
import type { Fields } from '../checking/is-object.ts'

/** Problems of fields that a change inserts or updates and that no record of the table has. */
export function changedFieldProblems(change: object, path: Path): Problem[] {
  return listRecords(change).flatMap(({ table, at, fields }) => {
    const definition = (tables as Readonly<Record<string, unknown>>)[table] as TableDefinition
    const found = unknownFields(definition, spellOut(definition, fields))
    return found.map((problem) => ({ ...problem, path: [...path, ...at, ...problem.path] }))
  })
}

/** Records that a change inserts or updates, each with its path in it. */
function listRecords(change: {
  readonly insert?: object
  readonly update?: object
}): { readonly table: string; readonly at: Path; readonly fields: Fields }[] {
  if (change.insert !== undefined)
    return Object.entries(change.insert).flatMap(([table, given]) => {
      const at: Path = ['insert', table]
      if (!Array.isArray(given)) return [{ table, at, fields: given as Fields }]
      return given.map((fields: Fields, index) => ({ table, at: [...at, index], fields }))
    })
  if (change.update !== undefined)
    return Object.entries(change.update).flatMap(([table, records]) =>
      Object.entries(records as Record<string, Fields>).map(([reference, fields]) => ({
        table,
        at: ['update', table, reference],
        fields,
      })),
    )
  return []
}
