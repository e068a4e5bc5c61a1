import { isObject } from '../../engine/checking/is-object.ts'
import { listTableRecords, type TableFields } from './take-records.ts'
import type { Tries } from './tries.ts'

/** Least number of records for a block. */
const MANY = 4

/** Replaces similar records of a table by a block: equal ones, or ones that differ in a counter. */
export async function writeBlocks(tries: Tries): Promise<void> {
  for (const table of Object.keys(tries.least.scenario.world?.records ?? {})) {
    const alike = listTableRecords(tries, table)
    const block = alike.length < MANY ? undefined : makeBlock(alike)
    if (block === undefined) continue
    const { records: all, generate, ...world } = tries.least.scenario.world!
    const rest = Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => name !== table))
    await tries.take(() =>
      tries.least.withWorld({ ...world, records: rest, generate: { ...generate, [table]: block } }),
    )
  }
}

/** A block that generates these records; undefined if they differ in more than a counter. */
export function makeBlock(records: readonly TableFields[]): { count: number; [field: string]: unknown } | undefined {
  const [first = {}] = records
  const names = Object.keys(first)
  if (names.some((name) => name === 'count' || name === 'start')) return undefined
  if (records.some((record) => Object.keys(record).join() !== names.join())) return undefined
  const starts = new Set<number>()
  const fields: Record<string, unknown> = {}
  for (const name of names) {
    const template = makeTemplate(
      records.map((record) => record[name]),
      starts,
    )
    if (template === undefined) return undefined
    fields[name] = template.value
  }
  if (starts.size > 1) return undefined
  const [start = 1] = starts
  return { count: records.length, ...(start !== 1 && { start }), ...fields }
}

/** The template of a field: its value, or a text with the counter. Adds the number that the counter begins at. */
function makeTemplate(values: readonly unknown[], starts: Set<number>): { readonly value: unknown } | undefined {
  const [first] = values
  const text = JSON.stringify(first)
  if (values.every((value) => JSON.stringify(value) === text)) return holdsBraces(first) ? undefined : { value: first }
  if (typeof first !== 'string' || holdsBraces(first)) return undefined
  for (const { 0: digits, index } of first.matchAll(/\d+/g)) {
    const [before, after] = [first.slice(0, index), first.slice(index + digits.length)]
    const start = Number(digits)
    const width =
      digits.startsWith('0') || values.every((value) => String(value).length === first.length) ? digits.length : 1
    const isCounted = values.every((value, n) => value === `${before}${String(start + n).padStart(width, '0')}${after}`)
    if (!isCounted) continue
    starts.add(start)
    return { value: `${before}{n${width > 1 ? `:${width}` : ''}}${after}` }
  }
  return undefined
}

/** True for a value that would have a special meaning in a block: a text with a brace, or a field of a choice. */
function holdsBraces(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{')
  if (Array.isArray(value)) return value.some(holdsBraces)
  return isObject(value) && Object.entries(value).some(([name, each]) => name.startsWith('$') || holdsBraces(each))
}
