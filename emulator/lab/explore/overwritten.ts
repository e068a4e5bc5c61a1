import type { Change, TableName } from '../../engine/matching/schema-common.ts'
import type { World } from '../../engine/world/world.ts'
import { GONE, type Canonical } from './canonical.ts'

/** True if a run without the changes sets one of their fields, too: the later of two writers wins. */
export function isOverwritten(changes: readonly Change[], { tables }: Canonical, start: World): boolean {
  return changes.some(
    (change) =>
      'update' in change &&
      Object.entries(change.update).some(([table, records]) => {
        const written = (tables.get(table as TableName) ?? [])
          .filter((text) => !text.startsWith(GONE))
          .map((text) => JSON.parse(text) as Fields)
        return Object.entries(records as Record<string, Fields>).some(([id, fields]) => {
          const own = written.find((each) => each['id'] === id)
          const before = start.table(table as TableName)?.get(id) as Fields | undefined
          return (
            own !== undefined &&
            before !== undefined &&
            Object.keys(fields).some((name) => JSON.stringify(own[name]) !== JSON.stringify(before[name]))
          )
        })
      }),
  )
}

type Fields = Readonly<Record<string, unknown>>
