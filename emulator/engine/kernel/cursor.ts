/**
 * An opaque cursor: the position of the last row read, and a digest of seed, listing, parameters and position.
 * It rests on nothing else, so cursors survive a restart of the same scenario (A-33).
 */
export function encodeCursor(seed: number, binding: string, position: number): string {
  // Digits and points are letters and digits in base64, which a query takes as they are.
  return btoa(`${position}.${digest(`${seed}\n${binding}\n${position}`)}`).replaceAll('=', '')
}

/** The position that a cursor holds; undefined for anything but the exact text that was handed out (A-50). */
export function decodeCursor(seed: number, binding: string, cursor: string): number | undefined {
  const position = positionIn(cursor)
  return position === undefined || encodeCursor(seed, binding, position) !== cursor ? undefined : position
}

function positionIn(cursor: string): number | undefined {
  try {
    const digits = /^\d+(?=\.)/.exec(atob(cursor))?.[0]
    return digits === undefined ? undefined : Number(digits)
  } catch {
    return undefined
  }
}

/** Two words of which every character changes both (cyrb53, with all of its 64 bits). It tells texts apart and keeps no secret. */
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
