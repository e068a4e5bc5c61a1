import { Collection, type WrittenWorld } from './collection.ts'
import type { TableDefinition } from './definition.ts'
import type { Range } from './range.ts'
import type { BaseRecord, Row } from './row.ts'

/** Records that were read: those whose fields have these values. No field: the whole table. */
export interface Read {
  /** Position of the table. */
  readonly table: number
  readonly fields: Readonly<Record<string, unknown>>
}

export type ReadObserver = (read: Read) => void

/** A collection that reports what is read of it. */
class WatchedCollection extends Collection {
  readonly #table: number
  readonly #onRead: ReadObserver

  constructor(world: WrittenWorld, definition: TableDefinition, position: number, onRead: ReadObserver) {
    super(world, definition, position)
    this.#table = position
    this.#onRead = onRead
  }

  #read(fields: Read['fields']): void {
    this.#onRead({ table: this.#table, fields })
  }

  override get size(): number {
    this.#read({})
    return super.size
  }

  override row(id: string): Row<BaseRecord> | undefined {
    this.#read({ id })
    return super.row(id)
  }

  override with(field: keyof BaseRecord, value: string): BaseRecord | undefined {
    this.#read({ [field]: value })
    return super.with(field, value)
  }

  override by(index: string, ...values: (string | number)[]): Range<BaseRecord> {
    const { fields } = this.definition.indexes[index] ?? { fields: [] }
    this.#read(Object.fromEntries(values.map((value, n) => [fields[n]!, value])))
    return super.by(index, ...values)
  }

  override first(index: string): BaseRecord | undefined {
    this.#read({})
    return super.first(index)
  }

  override rows(after?: number): Generator<Row<BaseRecord>, void, undefined> {
    this.#read({})
    return super.rows(after)
  }

  override candidates(match: Partial<BaseRecord>): Iterable<Row<BaseRecord>> {
    this.#read(match as Read['fields'])
    return super.candidates(match)
  }
}

/** Creates the collection of a table; with `onRead`, one that reports each read. */
export function createCollection(
  world: WrittenWorld,
  definition: TableDefinition,
  position: number,
  onRead: ReadObserver | undefined,
): Collection {
  return onRead === undefined
    ? new Collection(world, definition, position)
    : new WatchedCollection(world, definition, position, onRead)
}
