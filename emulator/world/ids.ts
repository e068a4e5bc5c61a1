/**
 * Ids, secrets and chance drawn from the seed. The n-th draw of a seed is always the same, so a world
 * needs to keep only the number of draws.
 */
export class Ids {
  readonly #seed: number
  readonly #state: { drawn: number }

  constructor(seed: number, state: { drawn: number }) {
    this.#seed = seed
    this.#state = state
  }

  /** A UUID of version 4 shape. */
  uuid(): string {
    const n = this.#state.drawn++
    const a = hex(mix(this.#seed, n, 1))
    const b = hex(mix(this.#seed, n, 2))
    const c = hex(mix(this.#seed, n, 3))
    const d = hex(mix(this.#seed, n, 4))
    const variant = '89ab'[mix(this.#seed, n, 5) & 3]
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
  }

  /** A secret: `svc-` and 40 hexadecimal digits, so that its first eight characters tell keys apart. */
  secret(): string {
    const n = this.#state.drawn++
    let text = 'svc-'
    for (let word = 1; word <= 5; word++) text += hex(mix(this.#seed ^ 0x5ec2e7, n, word))
    return text
  }

  /** A number in [0, 1). */
  chance(): number {
    return mix(this.#seed ^ 0xc4a4ce, this.#state.drawn++, 1) / 0x1_0000_0000
  }
}

const byteTexts: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Eight digits; a table is several times faster than formatting the number. */
function hex(word: number): string {
  return byteTexts[word >>> 24]! + byteTexts[(word >>> 16) & 255]! + byteTexts[(word >>> 8) & 255]! + byteTexts[word & 255]!
}

/** A 32-bit word from seed, draw and position: murmur3's finalizer, a bijection of the draw for a given seed. */
export function mix(seed: number, n: number, word: number): number {
  let h = (n ^ Math.imul(seed, 0x9e3779b1) ^ Math.imul(word, 0x85ebca77) ^ Math.floor(n / 0x1_0000_0000)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13) ^ Math.imul(seed + word, 0x27d4eb2f), 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 16)) >>> 0
}
