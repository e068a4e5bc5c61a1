import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import type { Reference, TableDefinition } from '../../../emulator/engine/world/definition.ts'
import { tables } from '../../../emulator/engine/world/tables/index.ts'
import { SchemaWriter, type Json } from '../../../emulator/host/documents/json-schema.ts'
import { code, table } from './markdown.ts'

const shown = (Object.values(tables) as unknown as TableDefinition[]).filter(({ internal }) => internal !== true)

/** A section for each table that users can arrange, with the fields of its records as they are stored. */
export function tableSections(): string {
  const writer = new SchemaWriter({})
  return shown
    .map((definition) => {
      const { properties } = writer.write(definition.schema, 'output') as { properties: Record<string, Json> }
      const rows = Object.entries(properties).map(([field, schema]) => [
        code(field),
        definition.measure !== undefined && Object.keys(schema).length === 0
          ? 'bytes, `{ base64 }` in documents'
          : formatType(schema),
        describeField(definition, field),
      ])
      return `### ${code(definition.name)}\n\n${table(['field', 'type', 'notes'], rows)}`
    })
    .join('\n\n')
}

export function formatType(schema: Json): string {
  const { type, enum: values, anyOf, format } = schema
  if (Array.isArray(anyOf)) return anyOf.filter(isObject).map(formatType).join(' or ')
  if (Array.isArray(values)) return values.map((value) => code(JSON.stringify(value))).join(', ')
  if ('const' in schema) return code(JSON.stringify(schema['const']))
  if (format === 'date-time') return 'time'
  return typeof type === 'string' ? type : 'any JSON'
}

function describeField({ unique, references, secrets }: TableDefinition, field: string): string {
  const reference = references.find((each) => each.field === field)
  return [
    unique.includes(field as never) ? 'unique' : '',
    reference === undefined ? '' : describeReference(reference),
    secrets.includes(field) ? 'secret' : '',
  ]
    .filter((text) => text !== '')
    .join('; ')
}

function describeReference({ table: target, short, onDelete }: Reference): string {
  const names = typeof target === 'string' ? [target] : Object.values(target.tables)
  return `of ${names.map(code).join(', ')}, by ${code(short)}${onDelete === 'cascade' ? '' : '; null once that is deleted'}`
}
