import type * as v from 'valibot'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { FieldRule } from '../../engine/kernel/unit/field-rules.ts'
import { REVISIONS_LIMIT } from '../../engine/kernel/page-limit.ts'
import type { Example } from './example.ts'
import type { Json, SchemaWriter } from './json-schema.ts'
import { defaultSettings } from '../../engine/world/settings.ts'
import { paramNames } from './names.ts'

// Documents the accepted values. The kernel parses any number or text, to refuse it with `invalid_limit`.
const revisionsLimit: Json = {
  type: 'integer',
  minimum: 1,
  maximum: REVISIONS_LIMIT.maximum,
  default: REVISIONS_LIMIT.standard,
}
const { default_limit: standard, maximum_limit: maximum } = defaultSettings()
const commandLimit: Json = {
  type: 'integer',
  minimum: 1,
  maximum,
  default: standard,
  'x-assumed-values': { default: ['A-29'], maximum: ['A-29'] },
}

/** Bytes of an upload or a download. */
export const file: Json = { type: 'string', format: 'binary' }

/**
 * Path and query parameters, and the header that carries the JSON request of an upload. `names` are the path parameters
 * of the document.
 */
export function writeParameters(
  unit: Unit,
  names: readonly string[],
  writer: SchemaWriter,
  example: Example | undefined,
): Json[] {
  const own = paramNames(unit.path)
  const parameters: Json[] = names.map((name, position) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchema(unit, own[position]!, writer),
    ...shown(example?.sample.params?.[own[position]!]),
  }))
  for (const [name, schema] of Object.entries(unit.querySchema?.entries ?? {})) {
    const isNumber = isLimit(unit, name)
    const given = example?.sample.query?.[name]
    parameters.push({
      name,
      in: 'query',
      required: schema.type !== 'optional',
      schema: isNumber ? revisionsLimit : writer.write(schema as v.GenericSchema, 'input'),
      ...shown(isNumber && given !== undefined ? Number(given) : given),
    })
  }
  if (unit.transfer === 'upload') {
    parameters.push({
      name: 'X-Request-Body',
      in: 'header',
      required: true,
      description: 'The JSON request, as ASCII JSON.',
      // A header is text: generators that treat it as an object send `[object Object]`.
      schema: { type: 'string', contentMediaType: 'application/json', contentSchema: writeBodySchema(unit, writer) },
      ...shown(example?.sample.body === undefined ? undefined : JSON.stringify(example.sample.body)),
    })
  }
  return parameters
}

function pathSchema({ paramSchema }: Unit, name: string, writer: SchemaWriter): Json {
  const schema = paramSchema?.entries[name]
  return schema === undefined ? { type: 'string' } : writer.write(schema as v.GenericSchema, 'input')
}

/** Body of a request; undefined if it has none. */
export function writeRequestBody(unit: Unit, writer: SchemaWriter, example: Example | undefined): Json | undefined {
  if (unit.transfer === 'upload') return { required: true, content: { 'application/octet-stream': { schema: file } } }
  const entries = Object.values(unit.bodySchema.entries)
  if (entries.length === 0 && !unit.openBody) return undefined
  const required = entries.some((entry) => entry.type !== 'optional')
  return {
    required,
    content: { 'application/json': { schema: writeBodySchema(unit, writer), ...shown(example?.sample.body) } },
  }
}

/** Schema of the JSON body, or of the parameters of a call, with rules that combine fields. */
export function writeBodySchema(unit: Unit, writer: SchemaWriter): Json {
  const schema = writer.write(unit.bodySchema, 'input') as Json & { properties: Json }
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, written]) => [name, isLimit(unit, name) ? commandLimit : written]),
  )
  const all = unit.rules.map(ruleSchema)
  // The server refuses fields with an empty name; for an open body nothing else says so.
  const names = unit.openBody && unit.transfer === undefined ? { propertyNames: { minLength: 1 } } : {}
  return { ...schema, properties, ...names, ...(all.length > 0 && { allOf: all }) }
}

function isLimit({ page }: Unit, name: string): boolean {
  return name === 'limit' && page?.kind === 'opaque'
}

function ruleSchema(rule: FieldRule): Json {
  if ('oneOf' in rule) return { oneOf: rule.oneOf.map((name) => present([name])) }
  const { field, is, needs, refuses } = rule
  const forbidden = refuses?.map((name) => ({ not: present([name]) }))
  const when = { properties: { [field]: { const: is } }, required: [field] }
  return { if: when, then: { ...(needs && present(needs)), ...(forbidden && { allOf: forbidden }) } }
}

/** Declares properties where they are required, as linters expect. */
function present(names: readonly string[]): Json {
  return { properties: Object.fromEntries(names.map((name) => [name, {}])), required: names }
}

function shown(example: unknown): Json {
  return example === undefined ? {} : { example }
}
