import { EmulatorError } from '../checking/emulator-error.ts'
import type { BaseRecord } from './row.ts'

/** Converts a record to JSON: binary content becomes base64. */
export function encodeBytes(record: BaseRecord): { id: string } {
  const encoded: Record<string, unknown> & { id: string } = { ...record }
  for (const field in encoded) {
    const value = encoded[field]
    if (value instanceof Uint8Array) encoded[field] = { base64: toBase64(value) }
  }
  return encoded
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(text)
}

/** Reverses `encodeBytes` for binary fields. Throws `EmulatorError` for text that is not base64. */
export function decodeBytes(
  record: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  const decoded: Record<string, unknown> = { ...record }
  for (const field of fields) {
    const base64 = (decoded[field] as { base64?: unknown } | null | undefined)?.base64
    if (typeof base64 === 'string') decoded[field] = fromBase64(base64, field)
  }
  return decoded
}

function fromBase64(text: string, field: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    throw new EmulatorError([{ kind: 'value', path: [field, 'base64'], message: 'expected base64' }])
  }
}
