import { isObject } from '../../../engine/checking/is-object.ts'
import { utf8Length } from '../../../engine/world/row.ts'
import type { SeenAnswer, SeenPair } from './seen-answer.ts'
import type { Sighting } from './sighting.ts'

type Item = Readonly<Record<string, unknown>>

/** Finds where a service cuts an unpaginated listing, if it answers more or fewer of the same records than the twin. */
export function seeCut({ unit, sent, target, twin, assumptions }: SeenPair): Sighting[] {
  const page = unit?.page
  // Filters run after the cut, so a filtered answer does not show the records that were read.
  if (page?.kind !== 'unpaginated' || 'category' in sent || 'visibility' in sent) return []
  const [seen, own] = [listItems(target, page.items), listItems(twin, page.items)]
  if (seen === undefined || own === undefined || seen.length === 0) return []
  if (seen.length === own.length) return assumptions.includes('A-31') ? seeEqual(seen, own) : []
  const [shorter, longer] = seen.length < own.length ? [seen, own] : [own, seen]
  const end = findEnd(shorter, longer)
  if (end === undefined) return []
  const read = end === 'oldest' ? longer : [...longer].reverse()
  const bytes = sum(read.slice(0, seen.length))
  const next = read[seen.length]
  return [
    {
      assumption: 'A-31',
      setting: 'unpaginated_bytes',
      atLeast: bytes,
      ...(next !== undefined && { below: bytes + countBytes(next) }),
    },
    { assumption: 'A-31', setting: 'unpaginated_from', observed: end },
  ]
}

/** Bounds of the cut if both cut after the same record. The next record is taken to be as large as the last. */
function seeEqual(seen: readonly Item[], own: readonly Item[]): Sighting[] {
  if (findEnd(seen, own) === undefined) return []
  const bytes = sum(own)
  const below = bytes + countBytes(own.at(-1)!)
  return [{ assumption: 'A-31', setting: 'unpaginated_bytes', atLeast: bytes, below }]
}

/** The end of the longer list that the shorter one is; undefined if it is neither end. */
function findEnd(shorter: readonly Item[], longer: readonly Item[]): 'oldest' | 'newest' | undefined {
  const [names, all] = [new Set(shorter.map(findName)), longer.map(findName)]
  if (names.has(undefined) || names.size !== shorter.length) return undefined
  if (all.slice(0, names.size).every((name) => names.has(name))) return 'oldest'
  return all.slice(-names.size).every((name) => names.has(name)) ? 'newest' : undefined
}

/** A field that has the same value at the service and at the twin, because ids differ. */
function findName({ alias, key, user_id: user, id }: Item): unknown {
  return key ?? alias ?? user ?? id
}

function listItems({ code, fields }: SeenAnswer, items: string): readonly Item[] | undefined {
  const list = fields[items]
  return code === undefined && Array.isArray(list) && list.every(isObject) ? list : undefined
}

function sum(items: readonly Item[]): number {
  return items.reduce((bytes, item) => bytes + countBytes(item), 0)
}

function countBytes(item: Item): number {
  return utf8Length(JSON.stringify(item))
}
