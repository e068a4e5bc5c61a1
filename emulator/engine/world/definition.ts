import * as v from 'valibot'
import type { BaseRecord, Row } from './row.ts'
import type { Ids } from './ids.ts'
import type { Range } from './range.ts'
import type { Settings } from './settings.ts'
import type { IndexDefinition } from './table-index.ts'

/**
 * A field that refers to a record of another table. `table` is its name, or, if a sibling field tells the kind of
 * target, the table for each kind. Deleting the target deletes the record, or clears the field.
 */
export interface Reference {
  readonly field: string
  /**
   * The field without its suffix: an input may give an alias as `org` for `org_id`, and the index of the reference has
   * this name.
   */
  readonly short: string
  readonly table: string | { readonly by: string; readonly tables: Readonly<Record<string, string>> }
  readonly onDelete: 'cascade' | 'clear'
}

/** A reference as a table declares it. Its index begins with the field, followed by `then`. */
interface ReferenceSpec<F extends string = string>
  extends Omit<Reference, 'field' | 'short'>, Pick<IndexDefinition, 'counted'> {
  readonly field: F
  readonly then?: readonly string[]
}

export type Draft = Record<string, unknown> & { id: string }

/** A table of records `R`, with the names of its indexes and its derived fields. */
export interface TableDefinition<
  R extends BaseRecord = BaseRecord,
  I extends string = string,
  D extends string = string,
> {
  readonly name: string
  /** Singular noun for error codes and answers. */
  readonly noun: string
  /** Schema of the complete stored record. */
  readonly schema: v.GenericSchema<unknown, R>
  /** Fields of a record. */
  readonly schemaEntries: Readonly<Record<string, unknown>>
  /** Unique fields besides `id`. */
  readonly unique: readonly (keyof R & string)[]
  /** Fields that the journal hides. */
  readonly secrets: readonly string[]
  /** Fields that hold a time. */
  readonly times: readonly string[]
  /** Fields that hold bytes. */
  readonly binary: readonly string[]
  /** Declared indexes, and one for each reference. */
  readonly indexes: Readonly<Record<I, IndexDefinition>>
  readonly references: readonly Reference[]
  /** Values of the fields that a new record may leave out. References are already ids. */
  readonly derive: (draft: Draft, world: TableWorld) => Readonly<Record<D, unknown>>
  /**
   * Called after each write with the previous record. Keeps pending work in step with the record, so that a schedule
   * fires and an execution goes on wherever the record came from.
   */
  readonly onWrite?: (world: TableWorld, record: R, before: R | undefined) => void
  /** Called with each deleted record once all records of a deletion are gone. */
  readonly removed?: (world: TableWorld, record: R) => void
  /** Hidden from `emulator.world`, the control API and fixtures. */
  readonly internal?: boolean
  /** Size of a record whose JSON does not show it (binary content). */
  readonly measure?: (record: R) => number
  /** The record as listings answer it, if they leave fields out: its size counts for the byte budget. */
  readonly listed?: (record: R) => unknown
}

/** Records of one table. */
export interface Records<R extends BaseRecord = BaseRecord, I extends string = string> {
  readonly definition: TableDefinition<R, I>
  get(id: string): R | undefined
  /** Finds a record by a unique field. */
  with(field: keyof R & string, value: string): R | undefined
  /** Finds a record by UUID or alias, depending on the format of `reference`. */
  find(reference: string): R | undefined
  by(index: I, ...values: (string | number)[]): Range<R>
  /** First record of an index. */
  first(index: I): R | undefined
  /** Rows in order of creation, starting after position `seq`. */
  rows(after?: number): Iterable<Row<R>>
  /** Inserts a valid record, and schedules its pending work. */
  insert(record: R): R
  /** Inserts a valid record at a position in order of creation, and nothing else. */
  put(record: R, seq?: number): R
  update(id: string, changes: Partial<Omit<R, 'id'>>): R
  /** Removes rows without a cascade. */
  removeRows(ids: ReadonlySet<string>): void
  /** Removes one row without a cascade. */
  removeRow(id: string): void
}

/** A world as its tables see it, without knowing one another. */
export interface TableWorld {
  readonly seed: number
  /** World time in milliseconds since 1970. */
  readonly now: number
  readonly settings: Settings
  readonly ids: Ids
  /** Number of draws from the seed. */
  drawn: number
  table(name: string): Records | undefined
  /** Schedules work at a world time, for a record. */
  schedule(task: string, at: number, subject: 'operations' | 'executions' | 'schedules', subjectId: string): void
  /** Records of a table, with their type. */
  records<R extends BaseRecord, I extends string>(definition: TableDefinition<R, I>): Records<R, I>
}

/** Short name of a field: `org` for `org_id`, `owner` for `owner_user_id`, `from` for `from`. */
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

/** Declares a table. Each table states its type explicitly, so that the package's declarations refer to it by name. */
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
    times: Object.keys(entries).filter((field) => holdsTime(entries[field]!)),
    binary: Object.keys(entries).filter((field) => entries[field]!.type === 'instance'),
    indexes,
    references: references.map((reference) => ({ ...reference, short: shortName(reference.field) })),
    derive: spec.derive ?? (() => ({})),
  } as unknown as TableDefinition<v.InferOutput<S>, I | ShortName<F>, D>
}

function holdsTime(schema: v.GenericSchema): boolean {
  const { wrapped = schema } = schema as { readonly wrapped?: v.GenericSchema }
  return v.getMetadata(wrapped)['format'] === 'date-time'
}

function makeIndex({ field, then = [], counted }: ReferenceSpec): IndexDefinition {
  const fields = [field, ...then]
  return counted === undefined ? { fields } : { fields, counted }
}

/** Field name without its id suffix. */
export function shortName(field: string): string {
  return field.replace(/_user_id$/, '').replace(/_id$/, '')
}
