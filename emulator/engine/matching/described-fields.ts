import type * as v from 'valibot'
import type { SchemaNode } from '../checking/schema-walk.ts'
import { fields } from '../checking/strict.ts'
import { described } from './schema-common.ts'

/** What each field means, and examples of it; undefined where the name says it. */
export type FieldTexts<T> = {
  readonly [Name in keyof T]-?: readonly [text: string, ...examples: unknown[]] | undefined
}

/**
 * An object schema of `fields` with what each of its fields means: for documents, which pages in browsers do without. `instead` are schemas
 * in place of those of the same fields.
 */
export function describedFields<S extends v.GenericSchema>(
  schema: S,
  texts: FieldTexts<v.InferInput<S>>,
  instead: Readonly<Record<string, v.GenericSchema>> = {},
): S {
  const { entries } = schema as unknown as Required<Pick<SchemaNode, 'entries'>>
  const all = { ...(entries as unknown as Record<string, v.GenericSchema>), ...instead }
  const written = texts as Readonly<Record<string, readonly [string, ...unknown[]] | undefined>>
  return fields(
    Object.fromEntries(
      Object.entries(all).map(([name, each]) => [
        name,
        written[name] === undefined ? each : described(each, ...written[name]),
      ]),
    ),
  ) as unknown as S
}
