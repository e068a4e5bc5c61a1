import type { Path, Problem } from '../checking/problems.ts'
import { unknownFields } from '../world/admit.ts'
import type { TableDefinition } from '../world/definition.ts'
import { spellOut } from '../world/references.ts'
import { tables } from '../world/tables/index.ts'
import { listActions } from './impossible.ts'
import type { Action, Trigger } from './schema.ts'

type Fields = Record<string, unknown>

/** Problems of fields that a trigger inserts or updates and that no record of the table has. Paths start at the trigger. */
export function changedFieldProblems({ do: given }: Trigger): Problem[] {
  return listActions(given).flatMap(([action, path]) =>
    listRecords(action).flatMap(({ table, at, fields }) => {
      const definition = (tables as Readonly<Record<string, unknown>>)[table] as TableDefinition
      const found = unknownFields(definition, spellOut(definition, fields))
      return found.map((problem) => ({ ...problem, path: [...path, ...at, ...problem.path] }))
    }),
  )
}

/** Records that an action inserts or updates, each with its path in the action. */
function listRecords(action: Action): { readonly table: string; readonly at: Path; readonly fields: Fields }[] {
  if ('insert' in action)
    return Object.entries(action.insert).flatMap(([table, given]) => {
      const at: Path = ['insert', table]
      if (!Array.isArray(given)) return [{ table, at, fields: given as Fields }]
      return given.map((fields: Fields, index) => ({ table, at: [...at, index], fields }))
    })
  if ('update' in action)
    return Object.entries(action.update).flatMap(([table, records]) =>
      Object.entries(records as Record<string, Fields>).map(([reference, fields]) => ({
        table,
        at: ['update', table, reference],
        fields,
      })),
    )
  return []
}
