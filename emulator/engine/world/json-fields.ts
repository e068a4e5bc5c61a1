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
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    const message = `expected a value that JSON can hold, got ${valueText(value)}`
    throw new EmulatorError([{ kind: 'type', path: [field], message }])
  }
}
