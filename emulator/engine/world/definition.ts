import type * as v from 'valibot'
import type { BaseRecord, Row } from './row.ts'
import type { Ids } from './ids.ts'
import type { Range } from './range.ts'
import type { Settings } from './settings.ts'
import type { IndexDefinition } from './table-index.ts'

/**
 * A field that names a record of another table. `table` is its name, or, where a sibling field tells the
 * kind of target, the table for each kind. Deleting the target deletes the holder, or clears the field.
 */
export interface Reference {
  readonly field: string
  /** The field without its ending: an input may give an alias as `org` for `org_id`, and the index of the reference has this name. */
  readonly short: string
  readonly table: string | { readonly by: string; readonly tables: Readonly<Record<string, string>> }
  readonly onDelete: 'cascade' | 'clear'
}

/** A reference as a table declares it. Its index begins with the field, and goes on with `then`. */
interface ReferenceSpec<F extends string = string>
  extends Omit<Reference, 'field' | 'short'>, Pick<IndexDefinition, 'counted'> {
  readonly field: F
  readonly then?: readonly string[]
}

export type Draft = Record<string, unknown> & { id: string }

/** A table of records `R`, with the names of its indexes and the fields that `derive` fills in. */
export interface TableDefinition<
  R extends BaseRecord = BaseRecord,
  I extends string = string,
  D extends string = string,
> {
  readonly name: string
  /** Singular, as error codes and answers use it. */
  readonly noun: string
  /** The complete stored record. */
  readonly schema: v.GenericSchema<unknown, R>
  /** The fields of a record. */
  readonly schemaEntries: Readonly<Record<string, unknown>>
  /** Fields besides `id` whose value names one record. */
  readonly unique: readonly (keyof R & string)[]
  /** Fields that no journal shows. */
  readonly secrets: readonly string[]
  /** Fields that hold bytes. */
  readonly binary: readonly string[]
  /** An index for each reference, and those that are declared. */
  readonly indexes: Readonly<Record<I, IndexDefinition>>
  readonly references: readonly Reference[]
  /** Values for the fields that a new record may leave out. References hold ids by then. */
  readonly derive: (draft: Draft, world: TableWorld) => Readonly<Record<D, unknown>>
  /**
   * Called after each write with the record as it was before: keeps the pending work in step with the record, so that
   * a schedule fires and an execution goes on however it came into the world.
   */
  readonly onWrite?: (world: TableWorld, record: R, before: R | undefined) => void
  /** Called with each record that a deletion took, when all of them are gone. */
  readonly removed?: (world: TableWorld, record: R) => void
  /** Kept out of `emulator.world`, the control API and fixtures. */
  readonly internal?: boolean
  /** Size of a record whose JSON would not tell it (binary content). */
  readonly measure?: (record: R) => number
  /** The record as listings answer it, where that is not all of it: its size is what the byte budget counts. */
  readonly listed?: (record: R) => unknown
}

/** The records of one table, without what its requests add. */
export interface Records<R extends BaseRecord = BaseRecord, I extends string = string> {
  readonly definition: TableDefinition<R, I>
  get(id: string): R | undefined
  /** Looks a record up by a unique field. */
  with(field: keyof R & string, value: string): R | undefined
  /** Looks a record up by UUID or alias, whichever `reference` has the shape of. */
  find(reference: string): R | undefined
  by(index: I, ...values: (string | number)[]): Range<R>
  /** The record that stands first in the whole of an index. */
  first(index: I): R | undefined
  /** All rows in order of creation, from the row after `seq`. */
  rows(after?: number): Iterable<Row<R>>
  /** Inserts a complete record that is right, and starts its pending work. */
  insert(record: R): R
  /** Inserts a complete record that is right, at a position in order of creation, and nothing else. */
  put(record: R, seq?: number): R
  update(id: string, changes: Partial<Omit<R, 'id'>>): R
  /** Removes rows of the table and nothing else; for the cascade. */
  removeRows(ids: ReadonlySet<string>): void
  /** Removes one row of the table and nothing else. */
  removeRow(id: string): void
}

/** A world as its tables see it: each of them can be asked for, none is named. */
export interface TableWorld {
  readonly seed: number
  /** World time in milliseconds since 1970. */
  readonly now: number
  readonly settings: Settings
  readonly ids: Ids
  /** Draws made from the seed. */
  drawn: number
  table(name: string): Records | undefined
  /** Records work to be done at a world time, for a record. */
  schedule(task: string, at: number, subject: 'operations' | 'executions' | 'schedules', subjectId: string): void
  /** The records of a table, with their type. */
  records<R extends BaseRecord, I extends string>(definition: TableDefinition<R, I>): Records<R, I>
}

/** `org` for `org_id`, `owner` for `owner_user_id`, `from` for `from`. */
type ShortName<F extends string> = F extends `${infer Noun}_user_id` ? Noun : F extends `${infer Noun}_id` ? Noun : F

interface TableSpec<R extends BaseRecord, F extends string, I extends string, D extends string> extends Pick<
  TableDefinition<R>,
  'name' | 'noun' | 'onWrite' | 'removed' | 'internal' | 'measure' | 'listed'
> {
  readonly unique?: readonly (keyof R & string)[]
  readonly secrets?: readonly (keyof R & string)[]
  readonly indexes?: Readonly<Record<I, readonly (keyof R & string)[] | IndexDefinition>>
  readonly references?: readonly ReferenceSpec<F>[]
  readonly derive?: (draft: Draft, world: TableWorld) => Readonly<Record<D, unknown>>
}

/** Declares a table of the world. Each table writes its type out, so that the declarations of the package show it by its names. */
export function table<
  S extends v.GenericSchema<unknown, BaseRecord>,
  const F extends string = never,
  const I extends string = never,
  const D extends string = never,
>(
  spec: TableSpec<v.InferOutput<S>, F, I, D> & { readonly schema: S },
): TableDefinition<v.InferOutput<S>, I | ShortName<F>, D> {
  const { entries } = spec.schema as unknown as { entries: Record<string, v.GenericSchema> }
  const references: readonly ReferenceSpec[] = spec.references ?? []
  const indexes: Record<string, IndexDefinition> = {}
  for (const reference of references) indexes[shortName(reference.field)] = makeIndex(reference)
  for (const [name, given] of Object.entries<readonly string[] | IndexDefinition>(spec.indexes ?? {}))
    indexes[name] = 'fields' in given ? given : { fields: given }
  return {
    ...spec,
    schemaEntries: entries,
    unique: spec.unique ?? [],
    secrets: spec.secrets ?? [],
    binary: Object.keys(entries).filter((field) => entries[field]!.type === 'instance'),
    indexes,
    references: references.map((reference) => ({ ...reference, short: shortName(reference.field) })),
    derive: spec.derive ?? (() => ({})),
  } as unknown as TableDefinition<v.InferOutput<S>, I | ShortName<F>, D>
}

function makeIndex({ field, then = [], counted }: ReferenceSpec): IndexDefinition {
  const fields = [field, ...then]
  return counted === undefined ? { fields } : { fields, counted }
}

/** The field without what says that it holds an id. */
export function shortName(field: string): string {
  return field.replace(/_user_id$/, '').replace(/_id$/, '')
}
