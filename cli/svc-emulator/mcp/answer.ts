/** Bounds the length of answers to an agent: a short default, with a hint at the rest. */

import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../../emulator/engine/checking/near-miss.ts'

/** Default length of an answer in characters. */
export const DEFAULT_LIMIT = 6_000
/** Least `limit` that a call may give. */
export const MIN_LIMIT = 500
/** Greatest `limit` that a call may give. */
export const MAX_LIMIT = 120_000

/** Share of an answer that lists may fill; the rest is for other fields. */
const FOR_LISTS = 0.85

/** Items that fit into an answer, at least one, and the number of the others. */
export function fitItems<T>(
  items: readonly T[],
  limit: number,
): { readonly shown: readonly T[]; readonly left: number } {
  let size = 0
  let count = 0
  for (const item of items) {
    size += JSON.stringify(item).length + 1
    if (count > 0 && size > limit * FOR_LISTS) break
    count++
  }
  return { shown: items.slice(0, count), left: items.length - count }
}

/** The start of a text that fits into an answer, as JSON. */
export function fitText(text: string, limit: number): string {
  let length = Math.floor(limit * FOR_LISTS)
  while (JSON.stringify(text.slice(0, length)).length > limit * FOR_LISTS) length = Math.floor(length * 0.8)
  return text.slice(0, length)
}

interface Page {
  /** Id of the last item that was shown before. */
  readonly after: string | undefined
  readonly limit: number
}

/**
 * A page of a list as an answer: `{ users: […], next: 'ada', left: 3 }`, without the last two at the end. Throws
 * `EmulatorError` for an unknown `after`.
 */
export function pageAfter<T>(
  name: string,
  items: readonly T[],
  findId: (item: T) => string,
  { after, limit }: Page,
): object {
  const start = after === undefined ? 0 : items.findIndex((item) => findId(item) === after) + 1
  if (after !== undefined && start === 0)
    throw new EmulatorError(`after: there is no '${after}' in this list${didYouMean(after, items.map(findId))}`)
  const { shown, left } = fitItems(items.slice(start), limit)
  return { [name]: shown, ...(left > 0 && { next: findId(shown.at(-1)!), left }) }
}

/** Items of lists, characters of texts and levels of objects that are kept: tried in turn until an answer fits. */
const cuts = [
  { items: 50, characters: 2_000, levels: 12 },
  { items: 20, characters: 500, levels: 9 },
  { items: 10, characters: 200, levels: 7 },
  { items: 5, characters: 100, levels: 5 },
  { items: 2, characters: 60, levels: 3 },
]

/**
 * JSON of an answer. Shortens lists, texts and inner objects if it exceeds the limit; `shortened` then says how to get
 * the rest.
 */
export function writeAnswer(answer: object, limit: number): string {
  const whole = JSON.stringify(answer)
  if (whole.length <= limit) return whole
  const rest =
    whole.length <= MAX_LIMIT ? `limit: ${whole.length} gives all of it` : `limit: ${MAX_LIMIT} gives more of it`
  const shortened = `this answer has ${whole.length} characters; ${rest}`
  for (const kept of cuts) {
    const text = JSON.stringify({ shortened, ...(cut(answer, kept) as object) })
    if (text.length <= limit) return text
  }
  return JSON.stringify({ shortened, start: fitText(whole, limit - shortened.length) })
}

function cut(value: unknown, kept: (typeof cuts)[number]): unknown {
  const { items, characters, levels } = kept
  if (typeof value === 'string')
    return value.length <= characters
      ? value
      : `${value.slice(0, characters)}… (${value.length - characters} more characters)`
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return '…'
  const inside = { ...kept, levels: levels - 1 }
  if (Array.isArray(value)) {
    const shown = value.slice(0, items).map((item) => cut(item, inside))
    return value.length <= items ? shown : [...shown, `… (${value.length - items} more)`]
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner, inside)]))
}
