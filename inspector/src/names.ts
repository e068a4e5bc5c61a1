import { fieldSchemas } from './form/field.ts'
import type { Source } from './source/source.ts'
import { Store } from './store.ts'

/** Milliseconds before the tables are read for an unknown id, so that all ids of a view are read at once. */
const GATHER_MS = 150
/** Milliseconds between two reads: a busy client makes new ids all the time. */
const REST_MS = 2_000
/** Records of a table that are read for their names: the first page. */
const PAGE = 1_000
/** Ids that a word may stand for: each is looked for in every record. */
const MOST_IDS = 50

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface Named {
  readonly id: string
  readonly alias?: unknown
}

/** Aliases of records by their ids, read when a view shows an id. Names of deleted records stay known. */
export class Names extends Store {
  /** Counts changes of the names. */
  version = 0
  readonly #source: Source
  readonly #names = new Map<string, string>()
  /** Ids that were looked for. */
  #wanted = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #read = -Infinity

  constructor(source: Source) {
    super()
    this.#source = source
  }

  find(id: string): string | undefined {
    return this.#names.get(id)
  }

  /** Ids of records whose alias contains a word; none for many. */
  findIdsByAlias(word: string): string[] {
    const ids = [...this.#names].filter(([, alias]) => alias.toLowerCase().includes(word)).map(([id]) => id)
    return ids.length > MOST_IDS ? [] : ids
  }

  /** A text with each id as its alias, or shortened. */
  shown(text: string): string {
    return text.replaceAll(uuid, (id) => this.find(id) ?? shortId(id))
  }

  /** Keeps the aliases of records that were read for another reason. */
  learn(records: readonly Named[]): void {
    const unknown = records.filter(
      (record): record is Required<Named> & { alias: string } =>
        typeof record.alias === 'string' && record.alias !== this.#names.get(record.id),
    )
    if (unknown.length === 0) return
    for (const { id, alias } of unknown) this.#names.set(id, alias)
    this.#show()
  }

  /** Reads the aliases soon if a text has an id that was never looked for. */
  want(text: string): void {
    const unknown = findIds(text).filter((id) => !this.#names.has(id) && !this.#wanted.has(id))
    if (unknown.length === 0) return
    for (const id of unknown) this.#wanted.add(id)
    if (this.#timer !== undefined) return
    const wait = Math.max(GATHER_MS, this.#read + REST_MS - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#read = performance.now()
      // Names only make ids readable: without them, ids are shown, and looked for again by the next view.
      const wanted = this.#wanted
      this.#load().catch(() => wanted.clear())
    }, wait)
  }

  /** Forgets all names: in another state of the world, an id may be of another record. */
  forget(): void {
    this.#names.clear()
    this.#wanted = new Set()
    this.#show()
  }

  /** Reads no names any more. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #show(): void {
    this.version++
    this.changed()
  }

  async #load(): Promise<void> {
    const wanted = this.#wanted
    const [{ tables }, state] = await Promise.all([this.#source.call('GET /tables'), this.#source.call('GET /state')])
    const named = tables.filter(({ name, schema }) => 'alias' in fieldSchemas(schema) && (state.tables[name] ?? 0) > 0)
    for (const { name } of named) {
      const { records } = await this.#source.call('GET /state/:table', {
        params: { table: name },
        query: { limit: PAGE },
      })
      // Forgotten meanwhile: these are names of the state before.
      if (wanted !== this.#wanted) return
      this.learn(records)
    }
  }
}

/** Ids in a text. */
export function findIds(text: string): string[] {
  return text.match(uuid) ?? []
}

/** Shortens an id to its beginning and its end, which tell it from others. */
export function shortId(id: string): string {
  return `${id.slice(0, 4)}…${id.slice(-6)}`
}
