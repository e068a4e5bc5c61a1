import type { AssumptionId } from '../../../contract/assumption-titles.ts'
import * as v from 'valibot'
import type { Context } from './context.ts'

/** Marks a field of a shape as one that only assumptions give, for the modes of `unspecified` and for documents. */
export function assumed<S extends v.GenericSchema>(schema: S, ...ids: AssumptionId[]): S {
  // The type stays, because the mark changes neither what passes nor what comes out.
  return v.pipe(schema, v.metadata({ 'x-assumed': ids })) as unknown as S
}

/**
 * Declares the shape of a record in answers: its name in documents, its fields, those that the specification documents,
 * and the assumptions that give the others.
 */
export function recordView<E extends v.ObjectEntries>(
  name: string,
  entries: E,
  documented: readonly (keyof E & string)[],
  ids: readonly AssumptionId[],
) {
  const marked = Object.entries(entries).map(([field, schema]) => [
    field,
    documented.includes(field) ? schema : assumed(schema as v.GenericSchema, ...ids),
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
