import { type JsonParts, MAX_CONTAINERS, MAX_FIELDS, tooManyFields } from '../../engine/checking/json-parts.ts'

/** Values of any kind that a text may hold, however short it is. */
const MAX_VALUES = 100_000
/** UTF-16 units for each value of a longer text: documents that people and programs write have more. */
const UNITS_PER_VALUE = 8

/** The bound that a text of `length` UTF-16 units exceeds, in words: `an object with more than 10,000 fields`. */
export function findExcess({ containers, values, fields }: JsonParts, length: number): string | undefined {
  const maxValues = Math.max(MAX_VALUES, Math.floor(length / UNITS_PER_VALUE))
  if (containers > MAX_CONTAINERS) return `more than ${MAX_CONTAINERS.toLocaleString('en')} lists and objects`
  if (values > maxValues) return `more than ${maxValues.toLocaleString('en')} values`
  return fields > MAX_FIELDS ? tooManyFields() : undefined
}
