/**
 * Draws what no record of the world has yet. The seed may draw again what a fixture, a pulled world or a request wrote
 * down of an earlier run.
 */
import type { Records, TableWorld } from './definition.ts'

/** Draws an id for a record of a table. `given`: ids of records that enter later. */
export function drawId(
  { ids }: Pick<TableWorld, 'ids'>,
  table: Pick<Records, 'get'>,
  given?: ReadonlySet<string>,
): string {
  let id: string
  do id = ids.uuid()
  while (table.get(id) !== undefined || given?.has(id) === true)
  return id
}

/** Draws a secret for a unique field of a table. */
export function drawSecret(world: TableWorld, table: string, field: string): string {
  const records = world.table(table)!
  let secret: string
  do secret = world.ids.secret()
  while (records.with(field as never, secret) !== undefined)
  return secret
}
