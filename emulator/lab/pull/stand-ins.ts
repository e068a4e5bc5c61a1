import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import { EPOCH, isoTime } from '../../engine/world/clock.ts'
import { mix } from '../../engine/world/ids.ts'
import { UUID } from '../../contract/uuid.ts'

/** Fields of records with texts and values of people. Others hold ids, times and words of the API. */
export const privateFields: ReadonlySet<string> = new Set([
  'alias',
  'body',
  'category',
  'data',
  'description',
  'error',
  'input',
  'key',
  'label',
  'name',
  'note',
  'value',
])

const DATE = String.raw`\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{3})?Z)?`
const HOST = String.raw`(?<=:\/\/)[\w.-]*\w|(?<=[\w.+-]@)[\w-]+(?:\.[\w-]+)+`
const PARTS = new RegExp(String.raw`(${UUID}|https?(?=:\/\/))|(${DATE})|(${HOST})|[\p{L}\p{M}\p{N}]+`, 'gu')

/** Draws before a stand-in gets one more character: shapes such as one digit have few. */
const MAX_DRAWS = 100

/**
 * Replaces names and values by others of equal shape: equal ones by equal ones, different ones by different ones. A
 * stand-in is drawn from the order in which words come, so that nobody can try words out.
 */
export class StandIns {
  readonly #given = new Map<string, string>()
  /** `me` is nobody's alias. */
  readonly #taken = new Set(['me'])

  /** Replaces the private fields of a record. */
  anonymize(record: Fields): Fields {
    return Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, privateFields.has(name) ? this.#value(value) : value]),
    )
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value === 'number') return this.#number(value)
    if (Array.isArray(value)) return value.map((item) => this.#value(item))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        /^[A-Za-z_][\w-]*$/.test(key) ? key : this.#text(key),
        // The kind of a node decides what a workflow does.
        key === 'kind' ? inner : this.#value(inner),
      ]),
    )
  }

  #text(text: string): string {
    return text.replace(PARTS, (part, kept?: string, date?: string, host?: string) => {
      if (kept !== undefined) return part
      if (date !== undefined) return this.#once(part, (n) => dateLike(part, n))
      const word = host === undefined ? part : part.replace(/\W/g, '')
      const end = host === undefined ? '' : '.example'
      return this.#once(part + end, (n, longer) => wordLike(word + longer, n) + end)
    })
  }

  /** A number with as many digits; 0 stays 0. */
  #number(value: number): number {
    if (value === 0) return 0
    const [digits = '', exponent = ''] = String(value).split(/(?=e)/)
    // Other digits before the largest exponent would be too large for a number.
    const kept = exponent.replace('+308', '+307')
    const draw = (n: number, longer: string): string =>
      String(Number((digits + longer).replace(/\d/g, (_, at: number) => String(1 + (mix(2, n, at) % 9))) + kept))
    return Number(this.#once(`number ${value}`, draw))
  }

  /** The stand-in of a value: the first draw that no other value has. */
  #once(value: string, draw: (n: number, longer: string) => string): string {
    const known = this.#given.get(value)
    if (known !== undefined) return known
    const first = this.#given.size * MAX_DRAWS
    let drawn = draw(first, '')
    for (let n = 1; this.#taken.has(drawn) || drawn === value; n++)
      drawn = draw(first + n, '0'.repeat(Math.floor(n / MAX_DRAWS)))
    this.#given.set(value, drawn)
    this.#taken.add(drawn)
    return drawn
  }
}

function wordLike(word: string, n: number): string {
  return Array.from(word, (character, at) => {
    const number = mix(1, n, at)
    if (/\p{N}/u.test(character)) return String(number % 10)
    return String.fromCharCode((/\p{Lu}/u.test(character) ? 65 : 97) + (number % 26))
  }).join('')
}

/** A time of a day from the first of world time on, as precise as another. */
function dateLike(date: string, n: number): string {
  const time = isoTime(EPOCH + (n / MAX_DRAWS) * 86_400_000)
  return date.length === 24 ? time : date.length === 20 ? `${time.slice(0, 19)}Z` : time.slice(0, 10)
}
