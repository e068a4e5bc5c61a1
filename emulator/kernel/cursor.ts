import { ApiError } from '../contract/api-error.ts'

/**
 * An opaque cursor: the position of the last row read, and a digest of seed, listing, parameters and position.
 * It rests on nothing else, so cursors survive a restart of the same scenario (A-33).
 */
export function encodeCursor(seed: number, binding: string, position: number): string {
  const text = `${position.toString(36)}.${digest(`${seed}\n${binding}\n${position}`)}`
  return btoa(text).replaceAll('=', '')
}

/** The position that a cursor holds. Anything but the exact text that was handed out is `invalid_cursor` (A-50). */
export function decodeCursor(seed: number, binding: string, cursor: string): number {
  const position = positionIn(cursor)
  if (position === undefined || encodeCursor(seed, binding, position) !== cursor) throw new ApiError('invalid_cursor')
  return position
}

function positionIn(cursor: string): number | undefined {
  if (!/^[A-Za-z0-9]+$/.test(cursor)) return undefined
  try {
    const digits = /^([0-9a-z]{1,11})\./.exec(atob(cursor))?.[1]
    return digits === undefined ? undefined : Number.parseInt(digits, 36)
  } catch {
    return undefined
  }
}

/** Two words of which every character changes both (cyrb53, with all of its 64 bits). It tells cursors apart and keeps no secret. */
function digest(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  const first = avalanche(a) ^ avalanche(b, 0xc2b2ae35)
  const second = avalanche(b) ^ avalanche(a, 0xc2b2ae35)
  return hex(first) + hex(second)
}

function avalanche(word: number, factor = 0x85ebca6b): number {
  const mixed = Math.imul(word ^ (word >>> 16), factor)
  return mixed ^ (mixed >>> 13)
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
