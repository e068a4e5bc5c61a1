import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { ApiError } from '../contract/api-error.ts'
import { onceText } from './once.ts'

const encoder = new TextEncoder()

/**
 * An opaque cursor: the position of the last row read, and a keyed digest of position, listing and parameters.
 * The key comes from the seed alone, so cursors survive a restart of the same scenario.
 */
export function encodeCursor(seed: number, binding: string, position: number): string {
  return cursorOf(`${seed}\n${binding}\n${position}`)
}

/** Remembered, since whoever was handed a cursor comes back with it. The text holds the seed, what is digested, and at the end of that the position. */
const cursorOf = onceText((text) => {
  const [seed, digested, position] = [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1), text.slice(text.lastIndexOf('\n') + 1)]
  const digest = keyed(Number(seed)).clone().update(encoder.encode(digested)).digest()
  let tag = ''
  for (let i = 0; i < 12; i++) tag += digest[i]!.toString(16).padStart(2, '0')
  return btoa(`${Number(position).toString(36)}.${tag}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
})

let last: { readonly seed: number; readonly digest: ReturnType<typeof hmac.create> } | undefined

/** The digest that has taken the key of a seed: most cursors of a program come from one. */
function keyed(seed: number): ReturnType<typeof hmac.create> {
  if (last?.seed !== seed) last = { seed, digest: hmac.create(sha256, encoder.encode(`svc-emulator cursor ${seed}`)) }
  return last.digest
}

/** The position that a cursor holds. Anything but the exact text that was handed out is `invalid_cursor`. */
export function decodeCursor(seed: number, binding: string, cursor: string): number {
  const position = positionIn(cursor)
  if (position === undefined || encodeCursor(seed, binding, position) !== cursor) throw new ApiError('invalid_cursor')
  return position
}

function positionIn(cursor: string): number | undefined {
  if (!/^[\w-]+$/.test(cursor)) return undefined
  try {
    const digits = /^([0-9a-z]{1,11})\./.exec(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))?.[1]
    return digits === undefined ? undefined : Number.parseInt(digits, 36)
  } catch {
    return undefined
  }
}
