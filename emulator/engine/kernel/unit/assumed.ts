import type { AssumptionId } from '../../../contract/assumptions.ts'
import * as v from 'valibot'
import type { StatementId } from '../../coverage/statements.ts'
import type { Context } from './context.ts'

/** Marks a field of a shape as one that only assumptions give, for the modes of `unspecified` and for documents. */
export function assumed<S extends v.GenericSchema>(schema: S, ...ids: AssumptionId[]): S {
  // The type stays, because the mark changes neither the accepted values nor the output.
  return v.pipe(schema, v.metadata({ 'x-assumed': ids })) as unknown as S
}

/** Marks a set of values that the specification names in part, or not at all, for documents: others may come. */
export function assumedSet<S extends v.GenericSchema>(schema: S, ...ids: AssumptionId[]): S {
  return v.pipe(schema, v.metadata({ 'x-assumed-values': { examples: ids } })) as unknown as S
}

/**
 * Declares the shape of a record in answers: its name in documents, its fields, those that the specification documents,
 * and the assumptions that give the others, unless the field names its own.
 */
export function recordView<E extends v.ObjectEntries>(
  name: string,
  entries: E,
  documented: readonly (keyof E & string)[],
  ids: readonly AssumptionId[],
) {
  const marked = Object.entries(entries).map(([field, schema]) => [
    field,
    documented.includes(field) || findAssumptions(schema as v.GenericSchema) !== undefined
      ? schema
      : assumed(schema as v.GenericSchema, ...ids),
  ])
  return v.pipe(v.strictObject(Object.fromEntries(marked) as E), v.metadata({ title: name }))
}

/** Assumptions that alone give a field; undefined for a documented field. */
export function findAssumptions(schema: v.GenericSchema): readonly AssumptionId[] | undefined {
  return (v.getMetadata(schema as never) as { 'x-assumed'?: readonly AssumptionId[] })['x-assumed']
}

/** Marks assumptions that only fields of the answer show; under `refuse` the answer has no such fields. */
export function citeFields(ctx: Context, ...ids: AssumptionId[]): void {
  if (ctx.world.settings.unspecified !== 'refuse') ctx.cite(...ids)
}

/** Schemas of fields, with those of their records and lists. */
export type NestedEntries = Readonly<
  Record<string, v.GenericSchema & { entries?: NestedEntries; item?: { entries?: NestedEntries } }>
>

/** The fields of a unit that describe its answer. */
interface AnsweringUnit {
  readonly statements: readonly StatementId[]
  readonly returns: object
}

const shown = new WeakMap<AnsweringUnit, readonly StatementId[]>()

/** Statements of a unit without the assumptions that give fields of its answer, for answers that leave these out. */
export function withoutFieldRows(unit: AnsweringUnit): readonly StatementId[] {
  let statements = shown.get(unit)
  if (statements === undefined) {
    const rows = new Set<string>(fieldRows(unit.returns as NestedEntries))
    shown.set(unit, (statements = unit.statements.filter((id) => !rows.has(id))))
  }
  return statements
}

function* fieldRows(entries: NestedEntries): Generator<AssumptionId> {
  for (const schema of Object.values(entries)) {
    yield* findAssumptions(schema) ?? []
    const inner = (schema.item ?? schema).entries
    if (inner !== undefined) yield* fieldRows(inner)
  }
}
