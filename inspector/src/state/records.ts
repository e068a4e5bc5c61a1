import { shortId } from '../names.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A record of any table. */
export interface WorldRecord extends Fields {
  readonly id: string
}

/** Column names: fields that tell records apart first, times last. */
export function listColumns(records: readonly WorldRecord[]): string[] {
  const names = [...new Set(records.slice(0, 200).flatMap((record) => Object.keys(record)))]
  return names.toSorted((a, b) => columnRank(a) - columnRank(b))
}

function columnRank(name: string): number {
  if (['alias', 'name', 'key', 'token'].includes(name)) return 0
  if (name === 'id') return 2
  if (name.endsWith('_at') || name === 'at') return 4
  return name.endsWith('_id') ? 3 : 1
}

/** Formats a value for a cell. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Formats a value for people: a time without its milliseconds and zone, which are always UTC. */
export function shortText(value: unknown): string {
  const text = cellText(value)
  return isTime(text) ? text.slice(0, 19).replace('T', ' ') : text
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)
}

/** Number of the first columns that fit into a width, in characters; at least one. */
export function countFitting(widths: readonly number[], room: number): number {
  let left = room
  const fitting = widths.findIndex((width) => (left -= width) < 0)
  return Math.max(1, fitting < 0 ? widths.length : fitting)
}

/** Width of each column in characters, by its name and its values. `shown` replaces ids by aliases. */
export function measureColumns(
  columns: readonly string[],
  records: readonly WorldRecord[],
  shown: (text: string) => string = (text) => text,
): number[] {
  const some = records.slice(0, 200)
  return columns.map((column) =>
    Math.min(36, Math.max(column.length + 3, 5, ...some.map((record) => textLength(record, column, shown) + 1))),
  )
}

/** Length of a cell's text; the id of the record itself stays a shortened id. */
function textLength(record: WorldRecord, column: string, shown: (text: string) => string): number {
  return (column === 'id' ? `${shortId(record.id)}  ` : shown(shortText(record[column]))).length
}

/** Searchable text by record, computed once: each key of a search reads up to a hundred thousand records. */
const texts = new WeakMap<WorldRecord, string>()

function searchText(record: WorldRecord): string {
  let text = texts.get(record)
  if (text === undefined) texts.set(record, (text = Object.values(record).map(cellText).join('\n').toLowerCase()))
  return text
}

/** Computes the searchable texts ahead, so that the first key of a search is fast. */
export function prepareSearch(records: readonly WorldRecord[]): void {
  for (const record of records) searchText(record)
}

interface Word {
  readonly text: string
  /** Ids of records whose alias has the word. */
  readonly ids: readonly string[]
  /** Field of `alias:ada`: `alias`. */
  readonly field?: string
  readonly value?: string
}

/**
 * Compiles a search: a record needs every word; `alias:ada` looks into one field. `findIdsByAlias` finds ids by a part of an
 * alias.
 */
export function isFound(
  search: string,
  findIdsByAlias: (word: string) => readonly string[] = () => [],
): (record: WorldRecord) => boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((text): Word => {
      const [, field, value] = /^([a-z_]+):(.*)$/.exec(text) ?? []
      return field === undefined
        ? { text, ids: findIdsByAlias(text) }
        : { text, field, value: value!, ids: findIdsByAlias(value!) }
    })
  return (record) => words.every((word) => hasWord(record, word))
}

function hasWord(record: WorldRecord, { text, ids, field, value }: Word): boolean {
  const [inside, word] =
    field === undefined || !(field in record)
      ? [searchText(record), text]
      : [cellText(record[field]).toLowerCase(), value!]
  return inside.includes(word) || ids.some((id) => inside.includes(id))
}

export interface Order {
  readonly field: string
  readonly descending: boolean
}

/** Parses `alias` as ascending, `-alias` as descending. */
export function parseOrder(text: string | undefined): Order | undefined {
  if (text === undefined || text === '') return undefined
  return text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text, descending: false }
}

/** Sorts records. Missing values come last, equal ones keep their order. */
export function sorted(records: readonly WorldRecord[], order: Order | undefined): readonly WorldRecord[] {
  if (order === undefined) return records
  const sign = order.descending ? -1 : 1
  // Sort keys are read once for each record, not in each comparison.
  return records
    .map((record) => ({ record, key: sortKey(record[order.field]) }))
    .sort((a, b) => compared(a.key, b.key, sign))
    .map(({ record }) => record)
}

type Key = string | number | undefined

function sortKey(value: unknown): Key {
  if (value === undefined || value === null) return undefined
  return typeof value === 'number' ? value : cellText(value)
}

function compared(a: Key, b: Key, sign: number): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  return (a < b ? -1 : 1) * sign
}
