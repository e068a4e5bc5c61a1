import { isUuid } from '../../contract/uuid.ts'
import { admit } from './admit.ts'
import { cascade } from './cascade.ts'
import type { Records, TableDefinition, TableWorld } from './definition.ts'
import { Range } from './range.ts'
import { StoredRow, type BaseRecord, type Row } from './row.ts'
import type { IndexDefinition } from './table-index.ts'
import type { Table } from './table.ts'
import { noteChange, type WorldState } from './world-state.ts'

/** Number of rows from which rebuilding a table may be cheaper than removing rows one by one. */
const MANY = 8

/** Fields of a new record; those that its table derives are optional. */
type CreatedRecord<R extends BaseRecord, D extends string> = Omit<R, D | 'id'> & {
  readonly [F in Extract<keyof R, D | 'id'>]?: R[F] | undefined
}

/** A world with the state that collections write to. */
export interface WrittenWorld extends TableWorld {
  readonly state: WorldState
  /** The state, with an own copy of the table at `position`. */
  writable(position: number): WorldState
}

/** One table of one world, as units use it. */
export class Collection<
  R extends BaseRecord = BaseRecord,
  I extends string = string,
  D extends string = string,
> implements Records<R, I> {
  readonly definition: TableDefinition<R, I, D>
  readonly #world: WrittenWorld
  readonly #position: number

  constructor(world: WrittenWorld, definition: TableDefinition<R, I, D>, position: number) {
    this.#world = world
    this.definition = definition
    this.#position = position
  }

  get #table(): Table {
    return this.#world.state.tables[this.#position]!
  }

  get size(): number {
    return this.#table.size
  }

  get(id: string): R | undefined {
    return this.row(id)?.record
  }

  row(id: string): Row<R> | undefined {
    return this.#table.find('id', id) as Row<R> | undefined
  }

  with(field: keyof R & string, value: string): R | undefined {
    return this.#table.find(field, value)?.record as R | undefined
  }

  find(reference: string): R | undefined {
    return isUuid(reference) ? this.get(reference) : this.with('alias' as keyof R & string, reference)
  }

  by(index: I, ...values: (string | number)[]): Range<R> {
    const found = this.#table.index(index)
    if (found === undefined) throw new TypeError(`table '${this.definition.name}' has no index '${index}'`)
    return new Range<R>(found, values)
  }

  first(index: I): R | undefined {
    return this.#table.index(index)?.tree.minKey()?.record as R | undefined
  }

  *rows(after = -1): Generator<Row<R>, void, undefined> {
    for (const row of this.#table.rows.values(after + 1)) yield row as unknown as Row<R>
  }

  /**
   * Rows that include all with fields equal to `match`, in order of creation: the row of a unique field, those of the
   * index with the most fields of `match`, or all rows if no index begins with one of its fields.
   */
  candidates(match: Partial<R>): Iterable<Row<R>> {
    const fields = match as Readonly<Record<string, unknown>>
    const { indexes, unique } = this.definition
    for (const field of ['id', ...unique]) {
      const value = fields[field]
      if (typeof value !== 'string') continue
      const row = this.#table.find(field, value) as Row<R> | undefined
      return row === undefined ? [] : [row]
    }
    const [best] = Object.entries<IndexDefinition>(indexes)
      .map(([name, index]) => ({ name: name as I, values: leadingValues(index, fields) }))
      .toSorted((a, b) => b.values.length - a.values.length)
    if (best === undefined || best.values.length === 0) return this.rows()
    return [...this.by(best.name, ...best.values).oldest()].toSorted((a, b) => a.seq - b.seq)
  }

  /** Creates a record. Missing and undefined fields are derived: an id, the time, the defaults. */
  create(fields: CreatedRecord<R, D>): R {
    return admit(this.#world, this as unknown as Collection, fields as Record<string, unknown>) as BaseRecord as R
  }

  insert(record: R): R {
    const inserted = this.put(record)
    this.definition.onWrite?.(this.#world, inserted, undefined)
    return inserted
  }

  put(record: R, seq: number = this.#world.state.seq): R {
    const state = this.#world.writable(this.#position)
    state.seq = seq + 1
    const row = this.#row(record, seq)
    state.tables[this.#position]!.add(row as never)
    noteChange(state, this.#position, undefined, row as never)
    return row.record
  }

  update(id: string, changes: Partial<Omit<R, 'id'>>): R {
    const old = this.row(id)
    if (old === undefined) throw new TypeError(`${this.definition.name} holds no record '${id}'`)
    const state = this.#world.writable(this.#position)
    const row = this.#row({ ...old.record, ...changes }, old.seq)
    state.tables[this.#position]!.replace(old as never, row as never)
    noteChange(state, this.#position, old as never, row as never)
    this.definition.onWrite?.(this.#world, row.record, old.record)
    return row.record
  }

  /** Deletes a record and all that refer to it. Returns the number of deleted records. */
  delete(id: string): number {
    return cascade(this.#world, this.definition.name, id)
  }

  removeRows(ids: ReadonlySet<string>): void {
    if (ids.size < MANY || ids.size * 2 < this.size) {
      for (const id of ids) this.removeRow(id)
      return
    }
    // Most of the table goes: rebuild it from the rest on the next read.
    const rows = Array.from(ids, (id) => this.row(id)!)
    const state = this.#world.writable(this.#position)
    state.tables[this.#position] = state.tables[this.#position]!.map((row) =>
      ids.has(row.record.id) ? undefined : row,
    )
    for (const row of rows) noteChange(state, this.#position, row as never, undefined)
  }

  removeRow(id: string): void {
    const row = this.row(id)!
    const state = this.#world.writable(this.#position)
    state.tables[this.#position]!.remove(row as never)
    noteChange(state, this.#position, row as never, undefined)
  }

  #row(record: R, seq: number): Row<R> {
    return new StoredRow(record, seq, this.definition)
  }
}

/** Values of `match` for the leading fields of an index. */
function leadingValues({ fields }: IndexDefinition, match: Readonly<Record<string, unknown>>): (string | number)[] {
  const open = fields.findIndex((field) => typeof match[field] !== 'string' && typeof match[field] !== 'number')
  return fields.slice(0, open < 0 ? fields.length : open).map((field) => match[field] as string | number)
}
