const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes UTF-8 in a header whose text holds one character for each byte, as HTTP and Fetch give it. Undefined for
 * bytes that are not UTF-8.
 */
export function decodeHeader(header: string): string | undefined {
  // A transport that passes other characters has decoded the header already.
  if (!/^[\0-\xff]*$/.test(header)) return header
  try {
    return utf8.decode(Uint8Array.from(header, (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}
