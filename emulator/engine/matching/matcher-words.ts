/** Keywords of matchers: `{ is: 'uuid' }`. */
import { isUtcTime } from '../world/time.ts'
import { isUuid } from '../../contract/uuid.ts'
import { isObject } from '../checking/is-object.ts'
import { slipDistance } from '../checking/near-miss.ts'

export const words = [
  'exactly',
  'only',
  'is',
  'matches',
  'length',
  'contains',
  'unordered',
  'not',
  'at_least',
  'at_most',
] as const
export type Word = (typeof words)[number]

/**
 * Other words for matchers, from mistakes of people and from other tools. No field of the API has such a name.
 */
export const otherWords: Readonly<Record<string, Word>> = {
  match: 'matches',
  regex: 'matches',
  regexp: 'matches',
  pattern: 'matches',
  startsWith: 'matches',
  starts_with: 'matches',
  endsWith: 'matches',
  ends_with: 'matches',
  oneOf: 'matches',
  one_of: 'matches',
  contain: 'contains',
  includes: 'contains',
  equal: 'exactly',
  equals: 'exactly',
  exact: 'exactly',
  isnt: 'not',
  is_not: 'not',
  at_last: 'at_least',
  atLeast: 'at_least',
  gt: 'at_least',
  gte: 'at_least',
  atMost: 'at_most',
  lt: 'at_most',
  lte: 'at_most',
  exists: 'is',
}

/** Words long enough for any near miss. Shorter ones are too similar to fields such as `id` and `note`. */
const longWords = words.filter((word) => word.length > 4)

/**
 * The matcher that a key was meant to be: \`match\`, \`$contains\`, \`at_last\`. Undefined for a matcher itself, and
 * for other keys.
 */
export function meantWord(key: string): Word | undefined {
  const name = key.replace(/^\$/, '')
  if (name !== key && (words as readonly string[]).includes(name)) return name as Word
  if (Object.hasOwn(otherWords, name)) return otherWords[name]
  return (
    longWords.find((word) => word !== name && slipDistance(name, word) !== undefined) ??
    words.find((word) => isShortSlip(name, word))
  )
}

/** True for a word with a letter typed twice, or with two letters swapped: `nott`, `onyl`. */
function isShortSlip(name: string, word: string): boolean {
  if (name === word || name.length < 3) return false
  const swapped = Array.from(
    word,
    (letter, at) => word.slice(0, at) + (word[at + 1] ?? '') + letter + word.slice(at + 2),
  )
  return name.replace(/(.)\1+/g, '$1') === word || swapped.includes(name)
}

/** Arguments of `is`, each with its name in messages. */
export const kinds = {
  uuid: ['a UUID', (value: unknown) => typeof value === 'string' && isUuid(value)],
  string: ['a string', (value: unknown) => typeof value === 'string'],
  integer: ['an integer', (value: unknown) => Number.isInteger(value)],
  number: ['a number', (value: unknown) => typeof value === 'number'],
  boolean: ['a boolean', (value: unknown) => typeof value === 'boolean'],
  object: ['an object', (value: unknown) => isObject(value)],
  array: ['a list', (value: unknown) => Array.isArray(value)],
  iso8601: ['an ISO 8601 UTC time', (value: unknown) => typeof value === 'string' && isUtcTime(value)],
  null: ['null', (value: unknown) => value === null],
  absent: ['nothing', (value: unknown) => value === undefined],
  present: ['a value', (value: unknown) => value !== undefined],
} as const satisfies Record<string, readonly [string, (value: unknown) => boolean]>

export type ValueKind = keyof typeof kinds
