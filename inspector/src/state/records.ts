export type Fields = Readonly<Record<string, unknown>>

/** A record of any table. */
export interface WorldRecord extends Fields {
  readonly id: string
}

/** What tells records apart first, times last. */
export function columnsOf(records: readonly WorldRecord[]): string[] {
  const names = [...new Set(records.slice(0, 200).flatMap((record) => Object.keys(record)))]
  return names.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function rankOf(name: string): number {
  if (['alias', 'name', 'key', 'token'].includes(name)) return 0
  if (name === 'id') return 2
  if (name.endsWith('_at') || name === 'at') return 4
  return name.endsWith('_id') ? 3 : 1
}

/** A value as a cell shows it. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The beginning and the end of an id, which tell it from others. */
export function shortText(text: string): string {
  return uuid.test(text) ? `${text.slice(0, 4)}…${text.slice(-6)}` : text
}

/** Width of each column in characters, by its name and what stands in it. */
export function widthsOf(columns: readonly string[], records: readonly WorldRecord[]): number[] {
  const some = records.slice(0, 200)
  return columns.map((column) =>
    Math.min(
      36,
      Math.max(column.length + 3, 5, ...some.map((record) => shortText(cellText(record[column])).length + 1)),
    ),
  )
}

/** Made once for a record: a search looks at a hundred thousand with each key. */
const texts = new WeakMap<WorldRecord, string>()

function textOf(record: WorldRecord): string {
  let text = texts.get(record)
  if (text === undefined) texts.set(record, (text = Object.values(record).map(cellText).join('\n').toLowerCase()))
  return text
}

/** Reads records for later searches, so that the first key of one need not read them all. */
export function prepareSearch(records: readonly WorldRecord[]): void {
  for (const record of records) textOf(record)
}

interface Word {
  readonly text: string
  /** `alias` of `alias:ada`. */
  readonly field?: string
  readonly value?: string
}

/** Whether a record has every word of a search; `alias:ada` looks into one field. */
export function isFound(search: string): (record: WorldRecord) => boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((text): Word => {
      const [, field, value] = /^([a-z_]+):(.*)$/.exec(text) ?? []
      return field === undefined ? { text } : { text, field, value: value! }
    })
  return (record) => words.every((word) => hasWord(record, word))
}

function hasWord(record: WorldRecord, { text, field, value }: Word): boolean {
  if (field === undefined || !(field in record)) return textOf(record).includes(text)
  return cellText(record[field]).toLowerCase().includes(value!)
}

export interface Order {
  readonly field: string
  readonly descending: boolean
}

/** `alias` ascending, `-alias` descending. */
export function parseOrder(text: string | undefined): Order | undefined {
  if (text === undefined || text === '') return undefined
  return text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text, descending: false }
}

/** Records in an order; nothing comes last, equal ones stay as they are. */
export function sorted(records: readonly WorldRecord[], order: Order | undefined): readonly WorldRecord[] {
  if (order === undefined) return records
  const sign = order.descending ? -1 : 1
  // Keys are read once, not with each of the comparisons.
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
