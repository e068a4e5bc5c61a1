import { isObject } from '../../../engine/checking/is-object.ts'
import { utf8Length } from '../../../engine/world/row.ts'
import type { SeenAnswer, SeenPair } from './seen-answer.ts'
import type { Sighting } from './sighting.ts'

type Item = Readonly<Record<string, unknown>>

/** Where a service cuts an unpaginated listing: it answers fewer records than the twin, or more, from one end of the same records. */
export function seeCut({ unit, sent, target, twin, assumptions }: SeenPair): Sighting[] {
  const page = unit?.page
  // A filter runs after the cut, so that what is answered does not tell what was read.
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

/** Both cut after the same record: the next one is as large as the last. */
function seeEqual(seen: readonly Item[], own: readonly Item[]): Sighting[] {
  if (findEnd(seen, own) === undefined) return []
  const bytes = sum(own)
  const below = bytes + countBytes(own.at(-1)!)
  return [{ assumption: 'A-31', setting: 'unpaginated_bytes', atLeast: bytes, below }]
}

/** From which end of a list a shorter one was read; undefined where it is neither end of it. */
function findEnd(shorter: readonly Item[], longer: readonly Item[]): 'oldest' | 'newest' | undefined {
  const [names, all] = [new Set(shorter.map(findName)), longer.map(findName)]
  if (names.has(undefined) || names.size !== shorter.length) return undefined
  if (all.slice(0, names.size).every((name) => names.has(name))) return 'oldest'
  return all.slice(-names.size).every((name) => names.has(name)) ? 'newest' : undefined
}

/** The name by which service and twin know a record: ids are their own. */
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
