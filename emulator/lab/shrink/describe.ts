import { plural } from '../../engine/checking/plural.ts'
import type { TableDefinition } from '../../engine/world/definition.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { tableNames } from '../../engine/world/arrange.ts'
import type { Small } from './small.ts'

/** The `about` of a smaller scenario: the original text, and both sizes where they differ. */
export function describeShrunk(about: string | undefined, from: Small, to: Small): string {
  if (about !== undefined && JSON.stringify(from.size) === JSON.stringify(to.size)) return about
  const changes = [
    `Shrunk from ${plural(from.size.records, 'record')} to ${to.size.records}${describeRecords(to)}`,
    ...(from.size.steps > 1 ? [`from ${plural(from.size.steps, 'step')} to ${to.size.steps}`] : []),
    ...(from.size.triggers > 0 ? [`from ${plural(from.size.triggers, 'trigger')} to ${to.size.triggers}`] : []),
  ]
  return [...(about === undefined ? [] : [about]), `${changes.join(', ')}.`].join(' ')
}

/** ` (1 user, 11 sessions)` */
function describeRecords({ world }: Small): string {
  const counts = tableNames.flatMap((name) => {
    const { size } = world.table(name)!
    return size === 0 ? [] : [name === 'metadata' ? `${size} of metadata` : plural(size, findNoun(name as TableName))]
  })
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`
}

const findNoun = (table: TableName): string => (tables[table] as unknown as TableDefinition).noun.replaceAll('_', ' ')
