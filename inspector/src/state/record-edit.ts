import { fieldKind, fieldText, formValues, type Schema } from '../form/field.ts'
import type { Fields } from './records.ts'

type Schemas = Readonly<Record<string, Schema>>
type Texts = Readonly<Record<string, string>>

/** Formats a record as the texts of its fields. */
export function fieldTexts(schemas: Schemas, record: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(schemas).map(([field, schema]) => [field, fieldText(fieldKind(schema), record[field])]),
  )
}

/** Parses the fields that were typed into. An emptied field becomes null if it is nullable, else an empty text. */
export function changedFields(schemas: Schemas, typed: Texts, stored: Texts): Record<string, unknown> {
  const changed = Object.fromEntries(Object.entries(typed).filter(([field, text]) => text !== stored[field]))
  const fields = formValues(schemas, changed)
  for (const [field, text] of Object.entries(changed))
    if (text === '') fields[field] = fieldKind(schemas[field]!).nullable ? null : ''
  return fields
}

export function recordTitle(record: Fields): string {
  return String(record['alias'] ?? record['name'] ?? record['id'])
}
