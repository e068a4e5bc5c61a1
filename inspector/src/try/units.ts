import type { Schema } from '../form/field.ts'
import type { Source } from '../source/source.ts'
import { isSafe } from '../is-safe.ts'

/** Part of a request that holds a value. */
export type Place = 'path' | 'query' | 'header' | 'body'
export const places: readonly Place[] = ['path', 'query', 'header', 'body']

/** Fields of one part of a request. */
interface Part {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
  readonly examples: Readonly<Record<string, unknown>>
}

/** An endpoint or a command. */
export interface TryUnit {
  readonly transport: 'http' | 'socket'
  /** Name in the timeline: `GET /users/:user_id`, `workflow.list_sessions`. */
  readonly name: string
  readonly summary: string
  /** Resource or engine that it belongs to. */
  readonly group: string
  readonly parts: Readonly<Partial<Record<Place, Part>>>
  /** Content type of a body that is not JSON. */
  readonly bodyType?: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly description?: string
  readonly example?: unknown
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>
}

interface Operation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>
  }
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface OpenRpc {
  readonly methods: readonly {
    readonly name: string
    readonly summary?: string
    readonly tags?: readonly { readonly name: string }[]
    readonly params: readonly { readonly name: string; readonly required?: boolean; readonly schema?: Schema }[]
    readonly examples?: readonly { readonly params: readonly { readonly name: string; readonly value: unknown }[] }[]
  }[]
}

/** Fetches the documents of the API, and reads their endpoints and commands. */
export async function fetchUnits(
  source: Pick<Source, 'call'>,
): Promise<Readonly<Record<'endpoints' | 'commands', TryUnit[]>>> {
  const [openApi, openRpc] = await Promise.all([source.call('GET /openapi.json'), source.call('GET /openrpc.json')])
  return {
    endpoints: listEndpoints(openApi as unknown as OpenApi),
    commands: listCommands(openRpc as unknown as OpenRpc),
  }
}

/** Endpoints of an OpenAPI document. */
function listEndpoints({ paths }: OpenApi): TryUnit[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(path, method, operation)),
  )
}

function readOperation(
  path: string,
  method: string,
  { summary = '', tags = [], parameters = [], requestBody }: Operation,
): TryUnit {
  const parts: Partial<Record<Place, Part>> = {}
  for (const place of ['path', 'query', 'header'] as const) {
    const own = parameters.filter((each) => each.in === place)
    if (own.length > 0) parts[place] = readParameters(own)
  }
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === 'application/json')
    parts.body = {
      schemas: content!.schema?.properties ?? {},
      required: content!.schema?.required ?? [],
      examples: (content!.example ?? {}) as Record<string, unknown>,
    }
  else if (type !== undefined)
    parts.body = { schemas: { content: { type: 'string' } }, required: [], examples: { content: 'hello' } }
  return {
    transport: 'http',
    name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    summary,
    group: tags[0] ?? 'others',
    parts,
    ...(type !== undefined && type !== 'application/json' && { bodyType: type }),
  }
}

/** Reads parameters of one place. Headers with JSON content get an object schema. */
function readParameters(parameters: readonly Parameter[]): Part {
  const whole = parameters.map((each) => ({ ...each, json: each.content?.['application/json'] }))
  return {
    schemas: Object.fromEntries(
      whole.map(({ name, schema, json, description }) => [
        name,
        {
          ...(schema ?? (json === undefined ? { type: 'string' } : { type: 'object' })),
          ...(description !== undefined && { description }),
        },
      ]),
    ),
    required: whole.filter(({ required }) => required).map(({ name }) => name),
    examples: Object.fromEntries(
      whole.flatMap(({ name, example, json }) =>
        example === undefined && json?.example === undefined ? [] : [[name, example ?? json?.example]],
      ),
    ),
  }
}

/** Commands of an OpenRPC document. */
function listCommands({ methods }: OpenRpc): TryUnit[] {
  return methods.map(({ name, summary = '', tags = [], params, examples }) => ({
    transport: 'socket',
    name,
    summary,
    group: tags[0]?.name ?? name.split('.')[0]!,
    parts:
      params.length === 0
        ? {}
        : {
            body: {
              schemas: Object.fromEntries(params.map((each) => [each.name, each.schema ?? {}])),
              required: params.filter(({ required }) => required).map((each) => each.name),
              examples: Object.fromEntries((examples?.[0]?.params ?? []).map((each) => [each.name, each.value])),
            },
          },
  }))
}

/** The request that most people try first. */
export const FIRST_UNIT = 'GET /users/:user_id'

/** Place of a unit in its group: the first request to try, then what only reads. */
function rank({ name }: TryUnit): number {
  if (name === FIRST_UNIT) return 0
  return isSafe(name) ? 1 : 2
}

/** Groups units by what they belong to: that of the first request to try first, and in each what only reads. */
export function groupUnits(units: readonly TryUnit[]): Map<string, TryUnit[]> {
  const first = units.find(({ name }) => name === FIRST_UNIT)
  const names = new Set([...(first === undefined ? [] : [first.group]), ...units.map(({ group }) => group)])
  return new Map(
    [...names].map((name) => [name, units.filter(({ group }) => group === name).toSorted((a, b) => rank(a) - rank(b))]),
  )
}
