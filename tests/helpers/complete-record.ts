import type { Draft, TableDefinition } from '../../emulator/engine/world/definition.ts'
import type { BaseRecord } from '../../emulator/engine/world/row.ts'
import { createWorld, type World } from '../../emulator/engine/world/world.ts'

/** A whole record with the fields of `draft` and values that its table derives for all others. It is put into no world. */
export function completeRecord<R extends BaseRecord, I extends string, D extends string>(
  { schemaEntries, derive }: TableDefinition<R, I, D>,
  draft: Omit<R, D> & Partial<R>,
  world: World = createWorld(),
): R {
  const fields = { ...derive(draft as unknown as Draft, world), ...draft } as Record<string, unknown>
  return Object.fromEntries(Object.keys(schemaEntries).map((field) => [field, fields[field]])) as unknown as R
}
