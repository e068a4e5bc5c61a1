import { Known } from './once.ts'
import { sameItems } from './repeated.ts'

/** Lists remembered at a time. */
export const MAX_LISTS = 512

/** The most records of one: a list that is cut by its bytes is seldom asked for again. */
const MAX_RECORDS = 256

// By their first record: a page that changed is another list of mostly the same records.
const lists = new Known<object, readonly unknown[]>(MAX_LISTS)

/** Gives back the list of the same records that was answered before, where there is one: its text is known by then. Freezes what it remembers. */
export function sameList<T>(records: T[]): readonly T[] {
  const [first] = records
  if (typeof first !== 'object' || first === null || records.length > MAX_RECORDS) return records
  const known = lists.get(first)
  if (known !== undefined && sameItems(known, records)) return known as readonly T[]
  lists.set(first, Object.freeze(records))
  return records
}
