import { EmulatorError } from '../checking/emulator-error.ts'
import { valueText } from '../checking/problems.ts'
import { isObject } from '../checking/is-object.ts'
import { didYouMean, nearest } from '../checking/near-miss.ts'
import { admit, checkRecord, impossibleValues, unknownFields } from './admit.ts'
import { aliasesIn } from './aliases.ts'
import type { Collection } from './collection.ts'
import { copyAsJson } from './json-fields.ts'
import { resolveReferences, spellOut } from './references.ts'
import type { BaseRecord } from './row.ts'
import { tables, type TableName } from './tables/index.ts'
import { storedId } from './vary-ids.ts'
import { quoted, unrecorded, type RecordChangeCall } from './record-change.ts'
import type { RecordOf, World } from './world.ts'

/** A partial record: missing fields are derived, references take an alias or an id. */
export type Arranged<R> = Partial<R> & { readonly [F in keyof R as ShortOf<F>]?: string | null }

/** A record of a table known only at run time. */
type AnyRecord = BaseRecord & Readonly<Record<string, unknown>>

/** Short name of a reference: `org` for `org_id`, `owner` for `owner_user_id`. */
type ShortOf<F> = F extends `${infer Noun}_user_id` ? Noun : F extends `${infer Noun}_id` ? Noun : never

/** A table of a world for tests and tools. Input is validated; an invalid record changes nothing. */
export class ArrangedTable<R extends BaseRecord = AnyRecord> {
  readonly #world: World
  readonly #collection: Collection<R>
  readonly #record: RecordChangeCall

  constructor(world: World, collection: Collection, record: RecordChangeCall) {
    this.#world = world
    this.#record = record
    this.#collection = collection as unknown as Collection<R>
  }

  get size(): number {
    return this.#collection.size
  }

  /** The record with this id or alias. An id may have the format of `unspecified: vary`. */
  get(reference: string): R | undefined {
    return this.#find(reference)
  }

  /**
   * Records in order of creation; with `match`, those with equal fields. Reads the whole table unless `match` names
   * `id`, a unique field (`alias`, `key`, `token`) or a parent record (`org_id`, `blob_id`, `user_id`, …). References
   * take an alias or an id.
   *
   * @throws EmulatorError for a field that the table does not have, and for a value that the field never has
   *
   * @example
   * emulator.world.revisions.list({ blob_id: 'weights', phase: 'draft' })
   */
  list(match: Arranged<R> = {}): R[] {
    const meant = this.#meant(match)
    const records: R[] = []
    for (const { record } of this.#collection.candidates(meant)) if (matches(record, meant)) records.push(record)
    return records
  }

  /** Up to `limit` records in order of creation, starting after the record `after`. */
  page(limit: number, after?: string): R[] {
    const from = after === undefined ? undefined : this.#collection.row(this.#known(after).id)?.seq
    const records: R[] = []
    for (const { record } of this.#collection.rows(from)) {
      if (records.length >= limit) break
      records.push(record)
    }
    return records
  }

  /** Inserts a record. Throws `EmulatorError` with all problems. */
  insert(input: Arranged<R>): R {
    requireObject(input, 'a record')
    const fields = copyAsJson(input)
    const make = () => admit(this.#world, this.#collection as unknown as Collection, fields)
    const { alias } = fields
    const given = typeof alias === 'string' ? `{ alias: ${quoted(alias)} }` : ''
    return this.#change('insert', given, make) as BaseRecord as R
  }

  update(reference: string, changes: Arranged<R>): R {
    requireObject(changes, 'the fields that change')
    const old = this.#known(reference)
    const { definition } = this.#collection
    const fields = spellOut(definition as never, copyAsJson(changes))
    const problems = unknownFields(definition as never, fields)
    if (problems.length > 0) throw new EmulatorError(problems)
    resolveReferences(this.#world, definition as never, fields, problems)
    if ('id' in fields && fields['id'] !== old.id)
      problems.push({ kind: 'value', path: ['id'], message: 'the id of a record cannot change' })
    const next = { ...old, ...fields } as R
    problems.push(...checkRecord(this.#world, this.#collection as unknown as Collection, next, old.id))
    if (problems.length > 0) throw new EmulatorError(problems)
    return this.#change('update', quoted(reference), () => this.#collection.update(old.id, next))
  }

  /** Deletes a record and all that refer to it. Returns the number of deleted records. */
  delete(reference: string): number {
    const record = this.#known(reference)
    return this.#change('delete', quoted(reference), () => this.#collection.delete(record.id))
  }

  #change<T>(call: string, given: string, make: () => T): T {
    return this.#record(`world.${this.#collection.definition.name}.${call}`, given, make)
  }

  /**
   * Resolves the references of a match to ids; unknown ones are kept, and match nothing. Refuses values that no record
   * can have, which would silently match nothing.
   */
  #meant(match: Arranged<R>): Partial<R> {
    requireObject(match, 'fields of the records that are meant')
    const { definition } = this.#collection
    const fields = spellOut(definition as never, match)
    const problems = unknownFields(definition as never, fields)
    if (problems.length === 0) problems.push(...impossibleValues(definition as never, fields))
    if (problems.length > 0) throw new EmulatorError(problems)
    resolveReferences(this.#world, definition as never, fields, [])
    return fields as Partial<R>
  }

  #find(reference: string): R | undefined {
    if (typeof reference !== 'string')
      throw new EmulatorError(`expected an id or an alias, got ${valueText(reference)}`)
    return this.#collection.find(reference) ?? this.#collection.get(storedId(this.#world, reference))
  }

  #known(reference: string): R {
    const record = this.#find(reference)
    if (record !== undefined) return record
    const { noun, name } = this.#collection.definition
    throw new EmulatorError(
      `there is no ${noun} '${reference}' in '${name}'${didYouMean(reference, aliasesIn(this.#collection))}`,
    )
  }
}

/** `emulator.world`: a validated table for each that is not internal. */
export type ArrangedWorld = { readonly [N in TableName]: ArrangedTable<RecordOf<N>> } & {
  /** Table with this name; undefined for an unknown one. */
  table(name: string): ArrangedTable | undefined
}

export const tableNames: readonly string[] = Object.values(tables)
  .filter((table) => !table.internal)
  .map((table) => table.name)

/** Arranges a world. `record` records its changes. */
export function arrange(world: World, record = unrecorded): ArrangedWorld {
  const arranged = new Map<string, ArrangedTable>()
  const table = (name: string): ArrangedTable | undefined => {
    if (!arranged.has(name) && tableNames.includes(name))
      arranged.set(name, new ArrangedTable(world, world.table(name)!, record))
    return arranged.get(name)
  }
  const whole = { table }
  for (const name of tableNames) Object.defineProperty(whole, name, { get: () => table(name), enumerable: true })
  return new Proxy(whole, { get: getTable }) as ArrangedWorld
}

/** Throws for a near miss of a table's name; other properties are undefined, as on any object. */
function getTable(whole: object, name: string | symbol, receiver: unknown): unknown {
  if (typeof name === 'string' && !(name in whole)) {
    const near = nearest(name, tableNames)
    if (near !== undefined) throw new EmulatorError(`unknown table '${name}', did you mean '${near}'?`)
  }
  return Reflect.get(whole, name, receiver)
}

function requireObject(value: unknown, expected: string): void {
  if (!isObject(value)) throw new EmulatorError(`expected ${expected}, got ${valueText(value)}`)
}

function matches(record: BaseRecord, match: object | undefined): boolean {
  for (const field in match) {
    if ((record as unknown as Record<string, unknown>)[field] !== (match as Record<string, unknown>)[field])
      return false
  }
  return true
}
