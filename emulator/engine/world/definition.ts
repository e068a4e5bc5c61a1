import type * as v from 'valibot'
import type { BaseRecord } from './row.ts'
import type { World } from './world.ts'

/** An ordered index: rows with the same values of `fields`, in order of creation. */
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
  /** How an input may spell the field, to give an alias: `org` for `org_id`. */
  readonly short: string
  readonly table: string | { readonly by: string; readonly tables: Readonly<Record<string, string>> }
  readonly onDelete: 'cascade' | 'clear'
}

export type Draft = Record<string, unknown> & { id: string }

export interface TableDefinition<R extends BaseRecord = BaseRecord, I extends string = string> {
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
  readonly indexes: Readonly<Record<I, IndexDefinition>>
  readonly references: readonly Reference[]
  /** Fills the fields that a fixture or a test may leave out. References hold ids by then. */
  readonly derive: (draft: Draft, world: World) => void
  /**
   * Called after each write with the record as it was before: keeps the pending work in step with the record, so that
   * a schedule fires and an execution goes on however it came into the world.
   */
  readonly arm?: (world: World, record: R, before: R | undefined) => void
  /** Called with each record that a deletion took, when all of them are gone. */
  readonly removed?: (world: World, record: R) => void
  /** Kept out of `emulator.world`, the control API and fixtures. */
  readonly internal?: boolean
  /** Size of a record whose JSON would not tell it (binary content). */
  readonly measure?: (record: R) => number
  /** The record as listings answer it, where that is not all of it: its size is what the byte budget counts. */
  readonly listed?: (record: R) => unknown
}

interface TableSpec<S extends v.GenericSchema<unknown, BaseRecord>, I extends string> {
  name: string
  noun: string
  schema: S
  unique?: readonly (keyof v.InferOutput<S> & string)[]
  secrets?: readonly (keyof v.InferOutput<S> & string)[]
  indexes?: Readonly<Record<I, readonly (keyof v.InferOutput<S> & string)[] | IndexDefinition>>
  references?: readonly Omit<Reference, 'short'>[]
  derive?: (draft: Draft, world: World) => void
  arm?: (world: World, record: v.InferOutput<S>, before: v.InferOutput<S> | undefined) => void
  removed?: (world: World, record: v.InferOutput<S>) => void
  internal?: boolean
  measure?: (record: v.InferOutput<S>) => number
  listed?: (record: v.InferOutput<S>) => unknown
}

/**
 * Declares a table of the world. Every reference needs an index that starts with its field. A table is declared with its type: inferred,
 * it rests on its methods, these on the world and the world on its tables, and the declarations of the package may come to say `any`.
 */
export function table<S extends v.GenericSchema<unknown, BaseRecord>, const I extends string = never>(
  spec: TableSpec<S, I>,
): TableDefinition<v.InferOutput<S>, I> {
  const indexes = {} as Record<I, IndexDefinition>
  for (const name in spec.indexes) {
    const given = spec.indexes[name] as readonly string[] | IndexDefinition
    indexes[name] = 'fields' in given ? given : { fields: given }
  }
  return {
    ...spec,
    schemaEntries: (spec.schema as unknown as { entries: Record<string, unknown> }).entries,
    unique: spec.unique ?? [],
    secrets: spec.secrets ?? [],
    indexes,
    references: (spec.references ?? []).map((reference) => ({ ...reference, short: shortName(reference.field) })),
    derive: spec.derive ?? (() => {}),
  } as unknown as TableDefinition<v.InferOutput<S>, I>
}

/** The field without what says that it holds an id. */
export function shortName(field: string): string {
  return field.replace(/_user_id$/, '').replace(/_id$/, '')
}
