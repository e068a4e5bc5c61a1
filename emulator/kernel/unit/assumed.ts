import * as v from 'valibot'
import type { AssumptionId } from '../../contract/assumptions.ts'

/** Marks a field of a shape as one that only assumptions give: `unspecified` modes and documents see it. */
export function assumed<S extends v.GenericSchema>(schema: S, ...ids: AssumptionId[]): S {
  // The type stays that of the schema: the mark changes neither what passes nor what comes out.
  return v.pipe(schema, v.metadata({ 'x-assumed': ids })) as unknown as S
}

/** The assumptions that alone give a field; undefined for a documented one. */
export function assumptionsOf(schema: v.GenericSchema): readonly AssumptionId[] | undefined {
  return (v.getMetadata(schema as never) as { 'x-assumed'?: readonly AssumptionId[] })['x-assumed']
}
