import type * as v from 'valibot'
import type { Unit } from '../kernel/unit/definition.ts'
import { REVISIONS_LIMIT } from '../kernel/pagination.ts'
import type { Example } from './examples.ts'
import type { Json, SchemaWriter } from './json-schema.ts'
import { paramNames } from './names.ts'

// The kernel takes any text, to refuse with `invalid_limit`; what the specification states is this.
const limitSchema: Json = { type: 'integer', minimum: 1, maximum: REVISIONS_LIMIT.maximum, default: REVISIONS_LIMIT.standard }

/** Path and query parameters, and the header that carries the JSON request of an upload. `names` are those of the path in the document. */
export function parametersOf(unit: Unit, names: readonly string[], writer: SchemaWriter, example: Example | undefined): Json[] {
  const own = paramNames(unit.path)
  const parameters: Json[] = names.map((name, position) => ({
    name, in: 'path', required: true, schema: pathSchema(unit, own[position]!, writer), ...shown(example?.sample.params?.[own[position]!]),
  }))
  for (const [name, schema] of Object.entries(unit.querySchema?.entries ?? {})) {
    const isLimit = name === 'limit' && unit.page?.kind === 'opaque'
    const given = example?.sample.query?.[name]
    parameters.push({
      name, in: 'query', required: schema.type !== 'optional', schema: isLimit ? limitSchema : writer.write(schema as v.GenericSchema, 'input'),
      ...shown(isLimit && given !== undefined ? Number(given) : given),
    })
  }
  if (unit.transfer === 'upload') {
    parameters.push({
      name: 'X-Request-Body', in: 'header', required: true, description: 'The JSON request, as ASCII JSON.',
      content: { 'application/json': { schema: writer.write(unit.bodySchema, 'input'), ...shown(example?.sample.body) } },
    })
  }
  return parameters
}

function pathSchema({ paramSchema }: Unit, name: string, writer: SchemaWriter): Json {
  const schema = paramSchema?.entries[name]
  return schema === undefined ? { type: 'string' } : writer.write(schema as v.GenericSchema, 'input')
}

/** Undefined where a request has no body. */
export function requestBodyOf(unit: Unit, writer: SchemaWriter, example: Example | undefined): Json | undefined {
  if (unit.transfer === 'upload') return { required: true, content: { 'application/octet-stream': {} } }
  const entries = Object.values(unit.bodySchema.entries)
  if (entries.length === 0 && !unit.openBody) return undefined
  const required = entries.some((entry) => entry.type !== 'optional')
  return { required, content: { 'application/json': { schema: writer.write(unit.bodySchema, 'input'), ...shown(example?.sample.body) } } }
}

function shown(example: unknown): Json {
  return example === undefined ? {} : { example }
}
