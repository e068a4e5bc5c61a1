/**
 * Ids, secrets and chance drawn from the seed. The n-th draw of a seed is always equal, so a world only stores
 * the number of draws.
 */
export class Ids {
  readonly #seed: number
  readonly #state: { drawn: number }

  constructor(seed: number, state: { drawn: number }) {
    this.#seed = seed
    this.#state = state
  }

  /** Draws a UUID in the format of version 4. */
  uuid(): string {
    const n = this.#state.drawn++
    const seed = this.#seed
    return formatUuid(mix(seed, n, 1), mix(seed, n, 2), mix(seed, n, 3), mix(seed, n, 4), mix(seed, n, 5))
  }

  /** Draws a secret: `svc-` and 40 hexadecimal digits, so that its first eight characters tell keys apart. */
  secret(): string {
    const n = this.#state.drawn++
    let text = 'svc-'
    for (let word = 1; word <= 5; word++) text += hex(mix(this.#seed ^ 0x5ec2e7, n, word))
    return text
  }

  /** Draws a number in [0, 1). */
  chance(): number {
    return mix(this.#seed ^ 0xc4a4ce, this.#state.drawn++, 1) / 0x1_0000_0000
  }
}

/** Character codes of the hexadecimal digits. */
const digits: readonly number[] = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

/** Character code of the digit at bit `shift` of a word. */
function digit(word: number, shift: number): number {
  return digits[(word >>> shift) & 15]!
}

const DASH = 45
const FOUR = 52

/**
 * Formats a UUID in one call, which makes a flat string: joining texts is several times slower, also for later
 * comparisons.
 */
function formatUuid(a: number, b: number, c: number, d: number, variant: number): string {
  return String.fromCharCode(
    digit(a, 28),
    digit(a, 24),
    digit(a, 20),
    digit(a, 16),
    digit(a, 12),
    digit(a, 8),
    digit(a, 4),
    digit(a, 0),
    DASH,
    digit(b, 28),
    digit(b, 24),
    digit(b, 20),
    digit(b, 16),
    DASH,
    FOUR,
    digit(b, 8),
    digit(b, 4),
    digit(b, 0),
    DASH,
    digits[8 + (variant & 3)]!,
    digit(c, 24),
    digit(c, 20),
    digit(c, 16),
    DASH,
    digit(c, 12),
    digit(c, 8),
    digit(c, 4),
    digit(c, 0),
    digit(d, 28),
    digit(d, 24),
    digit(d, 20),
    digit(d, 16),
    digit(d, 12),
    digit(d, 8),
    digit(d, 4),
    digit(d, 0),
  )
}

/** Formats a word in eight digits. */
function hex(word: number): string {
  return word.toString(16).padStart(8, '0')
}

/** A 32-bit word from seed, draw and position, by murmur3's finalizer: a bijection of the draw for a given seed. */
export function mix(seed: number, n: number, word: number): number {
  let h = (n ^ Math.imul(seed, 0x9e3779b1) ^ Math.imul(word, 0x85ebca77) ^ Math.floor(n / 0x1_0000_0000)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13) ^ Math.imul(seed + word, 0x27d4eb2f), 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 16)) >>> 0
}
