import type * as v from 'valibot'
import { controlCalls } from '../../../emulator/adapters/control/calls.ts'
import type { ControlCall } from '../../../emulator/adapters/control/definition.ts'
import { SchemaWriter, type Json } from '../../../emulator/host/documents/json-schema.ts'
import { paramNames } from '../../../emulator/host/documents/names.ts'

/** A control call, as an agent sees it. */
interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly openWorldHint: false
  }
  readonly call: ControlCall
}

/**
 * Calls without a tool: documents and pages are for programs and people; a whole state, and an endless journal, are too
 * much for an agent.
 */
const left = new Set([
  'get_openapi',
  'get_openrpc',
  'get_control_openapi',
  'get_scenario_schema',
  'show_inspector',
  'stream_journal',
  'export_state',
  'import_state',
])

/** A tool for each call whose JSON answer an agent can read. */
export const tools: readonly Tool[] = controlCalls
  .filter(({ name, type }) => !left.has(name) && type === undefined)
  .map(createTool)

function createTool(call: ControlCall): Tool {
  return {
    name: call.name,
    description: call.summary,
    inputSchema: describeInput(call),
    annotations: {
      readOnlyHint: call.method === 'GET' || call.name === 'verify',
      destructiveHint: call.method === 'DELETE' || call.name === 'reset',
      openWorldHint: false,
    },
    call,
  }
}

/** Input of a tool: parameters of path and query by name, the body as `body`, and the addressed world. */
function describeInput({ path, querySchema, bodySchema }: ControlCall): Tool['inputSchema'] {
  const writer = new SchemaWriter({})
  const params = paramNames(path)
  const query = Object.entries(querySchema.entries) as [string, v.GenericSchema][]
  const properties: Record<string, Json> = {
    world: { type: 'string', description: 'Id of a world that create_world made; without it the main one.' },
    ...Object.fromEntries(params.map((name) => [name, { type: 'string' }])),
    ...Object.fromEntries(query.map(([name, schema]) => [name, writer.write(schema, 'input')])),
    ...(bodySchema !== undefined && { body: writer.write(bodySchema, 'input') }),
  }
  const required = [...params, ...query.filter(([, { type }]) => type !== 'optional').map(([name]) => name)]
  return { type: 'object', properties, required, additionalProperties: false }
}

/** Path of a tool's control call. Missing and superfluous arguments are refused by the server. */
export function buildRequest(
  { call }: Tool,
  input: Readonly<Record<string, unknown>>,
): { method: string; path: string; json: unknown } {
  const { world, body, ...given } = input
  const params = paramNames(call.path)
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(text(given[name])))
  const query = new URLSearchParams(
    Object.entries(given)
      .filter(([name]) => !params.includes(name))
      .map(([name, value]): [string, string] => [name, text(value)]),
  )
  const prefix = world === undefined ? '' : `/w/${encodeURIComponent(text(world))}`
  const search = query.size === 0 ? '' : `?${query.toString()}`
  return {
    method: call.method,
    path: `${prefix}/__emulator${path}${search}`,
    json: call.bodySchema === undefined ? undefined : (body ?? {}),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
