import { isObject } from '../engine/checking/is-object.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import { SecretTexts } from '../engine/journal/secret-texts.ts'
import type { Undo } from '../engine/trace/undo.ts'
import type { TableDefinition } from '../engine/world/definition.ts'
import type { ExportedState } from '../engine/world/exported-state.ts'
import { tables } from '../engine/world/tables/index.ts'
import type { World } from '../engine/world/world.ts'

type Row = ExportedState['tables'][string][number]

const holders = new Map(
  Object.values<Pick<TableDefinition, 'name' | 'noun' | 'secrets'>>(tables)
    .filter(({ secrets }) => secrets.length > 0)
    .map((definition) => [definition.name, definition]),
)

/**
 * Stand-ins for the secrets of worlds and documents, equal ones for equal ones, so that an emulator can continue from
 * such a state, with stand-ins as keys. Note all secrets before replacing them in texts.
 */
export class StandIns {
  readonly #bySecret = new Map<string, string>()
  readonly #texts = new SecretTexts()
  /** Prefixes of keys, which their records show. */
  readonly #prefixes = new Map<string, string>()

  /** Notes the secrets of a world. */
  noteWorld(world: World): this {
    for (const name of holders.keys()) for (const { record } of world.table(name)!.rows()) this.noteRecord(name, record)
    return this
  }

  /** Notes the secrets of a record of a table. */
  noteRecord(table: string, record: object): void {
    for (const [secret, noun] of this.#secretsIn(table, record)) this.#find(secret, noun)
    const { key, key_prefix: prefix } = record as { key?: unknown; key_prefix?: unknown }
    if (typeof key === 'string' && typeof prefix === 'string') this.#prefixes.set(key, prefix)
  }

  /** Notes the secrets of records anywhere in a document: of fixtures, of changes. */
  noteDocument(value: unknown): this {
    if (Array.isArray(value)) for (const item of value) this.noteDocument(item)
    if (isObject(value))
      for (const [name, inner] of Object.entries(value)) {
        if (holders.has(name)) for (const record of listRecords(inner)) this.noteRecord(name, record)
        this.noteDocument(inner)
      }
    return this
  }

  row(table: string, [seq, record]: Row): Row {
    return [seq, this.value(this.#hidden(table, record))]
  }

  undo(step: Undo): Undo {
    return { ...step, rows: step.rows.map(([table, id, row]) => [table, id, row && this.row(table, row)]) }
  }

  text(text: string): string {
    return this.#texts.replace(text)
  }

  /** A fixture that makes the same records, but for their secrets: a key keeps the prefix that it shows. */
  fixture(fixture: FixtureDocument): FixtureDocument {
    const { records } = fixture
    const keys = records?.api_keys?.map((draft) => {
      const prefix = this.#prefixes.get(String(draft['key']))
      return prefix === undefined ? draft : { key_prefix: prefix, ...draft }
    })
    return this.value({ ...fixture, ...(keys && { records: { ...records, api_keys: keys } }) })
  }

  /** Replaces secrets in texts and names of fields of a JSON value. */
  value<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T
    if (Array.isArray(value)) return value.map((item) => this.value<unknown>(item)) as T
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [this.text(name), this.value(this.#placed(name, inner))]),
    ) as T
  }

  /** Records of a table with secrets, in a document that has them under its name. */
  #placed(table: string, value: unknown): unknown {
    if (!holders.has(table)) return value
    const hide = (record: unknown): unknown => (isObject(record) ? this.#hidden(table, record) : record)
    if (Array.isArray(value)) return value.map(hide)
    if (!isObject(value)) return value
    return hide(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hide(inner)])))
  }

  #hidden<T extends object>(table: string, record: T): T {
    const hidden = this.#secretsIn(table, record).map(([secret, noun, field]) => [field, this.#find(secret, noun)])
    return hidden.length === 0 ? record : { ...record, ...Object.fromEntries(hidden) }
  }

  #secretsIn(table: string, record: object): [secret: string, noun: string, field: string][] {
    const { noun, secrets } = holders.get(table) ?? { noun: '', secrets: [] }
    return secrets.flatMap((field): [string, string, string][] => {
      const secret = (record as Readonly<Record<string, unknown>>)[field]
      return typeof secret === 'string' && secret !== '' ? [[secret, noun, field]] : []
    })
  }

  #find(secret: string, noun: string): string {
    // Stand-ins that are already in a document are kept.
    if (/^stand-in-\w+-\d+$/.test(secret)) return secret
    let standIn = this.#bySecret.get(secret)
    if (standIn === undefined) {
      standIn = `stand-in-${noun}-${this.#bySecret.size + 1}`
      this.#bySecret.set(secret, standIn)
      this.#texts.add(secret, standIn)
    }
    return standIn
  }
}

/** Records of a list, of one record, or of records by their names. */
function listRecords(value: unknown): object[] {
  if (Array.isArray(value)) return value.filter(isObject)
  return isObject(value) ? [value, ...Object.values(value).filter(isObject)] : []
}
