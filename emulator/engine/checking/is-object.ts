/** True for an object with fields: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** A JSON object that is still being made. */
export type MutableFields = Record<string, unknown>
