import { shortened } from '../../contract/shortened.ts'
import { didYouMean } from '../checking/near-miss.ts'
import { ProblemList } from '../checking/problem-list.ts'
import type { Path, Problem } from '../checking/problems.ts'
import { counters, forms, compileTemplate, type Form, type GenerateBlock } from './generate.ts'

/** Problems in the values of a block: unknown `$` forms and counters. Paths start at the block. */
export function generateProblems(block: GenerateBlock): Problem[] {
  const { count: _count, start: _start, ...template } = block
  const found = new ProblemList()
  check(found, template, [])
  return found.toArray()
}

/** Checks a value until the list is full. `path` is shared; only problems get a copy. */
function check(found: ProblemList, value: unknown, path: (string | number)[]): void {
  if (typeof value === 'string') checkText(found, value, path)
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    if (found.full) return found.stop()
    const inner = (value as Record<string, unknown>)[key]
    const isForm = key.startsWith('$')
    if (!isForm && !mayBeWrong(inner)) continue
    path.push(Array.isArray(value) ? Number(key) : key)
    if (isForm) checkForm(found, key, inner, value, path)
    check(found, inner, path)
    path.pop()
  }
}

function mayBeWrong(value: unknown): boolean {
  return typeof value === 'string' ? value.includes('{') : typeof value === 'object'
}

/** Maximum of counters in one text. */
const MAX_COUNTERS = 1_000

function checkText(found: ProblemList, text: string, path: Path): void {
  const held = text.split('{n', MAX_COUNTERS + 2).length - 1
  if (held > MAX_COUNTERS)
    return found.add({
      kind: 'value',
      path: [...path],
      message: `expected at most ${MAX_COUNTERS.toLocaleString('en')} counters in one text`,
    })
  const rest = text.replace(counters, '')
  const stray = /\{[a-z]\w*(?:[+\-%:]\w*)*\}/i.exec(rest)
  if (stray)
    found.add({
      kind: 'value',
      path: [...path],
      message: `unknown counter ${shortened(stray[0])} (known: {n}, {n:5}, {n+1}, {n-1}, {n%10}; {{ for a brace)`,
    })
  if (/\{n%0+(?::|\})/.test(text))
    found.add({ kind: 'value', path: [...path], message: 'a counter cannot be divided by zero' })
}

function checkForm(found: ProblemList, key: string, argument: unknown, holder: object, path: Path): void {
  if (!forms.includes(key as Form)) {
    found.add({ kind: 'unknown', path: [...path], message: `unknown form '${key}'${didYouMean(key, forms)}` })
  } else if (Object.keys(holder).length > 1) {
    found.add({ kind: 'unknown', path: [...path], message: `'${key}' must be the only key of its object` })
  } else if (key === '$integer' && !isRange(argument)) {
    found.add({ kind: 'value', path: [...path], message: 'expected {min, max} with integers, min not above max' })
  } else if ((key === '$cycle' || key === '$pick') && !(Array.isArray(argument) && argument.length > 0)) {
    found.add({ kind: 'value', path: [...path], message: 'expected a list with at least one value' })
  } else if (
    key === '$number' &&
    Number.isNaN(Number(compileTemplate(argument)({ n: 1, position: 0, chance: () => 0, room: { left: Infinity } })))
  ) {
    found.add({
      kind: 'value',
      path: [...path],
      message: 'expected a string that evaluates to a number, such as "{n}"',
    })
  }
}

function isRange(value: unknown): boolean {
  const { min, max } = (value ?? {}) as { min?: unknown; max?: unknown }
  return Number.isInteger(min) && Number.isInteger(max) && (min as number) <= (max as number)
}
