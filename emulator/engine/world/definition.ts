import type * as v from 'valibot'
import type { BaseRecord } from './row.ts'
import type { World } from './world.ts'

/** An ordered index: rows with equal values of `fields`, in order of creation. */
export interface IndexDefinition {
  readonly fields: readonly string[]
  /**
   * Keeps, for limits, how many rows there are for the values of all its fields; `distinct`: how many different values the last
   * field has for those of the fields before it.
   */
  readonly counted?: true | 'distinct'
}

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
  readonly derive: (draft: Draft, world: World) => Readonly<Record<D, unknown>>
  /**
   * Called after each write with the record as it was before: keeps the pending work in step with the record, so that
   * a schedule fires and an execution goes on however it came into the world.
   */
  readonly onWrite?: (world: World, record: R, before: R | undefined) => void
  /** Called with each record that a deletion took, when all of them are gone. */
  readonly removed?: (world: World, record: R) => void
  /** Kept out of `emulator.world`, the control API and fixtures. */
  readonly internal?: boolean
  /** Size of a record whose JSON would not tell it (binary content). */
  readonly measure?: (record: R) => number
  /** The record as listings answer it, where that is not all of it: its size is what the byte budget counts. */
  readonly listed?: (record: R) => unknown
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
  readonly derive?: (draft: Draft, world: World) => Readonly<Record<D, unknown>>
}

/**
 * Declares a table of the world. A table is declared with its type: inferred, it rests on its methods, these on the world and the
 * world on its tables, and the declarations of the package may come to say `any`.
 */
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
