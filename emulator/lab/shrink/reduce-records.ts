import { tableNames } from '../../engine/world/arrange.ts'
import { findLeast } from './find-least.ts'
import type { RecordName, Small } from './small.ts'
import type { Tries } from './tries.ts'

/**
 * Deletes records that the failure does not need, with all records that refer to them, from the largest table on. Tries
 * forks first, and builds the result from its text. If that fails differently, builds each try from its text.
 */
export async function reduceRecords(tries: Tries): Promise<void> {
  const whole = tries.least
  await deleteAll(tries, (small) => small)
  if (tries.least === whole || (await tries.take(() => tries.least.reload()))) return
  if (await tries.take(() => whole.reload())) await deleteAll(tries, (small) => small.reload())
}

/** Goes through the tables until none gets smaller. */
async function deleteAll(tries: Tries, asWritten: (small: Small) => Small): Promise<void> {
  let enough: number | undefined
  for (let before = Infinity; tries.least.size.records < before;) {
    before = tries.least.size.records
    for (const table of largestFirst(tries.least)) await deleteFrom(tries, table, asWritten, enough)
    // All were asked for: of those that are alike one is enough to see that another table set them free.
    enough = 1
  }
}

function largestFirst({ world }: Small): string[] {
  return tableNames
    .filter((name) => world.table(name)!.size > 0)
    .toSorted((a, b) => world.table(b)!.size - world.table(a)!.size)
}

async function deleteFrom(
  tries: Tries,
  table: string,
  asWritten: (small: Small) => Small,
  enough: number | undefined,
): Promise<void> {
  const records = listRecords(tries.least, table)
  await findLeast(
    records,
    (kept) => {
      const ids = new Set(kept.map(({ id }) => id))
      const gone = listRecords(tries.least, table).filter(({ id }) => !ids.has(id))
      if (gone.length === 0) return Promise.resolve(true)
      return tries.take(() => asWritten(tries.least.without(gone)))
    },
    {
      kind: ({ kind }) => kind(),
      ...(enough !== undefined && { enough }),
      // Records that refer to a deleted one are deleted, too.
      without: (kept, left) => {
        const gone = new Set(left.map(({ id }) => id))
        const there = tries.least.world.table(table)!
        return kept.filter(({ id }) => !gone.has(id) && there.get(id) !== undefined)
      },
    },
  )
}

interface Listed extends RecordName {
  /** Text that is equal for records that differ in numbers and names alone. */
  readonly kind: () => string
}

function listRecords({ world }: Small, table: string): Listed[] {
  return Array.from(world.table(table)!.rows(), ({ record }) => ({
    table,
    id: record.id,
    kind: () => describeKind(record),
  }))
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Kind of a record: its fields without the id, with `#` for digits. */
function describeKind({ id: _id, ...fields }: object & { readonly id: string }): string {
  return JSON.stringify(fields, (_name, value: unknown) => {
    if (typeof value === 'number') return 0
    return typeof value === 'string' && !UUID.test(value) ? value.replace(/\d/g, '#') : value
  })
}
