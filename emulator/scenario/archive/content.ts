import type { Fields } from '../../engine/checking/is-object.ts'

/** Decodes a content, `{text, encoding}`; undefined if the text is missing or cannot be decoded. */
export function contentBytes({ text, encoding }: Fields): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined
  if (String(encoding).toLowerCase() !== 'base64') return new TextEncoder().encode(text)
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

export function isJsonType(type: unknown): boolean {
  return typeof type === 'string' && /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(type)
}
