import { multisetDifference } from '../../engine/checking/counts.ts'
import { unmatchedItems } from '../../engine/matching/unmatched-items.ts'

/** Ids and secrets of new records, each with a label that is equal in every run. */
export type Labels = ReadonlyMap<string, string>

/** Comparable form of an output: labels replace ids and secrets that the run drew, and `<time>` replaces times. */
export function comparable(output: unknown, labels: Labels): unknown {
  if (typeof output === 'string') return comparableText(output, (word) => labels.get(word))
  if (Array.isArray(output)) return output.map((each) => comparable(each, labels))
  if (output instanceof Map) return comparable([...output], labels)
  if (output instanceof Set) return comparable([...output], labels)
  if (typeof output !== 'object' || output === null)
    return output === undefined ? null : typeof output === 'bigint' ? String(output) : output
  if (output instanceof Error) return comparable([output.name, output.message], labels)
  // Dates and URLs have no fields of their own.
  if ('toJSON' in output && typeof output.toJSON === 'function') return comparable(output.toJSON(), labels)
  const fields = Object.entries(output).filter(([, value]) => typeof value !== 'function')
  return Object.fromEntries(
    fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, comparable(value, labels)]),
  )
}

/** Ids, secrets, times and prefixes within texts. */
export const WORDS =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|svc-[0-9a-z-]{8,}|\borg-[0-9a-f]{8}\b|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|svc-[0-9a-f]{4}\*\*\*/g

/** An id in another format (`unspecified: vary`). */
const OTHER_IDS = /\b(?:[a-z]{2,3}_)?([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\b/g

/** Placeholder of a time. */
export const TIME = '<time>'
/** Placeholder of a masked value. */
export const DIFFERS = '<differs by itself>'

/** Comparable form of a text: without times, and with labels in place of drawn ids and secrets. */
export function comparableText(text: string, findLabel: (word: string) => string | undefined): string {
  return text
    .replace(OTHER_IDS, '$1-$2-$3-$4-$5')
    .replace(
      WORDS,
      (word) => findLabel(word) ?? (/^\d{4}-/.test(word) ? TIME : word.endsWith('***') ? '<prefix>' : word),
    )
}

/** Makes a function that numbers ids and secrets in texts by their first appearance, and hides times. */
export function numberWords(): (text: string) => string {
  const labels = new Map<string, string>()
  return (text) =>
    text.replace(WORDS, (word) => {
      if (/^\d{4}-\d\d-\d\dT/.test(word)) return TIME
      const label = labels.get(word) ?? `<id ${labels.size + 1}>`
      labels.set(word, label)
      return label
    })
}

/** Paths at which two runs of the same world differ. */
export function findMasks(first: unknown, second: unknown, path = ''): string[] {
  if (Object.is(first, second)) return []
  if (
    typeof first === 'string' &&
    typeof second === 'string' &&
    isEqual(ordered(splitWords(first)), ordered(splitWords(second)))
  )
    return [`${path}${ANY_ORDER}`]
  if (
    Array.isArray(first) &&
    Array.isArray(second) &&
    !isEqual(first, second) &&
    isEqual(ordered(first), ordered(second))
  )
    return [`${path}${ANY_ORDER}`]
  if (isBranch(first) && isBranch(second) && Array.isArray(first) === Array.isArray(second)) {
    const names = new Set([...Object.keys(first), ...Object.keys(second)])
    return [...names].flatMap((name) => findMasks((first as Branch)[name], (second as Branch)[name], `${path}/${name}`))
  }
  return [path]
}

/** Suffix of a mask that ignores only the order of a list, or of the words of a text. */
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

/** Output with placeholders at masked paths. */
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

export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * True if two outputs agree in all that is promised: fields that both have, records in any order, the words of texts.
 * The first is the expected one.
 */
export function isEqualLoosely(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    // Sorted by their texts, most pairs are found side by side.
    return a.length === b.length && unmatchedItems(ordered(a), ordered(b), isEqualLoosely).next().done === true
  }
  if (typeof a === 'string' && typeof b === 'string') return hasWords(a, b)
  if (!isBranch(a) || !isBranch(b)) return Object.is(a, b)
  return Object.keys(a).every((name) => !Object.hasOwn(b, name) || isEqualLoosely(a[name], b[name]))
}

/** True if a line holds the expected words. Records may come in another order, and fields may have been added. */
function hasWords(expected: string, actual: string): boolean {
  return multisetDifference(splitWords(expected), splitWords(actual)).length === 0
}

function splitWords(text: string): string[] {
  return text.match(/[^\s,;:|"'[\](){}]+/g) ?? []
}

/**
 * True if an output lies between two: it holds every record that both have and none that neither has, and its numbers
 * lie between theirs.
 */
export function isBetween(output: unknown, first: unknown, second: unknown): boolean {
  if (isEqual(output, first) || isEqual(output, second)) return true
  if (typeof output === 'string') return isTextBetween(output, first, second)
  if (Array.isArray(output) && Array.isArray(first) && Array.isArray(second)) return listBetween(output, first, second)
  if (!isBranch(output) || !isBranch(first) || !isBranch(second))
    return typeof output === 'number' && inRange(output, first, second)
  const names = Object.keys(output)
  return isEqual(names, Object.keys(first)) && names.every((name) => isBetween(output[name], first[name], second[name]))
}

function listBetween(output: readonly unknown[], first: readonly unknown[], second: readonly unknown[]): boolean {
  const texts = (list: readonly unknown[]) => new Set(list.map((each) => JSON.stringify(each)))
  const [own, left, right] = [texts(output), texts(first), texts(second)]
  const [fewer, more] = [first.filter(holdsNumber), second.filter(holdsNumber)]
  const isCount = (line: unknown) =>
    holdsNumber(line) && fewer.some((one) => more.some((other) => isTextBetween(line, one, other)))
  return (
    own.size === output.length &&
    [...own].every((each) => left.has(each) || right.has(each) || isCount(JSON.parse(each))) &&
    [...left].every((each) => !right.has(each) || own.has(each))
  )
}

/** Numbers that are words of a text, not digits of names and ids. */
const NUMBERS = /(?<![\w.-])\d+(?:\.\d+)?(?![\w-])/g

function holdsNumber(line: unknown): line is string {
  return typeof line === 'string' && line.search(NUMBERS) >= 0
}

/** True if a text equals two others but for its numbers, which lie between theirs. */
function isTextBetween(text: string, first: unknown, second: unknown): boolean {
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
