import { EmulatorError } from '../checking/emulator-error.ts'

/** The reverse of `encodeBytes`, for records of tables that hold binary content. Throws `EmulatorError` for what is no base64. */
export function decodeBytes(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const decoded: Record<string, unknown> = { ...record }
  for (const field in decoded) {
    const base64 = (decoded[field] as { base64?: unknown } | null)?.base64
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
