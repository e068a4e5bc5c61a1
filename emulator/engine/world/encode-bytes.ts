import type { BaseRecord } from './row.ts'

/** A record as JSON can hold it: binary content is base64. */
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
