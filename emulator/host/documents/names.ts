import * as v from 'valibot'
import type { Unit } from '../../engine/kernel/unit/definition.ts'

/** Converts to PascalCase: `api_key` to `ApiKey`, `GET /users/:user_id` to `GetUsersUserId`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase())
    .join('')
}

/** Converts to camelCase: `get_user` to `getUser`. */
export function camel(text: string): string {
  const name = pascal(text)
  return `${name[0]!.toLowerCase()}${name.slice(1)}`
}

/** Path template of OpenAPI: `/users/{user_id}`. */
export function template(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

export function paramNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
}

type NamedShape = v.GenericSchema & { readonly entries?: object; readonly item?: NamedShape }

/** Names the record shapes of answers: by their own title, else by the noun of the field. */
export function namedShapes(units: readonly Unit[]): Record<string, v.GenericSchema> {
  const named = new Map<v.GenericSchema, string>()
  const taken = new Set<string>()
  for (const unit of units) {
    for (const [field, schema] of Object.entries(unit.returns) as [string, NamedShape][]) {
      const record = schema.item ?? schema
      if (record.entries === undefined || named.has(record)) continue
      const name = readTitle(record) ?? pascal(schema.item === undefined ? field : singular(field))
      if (taken.has(name))
        throw new Error(`two shapes of answers are called ${name}: give the one of ${unit.id} a title of its own`)
      taken.add(name)
      named.set(record, name)
    }
  }
  return Object.fromEntries(Array.from(named, ([schema, name]) => [name, schema]))
}

/** Title of a record's shape. */
export function readTitle(schema: NamedShape): string | undefined {
  return (v.getMetadata(schema as never) as { title?: string }).title
}

function singular(field: string): string {
  return field === 'metadata' ? 'metadata_entry' : field.replace(/ies$/, 'y').replace(/s$/, '')
}
