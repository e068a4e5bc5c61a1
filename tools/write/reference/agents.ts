import { tools } from '../../../cli/svc-emulator/mcp/tools.ts'
import type { Json } from '../../../emulator/host/documents/json-schema.ts'
import { code, table } from './markdown.ts'

interface Field {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
}

/** Each tool for agents, with the fields of its input. */
export function agentSection(): string {
  return tools
    .map(({ name, about, inputSchema }) => {
      const { properties = {}, required = [] } = inputSchema as Field
      const rows = Object.entries(properties as Readonly<Record<string, Field>>).map(([field, schema]) => [
        code(field) + (required.includes(field) ? ' (required)' : ''),
        listInner(schema),
        schema.description ?? common[field] ?? '',
      ])
      return `### ${code(name)}\n\n${about}\n\n${table(['field', 'takes', 'does'], rows)}`
    })
    .join('\n\n')
}

/** Fields inside a field; `?` after those that may be left out. */
function listInner({ properties = {}, required = [] }: Field): string {
  return Object.keys(properties)
    .map((name) => code(`${name}${required.includes(name) ? '' : '?'}`))
    .join(', ')
}

/** Fields that the instructions of the server describe. */
const common: Readonly<Record<string, string>> = {
  world: 'A world that `arrange` made; default the main one',
  limit: 'Characters of the answer; default 6000',
  seed: 'Seed of its world',
  jobs: 'Runs at the same time',
}
