import { beyond } from '../../engine/checking/counts.ts'
import { unmatchedItems } from '../../engine/matching/unmatched-items.ts'

/** Texts that a run drew, by what they stand for: ids and secrets of records that were not there before. */
export type Labels = ReadonlyMap<string, string>

/** Output of a subject, comparable: ids and secrets that its run drew stand for their records, times for times. */
export function comparable(output: unknown, labels: Labels): unknown {
  if (typeof output === 'string') return comparableText(output, (word) => labels.get(word))
  if (Array.isArray(output)) return output.map((each) => comparable(each, labels))
  if (output instanceof Map) return comparable([...output], labels)
  if (output instanceof Set) return comparable([...output], labels)
  if (typeof output !== 'object' || output === null)
    return output === undefined ? null : typeof output === 'bigint' ? String(output) : output
  if (output instanceof Error) return comparable([output.name, output.message], labels)
  // Dates and addresses have no fields of their own.
  if ('toJSON' in output && typeof output.toJSON === 'function') return comparable(output.toJSON(), labels)
  const fields = Object.entries(output).filter(([, value]) => typeof value !== 'function')
  return Object.fromEntries(
    fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, comparable(value, labels)]),
  )
}

/** Ids, secrets, times and prefixes, as a text holds them. */
export const WORDS =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|svc-[0-9a-z-]{8,}|\borg-[0-9a-f]{8}\b|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|svc-[0-9a-f]{4}\*\*\*/g

/** An id in another shape (`unspecified: vary`). */
const OTHER_IDS = /\b(?:[a-z]{2,3}_)?([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\b/g

/** Stands for a time in a text. */
export const TIME = '<time>'
/** Stands for what a mask hides. */
export const DIFFERS = '<differs by itself>'

/** A text without times, with ids and secrets that were drawn as what they stand for. */
export function comparableText(text: string, findLabel: (word: string) => string | undefined): string {
  return text
    .replace(OTHER_IDS, '$1-$2-$3-$4-$5')
    .replace(
      WORDS,
      (word) => findLabel(word) ?? (/^\d{4}-/.test(word) ? TIME : word.endsWith('***') ? '<prefix>' : word),
    )
}

/** Paths at which two runs of the same world differ by themselves. */
export function findMasks(first: unknown, second: unknown, path = ''): string[] {
  if (Object.is(first, second)) return []
  if (
    typeof first === 'string' &&
    typeof second === 'string' &&
    same(ordered(splitWords(first)), ordered(splitWords(second)))
  )
    return [`${path}${ANY_ORDER}`]
  if (Array.isArray(first) && Array.isArray(second) && !same(first, second) && same(ordered(first), ordered(second)))
    return [`${path}${ANY_ORDER}`]
  if (isBranch(first) && isBranch(second) && Array.isArray(first) === Array.isArray(second)) {
    const names = new Set([...Object.keys(first), ...Object.keys(second)])
    return [...names].flatMap((name) => findMasks((first as Branch)[name], (second as Branch)[name], `${path}/${name}`))
  }
  return [path]
}

/** Ends a mask that leaves out the order of a list, or of the words of a text, and nothing of what it holds. */
export const ANY_ORDER = ' (order)'

function ordered(list: readonly unknown[]): unknown[] {
  return list
    .map((each) => [JSON.stringify(each) ?? '', each] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, each]) => each)
}

type Branch = Readonly<Record<string, unknown>>

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null
}

/** The output without what masks hide. */
export function masked(output: unknown, masks: ReadonlySet<string>, path = ''): unknown {
  if (masks.has(path)) return DIFFERS
  if (Array.isArray(output)) {
    const list = output.map((each, n) => masked(each, masks, `${path}/${n}`))
    return masks.has(`${path}${ANY_ORDER}`) ? ordered(list) : list
  }
  if (typeof output === 'string' && masks.has(`${path}${ANY_ORDER}`)) return ordered(splitWords(output)).join(' ')
  if (!isBranch(output)) return output
  return Object.fromEntries(
    Object.entries(output).map(([name, value]) => [name, masked(value, masks, `${path}/${name}`)]),
  )
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Whether two outputs agree in what is promised: fields that both have, and records in any order; in a text, its words. The first is what is expected. */
export function sameLoosely(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    // In the order of their texts most stand side by side.
    return a.length === b.length && unmatchedItems(ordered(a), ordered(b), sameLoosely).next().done === true
  }
  if (typeof a === 'string' && typeof b === 'string') return hasWords(a, b)
  if (!isBranch(a) || !isBranch(b)) return Object.is(a, b)
  return Object.keys(a).every((name) => !Object.hasOwn(b, name) || sameLoosely(a[name], b[name]))
}

/** A line may list records in another order, and name fields that were not there. */
function hasWords(expected: string, actual: string): boolean {
  return beyond(splitWords(expected), splitWords(actual)).length === 0
}

function splitWords(text: string): string[] {
  return text.match(/[^\s,;:|"'[\](){}]+/g) ?? []
}

/** Whether an output lies between two: it holds every record that both have and none that neither has, and numbers lie between theirs. */
export function between(output: unknown, first: unknown, second: unknown): boolean {
  if (same(output, first) || same(output, second)) return true
  if (typeof output === 'string') return textBetween(output, first, second)
  if (Array.isArray(output) && Array.isArray(first) && Array.isArray(second)) return listBetween(output, first, second)
  if (!isBranch(output) || !isBranch(first) || !isBranch(second))
    return typeof output === 'number' && inRange(output, first, second)
  const names = Object.keys(output)
  return same(names, Object.keys(first)) && names.every((name) => between(output[name], first[name], second[name]))
}

function listBetween(output: readonly unknown[], first: readonly unknown[], second: readonly unknown[]): boolean {
  const texts = (list: readonly unknown[]) => new Set(list.map((each) => JSON.stringify(each)))
  const [own, left, right] = [texts(output), texts(first), texts(second)]
  const [fewer, more] = [first.filter(holdsNumber), second.filter(holdsNumber)]
  const isCount = (line: unknown) =>
    holdsNumber(line) && fewer.some((one) => more.some((other) => textBetween(line, one, other)))
  return (
    own.size === output.length &&
    [...own].every((each) => left.has(each) || right.has(each) || isCount(JSON.parse(each))) &&
    [...left].every((each) => !right.has(each) || own.has(each))
  )
}

/** Numbers as words of a text; digits of names and ids are none. */
const NUMBERS = /(?<![\w.-])\d+(?:\.\d+)?(?![\w-])/g

function holdsNumber(line: unknown): line is string {
  return typeof line === 'string' && line.search(NUMBERS) >= 0
}

/** Whether a text is like two others but for numbers, and its numbers lie between theirs. */
function textBetween(text: string, first: unknown, second: unknown): boolean {
  if (typeof first !== 'string' || typeof second !== 'string') return false
  const texts = [text, first, second]
  const [words, ...others] = texts.map((each) => each.replace(NUMBERS, '#'))
  if (others.some((each) => each !== words)) return false
  const numbers = (each: string) => (each.match(NUMBERS) ?? []).map(Number)
  const [left, right] = [numbers(first), numbers(second)]
  return numbers(text).every((value, n) => inRange(value, left[n], right[n]))
}

function inRange(value: number, first: unknown, second: unknown): boolean {
  return (
    typeof first === 'number' &&
    typeof second === 'number' &&
    value >= Math.min(first, second) &&
    value <= Math.max(first, second)
  )
}
