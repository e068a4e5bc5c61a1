import type * as v from 'valibot'
import {
  changeEntrySchema,
  journalEntrySchema,
  timeEntrySchema,
} from '../../../emulator/engine/journal/journal-entry.ts'
import { SchemaWriter } from '../../../emulator/host/documents/json-schema.ts'
import { code, table } from './markdown.ts'

interface Schema {
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
}

/** Fields of the entries of the journal, those of requests and answers with their path; `?` after those that may be left out. */
export function journalSection(): string {
  const rows = [
    ...listFields(journalEntrySchema),
    ...listFields(timeEntrySchema, ['work', 'more']),
    ...listFields(changeEntrySchema, ['did', 'entry']),
  ]
  return table(['field', 'means'], rows)
}

function listFields(schema: v.GenericSchema, only?: readonly string[]): string[][] {
  return fieldRows(new SchemaWriter({}).write(schema, 'output') as Schema, '').filter(
    ([name]) => only === undefined || only.some((field) => name!.startsWith(`\`${field}`)),
  )
}

function fieldRows({ anyOf, properties, required = [] }: Schema, path: string): string[][] {
  if (anyOf !== undefined) return anyOf.flatMap((option) => fieldRows(option, path))
  return Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const at = `${path}${name}`
    const inner = path === '' && (name === 'request' || name === 'response') ? fieldRows(field, `${at}.`) : []
    return [[code(`${at}${required.includes(name) ? '' : '?'}`), field.description ?? ''], ...inner]
  })
}
