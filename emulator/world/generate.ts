/** Expands the `generate` blocks of worlds and fixtures into plain records. */
import { shortened } from '../contract/shortened.ts'
import { didYouMean } from '../diagnostics/near-miss.ts'
import { ProblemList } from '../diagnostics/problem-list.ts'
import type { Path, Problem } from '../diagnostics/problems.ts'
import { mix } from './ids.ts'

/**
 * `count` records, counted from `start` (default 1); every other field is one of the record. Strings may hold `{n}` (the counter),
 * `{n:5}` (padded with zeros), `{n+1}`, `{n-1}`, `{n%10}` and `{{` (a brace). A value may be `{$cycle: […]}`, `{$pick: […]}`,
 * `{$integer: {min, max}}` or `{$number: "{n}"}`.
 */
export interface GenerateBlock {
  readonly count: number
  readonly start?: number | undefined
  readonly [field: string]: unknown
}

/** The records of one block. The same seed gives the same records. */
export function* generate(block: GenerateBlock, seed: number): Generator<Record<string, unknown>> {
  const { count, start = 1, ...template } = block
  const make = makerOf(template)
  for (let n = start; n < start + count; n++) {
    let drawn = 0
    const chance = () => mix(seed, n, ++drawn) / 0x1_0000_0000
    yield make({ n, position: n - start, chance }) as Record<string, unknown>
  }
}

/** What is wrong in the values of a block: unknown `$` forms and counters. Paths start at the block. */
export function generateProblems(block: GenerateBlock): Problem[] {
  const { count: _count, start: _start, ...template } = block
  const found = new ProblemList()
  check(found, template, [])
  return found.toArray()
}

interface Counter {
  n: number
  position: number
  chance: () => number
}

const counters = /\{\{|\{n(?:([+\-%])(\d+))?(?::(\d{1,2}))?\}/g
const forms = ['$cycle', '$pick', '$integer', '$number'] as const
type Form = (typeof forms)[number]

/** Makes a value for one record. */
type Maker = (counter: Counter) => unknown

/** Reads a template once for all its records. */
function makerOf(value: unknown): Maker {
  if (typeof value === 'string') return value.includes('{') ? textMaker(value) : () => value
  if (typeof value !== 'object' || value === null) return () => value
  if (Array.isArray(value)) {
    const items = value.map(makerOf)
    return (counter) => items.map((make) => make(counter))
  }
  const form = formOf(value)
  if (form) return formMaker(form, (value as Record<string, unknown>)[form])
  const fields = Object.entries(value).map(([key, inner]) => [key, makerOf(inner)] as const)
  return (counter) => Object.fromEntries(fields.map((field) => [field[0], field[1](counter)]))
}

function textMaker(text: string): Maker {
  const parts: (string | ((n: number) => string))[] = []
  let end = 0
  for (const { 0: match, 1: operator, 2: operand, 3: width, index } of text.matchAll(counters)) {
    parts.push(text.slice(end, index), match === '{{' ? '{' : counterText(operator, Number(operand ?? 0), Number(width ?? 0)))
    end = index + match.length
  }
  parts.push(text.slice(end))
  return ({ n }) => {
    let made = ''
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!
      made += typeof part === 'string' ? part : part(n)
    }
    return made
  }
}

function counterText(operator: string | undefined, by: number, width: number): (n: number) => string {
  return (n) => {
    const value = operator === '+' ? n + by : operator === '-' ? n - by : operator === '%' ? n % by : n
    return String(value).padStart(width, '0')
  }
}

function formMaker(form: Form, argument: unknown): Maker {
  if (form === '$number') {
    const make = makerOf(argument)
    return (counter) => Number(make(counter))
  }
  if (form === '$integer') {
    const { min, max } = argument as { min: number; max: number }
    return ({ chance }) => min + Math.floor(chance() * (max - min + 1))
  }
  const choices = (argument as unknown[]).map(makerOf)
  return form === '$cycle'
    ? (counter) => choices[counter.position % choices.length]!(counter)
    : (counter) => choices[Math.floor(counter.chance() * choices.length)]!(counter)
}

function formOf(value: object): Form | undefined {
  const [key, ...others] = Object.keys(value)
  return others.length === 0 && forms.includes(key as Form) ? (key as Form) : undefined
}

/** Looks no further than the last problem that is kept. */
function check(found: ProblemList, value: unknown, path: Path): void {
  if (typeof value === 'string') checkText(found, value, path)
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    if (found.full) return found.stop()
    const inner = (value as Record<string, unknown>)[key]
    const isForm = key.startsWith('$')
    if (!isForm && !mayBeWrong(inner)) continue
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (isForm) checkForm(found, key, inner, value, at)
    check(found, inner, at)
  }
}

function mayBeWrong(value: unknown): boolean {
  return typeof value === 'string' ? value.includes('{') : typeof value === 'object'
}

function checkText(found: ProblemList, text: string, path: Path): void {
  const rest = text.replace(counters, '')
  const stray = /\{[a-z]\w*(?:[+\-%:]\w*)*\}/i.exec(rest)
  if (stray) found.add({ kind: 'value', path, message: `unknown counter ${shortened(stray[0])} (known: {n}, {n:5}, {n+1}, {n-1}, {n%10}; {{ for a brace)` })
  if (/\{n%0+(?::|\})/.test(text)) found.add({ kind: 'value', path, message: 'a counter cannot be divided by zero' })
}

function checkForm(found: ProblemList, key: string, argument: unknown, holder: object, path: Path): void {
  if (!forms.includes(key as Form)) {
    found.add({ kind: 'unknown', path, message: `unknown form '${key}'${didYouMean(key, forms)}` })
  } else if (Object.keys(holder).length > 1) {
    found.add({ kind: 'unknown', path, message: `'${key}' must stand alone in its object` })
  } else if (key === '$integer' && !isRange(argument)) {
    found.add({ kind: 'value', path, message: 'expected {min, max} with integers, min not above max' })
  } else if ((key === '$cycle' || key === '$pick') && !(Array.isArray(argument) && argument.length > 0)) {
    found.add({ kind: 'value', path, message: 'expected a list with at least one value' })
  } else if (key === '$number' && Number.isNaN(Number(makerOf(argument)({ n: 1, position: 0, chance: () => 0 })))) {
    found.add({ kind: 'value', path, message: 'expected a text that spells a number, such as "{n}"' })
  }
}

function isRange(value: unknown): boolean {
  const { min, max } = (value ?? {}) as { min?: unknown; max?: unknown }
  return Number.isInteger(min) && Number.isInteger(max) && (min as number) <= (max as number)
}
