import { multisetDifference } from '../../../engine/checking/counts.ts'
import { listRecords, listTables, type Canonical } from '../../engine/canonical.ts'
import { differences } from '../../../engine/matching/expect.ts'
import { DIFFERS, TIME, type Labels } from '../../engine/output.ts'
import type { ShownTableName } from '../../../engine/matching/schema-common.ts'
import type { CountedRecords } from '../../../engine/matching/schema-expect.ts'
import { matchingRecords } from '../../../scenario/run/request-differences.ts'
import type { World } from '../../../engine/world/world.ts'
import type { Fields } from '../../../engine/checking/is-object.ts'

/** Maximum of records that represent the difference between two worlds. */
const MAX_RECORDS = 20

/** Counted records of the correct world where another one differs; undefined if counts do not tell the two apart. */
export function expectedRecords(right: Canonical, wrong: Canonical, start: World): CountedRecords[] | undefined {
  const all = (listTables(right, wrong) as ShownTableName[]).flatMap((table) =>
    differing(listRecords(right, table), listRecords(wrong, table)).map((text) => ({
      table,
      match: makeMatch(text, right.labels, wrong.labels),
    })),
  )
  const unlike = all.flatMap(({ table, match }) => {
    const count = countIn(right, table, match, start)
    return count === countIn(wrong, table, match, start) ? [] : [{ table, match, count }]
  })
  return unlike.length === 0 ? undefined : unlike.slice(0, MAX_RECORDS)
}

/** Texts that occur more often in one list than in the other, without duplicates. */
function differing(right: readonly string[], wrong: readonly string[]): string[] {
  return [...new Set([...multisetDifference(right, wrong), ...multisetDifference(wrong, right)])]
}

/** Matcher for a record in the output; values that the run drew may be any text. */
function makeMatch(text: string, ...labels: readonly Labels[]): Fields {
  const gone = goneId(text)
  if (gone !== undefined) return { id: gone }
  const drawn = [...new Set(labels.flatMap((each) => [...each.values()])), TIME]
  const plain = (value: unknown): unknown => {
    if (value === DIFFERS) return { is: 'present' }
    if (typeof value === 'string') return drawn.some((word) => value.includes(word)) ? { is: 'string' } : value
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value)
      ? value.map(plain)
      : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
  }
  const fields = Object.entries(JSON.parse(text) as Fields).filter(
    ([, value]) => !(typeof value === 'string' && value.startsWith('bytes:')),
  )
  return plain(Object.fromEntries(fields)) as Fields
}

const goneId = (text: string): string | undefined => /^gone: (.*)$/s.exec(text)?.[1]

/** Counts matching records of a world: those left of the start, and those that the run made or changed. */
function countIn(world: Canonical, table: ShownTableName, match: Fields, start: World): number {
  const texts = listRecords(world, table)
  const own = texts.filter((text) => goneId(text) === undefined).map((text) => JSON.parse(text) as Fields)
  const touched = new Set([...texts.map(goneId), ...own.map(({ id }) => id)])
  const left = matchingRecords(start, table, match).filter(({ id }) => !touched.has(id))
  return left.length + own.filter((record) => differences(match, record).length === 0).length
}
