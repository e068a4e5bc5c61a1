/** The part of DER (X.690) that certificates need. Each function encodes one value. */

function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, ...encodeLength(body.length)]), body])
}

/** Encodes a length: one byte below 128, else the number of bytes followed by the length. */
function encodeLength(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  return [0x80 | bytes.length, ...bytes]
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content)
export const set = (...content: readonly Uint8Array[]): Buffer => der(0x31, ...content)
export const octets = (content: Uint8Array): Buffer => der(0x04, content)
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
export const isTrue = der(0x01, Buffer.from([0xff]))

/** Encodes a positive integer from its bytes, with a leading zero if the first byte would make it negative. */
export function integer(bytes: Uint8Array): Buffer {
  return der(0x02, Buffer.from(bytes[0]! >= 0x80 ? [0, ...bytes] : bytes))
}

/** Encodes a bit string. `unused`: bits at the end that do not count. */
export function bits(content: Uint8Array, unused = 0): Buffer {
  return der(0x03, Buffer.from([unused]), content)
}

/**
 * Encodes an object identifier: `2.5.29.17`. The first two numbers share a byte; each further one is written in groups
 * of seven bits.
 */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift(0x80 | (rest & 0x7f))
  return bytes
}

/**
 * Encodes a time: `YYMMDDhhmmssZ` for years before 2050 (RFC 5280, 4.1.2.5), with four digits of the year after that.
 */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:T]/g, '')
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}

/** Wraps a value in an explicit context tag: `[3]`. */
export const tagged = (number: number, ...content: readonly Uint8Array[]): Buffer => der(0xa0 | number, ...content)
/** Encodes a value with an implicit context tag. */
export const plain = (number: number, content: Uint8Array): Buffer => der(0x80 | number, content)
