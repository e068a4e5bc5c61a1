/**
 * Encodes an opaque cursor: the position of the last row read, and a digest of seed, listing, parameters and position.
 * It depends on nothing else, so that cursors survive a restart of the same scenario (A-33).
 */
export function encodeCursor(seed: number, binding: string, position: string | number): string {
  // Base64 of digits, points and minus signs is letters and digits, which need no encoding in a query.
  return btoa(`${position}.${digest(`${seed}\n${binding}\n${position}`)}`).replaceAll('=', '')
}

/** Decodes the position in a cursor; undefined for anything but the exact text that was issued (A-33). */
export function decodeCursor(seed: number, binding: string, cursor: string): string | undefined {
  const position = readPosition(cursor)
  return position === undefined || encodeCursor(seed, binding, position) !== cursor ? undefined : position
}

/** Position that the text of a cursor names, whatever listing it belongs to; undefined for text that is no cursor. */
export function readPosition(cursor: string): string | undefined {
  try {
    return /^(\d+(?:\.-?\d+)?)\.\d+\.\d+$/.exec(atob(cursor))?.[1]
  } catch {
    return undefined
  }
}

/**
 * Digest of a text in 64 bits (cyrb53): every character changes both words. It distinguishes texts and protects no
 * secret.
 */
export function digest(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  const first = avalanche(a) ^ avalanche(b, 0xc2b2ae35)
  const second = avalanche(b) ^ avalanche(a, 0xc2b2ae35)
  return `${first >>> 0}.${second >>> 0}`
}

function avalanche(word: number, factor = 0x85ebca6b): number {
  const mixed = Math.imul(word ^ (word >>> 16), factor)
  return mixed ^ (mixed >>> 13)
}

/** Texts that clients send where they have no cursor. */
export const neverACursor: ReadonlySet<string> = new Set(['', 'null', 'undefined'])
