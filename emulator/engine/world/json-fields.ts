import { EmulatorError } from '../checking/emulator-error.ts'
import { valueText } from '../checking/problems.ts'

/**
 * Copies the fields of a record that code gives, as JSON holds them: the world freezes its records, and exports them as JSON. Throws
 * `EmulatorError` for a value that JSON does not have. Bytes are kept.
 */
export function copyAsJson(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([field, value]) => [field, copyValue(field, value)]))
}

function copyValue(field: string, value: unknown): unknown {
  if (value === undefined || value instanceof Uint8Array) return value
  const wrong = findNotJson(value)
  if (wrong !== undefined) throw notJson(field, wrong)
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    throw notJson(field, value)
  }
}

function notJson(field: string, value: unknown): EmulatorError {
  return new EmulatorError([{ kind: 'type', path: [field], message: notJsonText(value) }])
}

/** Says that JSON has no such value. */
export function notJsonText(value: unknown): string {
  return `expected a value that JSON can hold, got ${valueText(value)}`
}

/** Finds the first Infinity, NaN, bigint or function within a value; JSON would write null for the first two. */
export function findNotJson(root: unknown): unknown {
  const waiting = [root]
  const seen = new Set<unknown>()
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'number' ? !Number.isFinite(value) : ['bigint', 'function', 'symbol'].includes(typeof value))
      return value
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const inner of Object.values(value)) waiting.push(inner)
  }
  return undefined
}
