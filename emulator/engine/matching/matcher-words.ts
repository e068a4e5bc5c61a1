/** Keywords of matchers: `{ is: 'uuid' }`. */
import { isUuid } from '../../contract/uuid.ts'
import { isObject } from '../checking/is-object.ts'

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

/** Arguments of `is`, each with its name in messages. */
export const kinds = {
  uuid: ['a UUID', (value: unknown) => typeof value === 'string' && isUuid(value)],
  string: ['a string', (value: unknown) => typeof value === 'string'],
  integer: ['an integer', (value: unknown) => Number.isInteger(value)],
  number: ['a number', (value: unknown) => typeof value === 'number'],
  boolean: ['a boolean', (value: unknown) => typeof value === 'boolean'],
  object: ['an object', (value: unknown) => isObject(value)],
  array: ['a list', (value: unknown) => Array.isArray(value)],
  iso8601: ['an ISO 8601 UTC time', (value: unknown) => isTime(value)],
  null: ['null', (value: unknown) => value === null],
  absent: ['nothing', (value: unknown) => value === undefined],
  present: ['a value', (value: unknown) => value !== undefined],
} as const satisfies Record<string, readonly [string, (value: unknown) => boolean]>

export type Kind = keyof typeof kinds

function isTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}
