/** Expands the `generate` blocks of worlds and fixtures into plain records. */
import { mix } from './ids.ts'

/**
 * `count` records, counted from `start` (default 1); all other fields are those of the record. Strings may hold `{n}`
 * (the counter), `{n:5}` (padded with zeros), `{n+1}`, `{n-1}`, `{n%10}` and `{{` (a brace). Values may be `{$cycle:
 * […]}`, `{$pick: […]}`, `{$integer: {min, max}}` or `{$number: "{n}"}`.
 */
export interface GenerateBlock {
  readonly count: number
  readonly start?: number | undefined
  readonly [field: string]: unknown
}

/** Remaining budget of a document's blocks: a megabyte of them could generate gigabytes of records. */
interface SizeBudget {
  /** Characters of texts with counters; each field of an object and item of a list counts as eight. */
  left: number
}

const ITEM = 8

/** Yields the records of one block, equal for equal seeds. Stops when the budget is used up. */
export function* generate(
  block: GenerateBlock,
  seed: number,
  room: SizeBudget = { left: Infinity },
): Generator<Record<string, unknown>> {
  const { count, start = 1, ...template } = block
  const make = compileTemplate(template)
  for (let n = start; n < start + count; n++) {
    let drawn = 0
    const chance = () => mix(seed, n, ++drawn) / 0x1_0000_0000
    yield make({ n, position: n - start, chance, room }) as Record<string, unknown>
    if (room.left < 0) return
  }
}

interface Counter {
  n: number
  position: number
  chance: () => number
  room: SizeBudget
}

export const counters = /\{\{|\{n(?:([+\-%])(\d+))?(?::(\d{1,2}))?\}/g
export const forms = ['$cycle', '$pick', '$integer', '$number'] as const
export type Form = (typeof forms)[number]

/** Makes a value for one record. */
type Template = (counter: Counter) => unknown

/** Compiles a template once for all records. */
export function compileTemplate(value: unknown): Template {
  if (typeof value === 'string') return value.includes('{') ? textMaker(value) : () => value
  if (typeof value !== 'object' || value === null) return () => value
  if (Array.isArray(value)) {
    const items = value.map(compileTemplate)
    return (counter) => {
      counter.room.left -= ITEM * items.length
      return items.map((make) => make(counter))
    }
  }
  const form = findForm(value)
  if (form) return formMaker(form, (value as Record<string, unknown>)[form])
  const fields = Object.entries(value).map(([key, inner]) => [key, compileTemplate(inner)] as const)
  return (counter) => {
    counter.room.left -= ITEM * fields.length
    return Object.fromEntries(fields.map((field) => [field[0], field[1](counter)]))
  }
}

function textMaker(text: string): Template {
  const parts: (string | ((n: number) => string))[] = []
  let end = 0
  for (const { 0: match, 1: operator, 2: operand, 3: width, index } of text.matchAll(counters)) {
    parts.push(
      text.slice(end, index),
      match === '{{' ? '{' : counterText(operator, Number(operand ?? 0), Number(width ?? 0)),
    )
    end = index + match.length
  }
  parts.push(text.slice(end))
  return ({ n, room }) => {
    const made = parts.map((part) => (typeof part === 'string' ? part : part(n))).join('')
    room.left -= made.length
    return made
  }
}

function counterText(operator: string | undefined, by: number, width: number): (n: number) => string {
  return (n) => {
    const value = operator === '+' ? n + by : operator === '-' ? n - by : operator === '%' ? n % by : n
    return String(value).padStart(width, '0')
  }
}

function formMaker(form: Form, argument: unknown): Template {
  if (form === '$number') {
    const make = compileTemplate(argument)
    return (counter) => Number(make(counter))
  }
  if (form === '$integer') {
    const { min, max } = argument as { min: number; max: number }
    return ({ chance }) => min + Math.floor(chance() * (max - min + 1))
  }
  const choices = (argument as unknown[]).map(compileTemplate)
  return form === '$cycle'
    ? (counter) => choices[counter.position % choices.length]!(counter)
    : (counter) => choices[Math.floor(counter.chance() * choices.length)]!(counter)
}

function findForm(value: object): Form | undefined {
  const [key, ...others] = Object.keys(value)
  return others.length === 0 && forms.includes(key as Form) ? (key as Form) : undefined
}
