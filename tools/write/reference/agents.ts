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
  const sections = tools.map(({ name, about, inputSchema }) => {
    const { properties = {}, required = [] } = inputSchema as Field
    const rows = Object.entries(properties as Readonly<Record<string, Field>>)
      .filter(([field]) => field !== 'world' && field !== 'limit')
      .map(([field, schema]) => [
        code(field + listInner(schema)) + (required.includes(field) ? ' (required)' : ''),
        schema.description ?? common[field] ?? '',
      ])
    return `### ${code(name)}\n\n${about}\n\n${table(['field', 'does'], rows)}`
  })
  return [
    `Every tool also takes ${code('limit')}, the characters of its answer (default 6000). ${worldLine()}`,
    ...sections,
  ].join('\n\n')
}

function worldLine(): string {
  const without = tools.filter(({ inputSchema }) => !Object.hasOwn((inputSchema as Field).properties ?? {}, 'world'))
  return `All but ${without.map(({ name }) => code(name)).join(', ')} take ${code('world')}, one that ${code('arrange')} made (default the main one).`
}

/** Fields inside a field; `?` after those that may be left out. */
function listInner({ properties = {}, required = [] }: Field): string {
  const names = Object.keys(properties).map((name) => `${name}${required.includes(name) ? '' : '?'}`)
  return names.length === 0 ? '' : ` {${names.join(', ')}}`
}

/** Fields that the instructions of the server describe. */
const common: Readonly<Record<string, string>> = {
  seed: 'Seed of its world',
  jobs: 'Runs at the same time',
}
