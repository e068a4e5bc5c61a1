import type { Json } from '../../emulator/host/documents/json-schema.ts'
import { code } from './reference/markdown.ts'
import { formatType } from './reference/tables.ts'

/** `x-pagination` of an operation. */
export interface Pagination {
  readonly shape: string
  readonly request?: { readonly in: string; readonly cursor: string; readonly limit?: string }
  readonly response: { readonly items: string; readonly cursor?: string }
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Json
}

/** Parameters and body of an operation. */
export interface Taking {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Json } } }
}

/** Responses of an operation, by status. */
export interface Answering {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Json }>> }>
  >
}

export function linkAssumption(id: string): string {
  return `[${id}](differences-from-the-real-service.md#${id.toLowerCase()})`
}

/** Fields that hold the answer beside `status`. */
export function answerLine({ responses }: Answering): string {
  const { schema } = Object.values(responses[200]?.content ?? {})[0] ?? {}
  const { properties = {} } = (schema ?? {}) as { properties?: Readonly<Record<string, Json>> }
  const fields = Object.entries(properties).filter(([name]) => name !== 'status')
  return fields.length === 0
    ? ''
    : `Answers ${fields.map(([name, each]) => `${code(name)} (${describeType(each)})`).join(', ')}.`
}

/** Fields and parameters of an operation, a line for each place. Parameters of the path are left out unless they have a set of values. */
export function takenLines({ parameters = [], requestBody }: Taking): string {
  const { properties = {}, required = [] } = (requestBody?.content['application/json']?.schema ?? {}) as {
    properties?: Readonly<Record<string, Json>>
    required?: readonly string[]
  }
  const fields: readonly Parameter[] = [
    ...parameters.filter((each) => each.in !== 'path' || each.schema['enum'] !== undefined),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'body',
      required: required.includes(name),
      schema,
    })),
  ]
  return ['path', 'query', 'header', 'body']
    .map((place) => ({ place, those: fields.filter((field) => field.in === place) }))
    .filter(({ those }) => those.length > 0)
    .map(({ place, those }) => `Takes in the ${place}: ${listFields(those)}.`)
    .join('\n\n')
}

/** Names with types, and the assumptions that give them: said once where they give all. */
function listFields(fields: readonly Parameter[]): string {
  const ids = fields.map(({ schema }) => listAssumed(schema))
  const ofAll = ids.every((each) => each === ids[0]) ? ids[0]! : ''
  const texts = fields.map(({ name, required, schema }, index) => {
    const own = ofAll === '' && ids[index] !== '' ? `, ${ids[index]}` : ''
    return `${code(`${name}${required ? '' : '?'}`)} (${formatType(schema)}${own})`
  })
  return `${texts.join(', ')}${ofAll === '' ? '' : `, by ${ofAll}`}`
}

function listAssumed(schema: Json): string {
  return ((schema['x-assumed'] ?? []) as readonly string[]).map(linkAssumption).join(', ')
}

export function pageLine(pagination: Pagination | undefined): string {
  if (pagination === undefined) return ''
  const { shape, request, response } = pagination
  if (request === undefined || response.cursor === undefined) return `Pages: ${shape}.`
  return request.cursor === response.cursor
    ? `Pages: ${shape} cursor.`
    : `Pages: ${shape} cursor, ${code(response.cursor)} sent back as ${code(request.cursor)}.`
}

/** Type of a field, with null where it may be, and the record or the records that it holds. */
function describeType(schema: Json): string {
  const { $ref, type, items, anyOf, properties, examples } = schema
  if (typeof $ref === 'string') return linkRecord($ref.split('/').at(-1)!)
  if (Array.isArray(anyOf)) return anyOf.map((each) => describeType(each as Json)).join(' or ')
  if (type === 'array') return `list of ${describeType((items ?? {}) as Json)}`
  if (properties !== undefined)
    return `object of ${Object.keys(properties as object)
      .map(code)
      .join(', ')}`
  const values = Array.isArray(examples)
    ? ` such as ${examples.map((each) => code(JSON.stringify(each))).join(', ')}`
    : ''
  return `${formatType(schema)}${values}`
}

const linkRecord = (name: string): string => `[${name}](#${name.toLowerCase()})`

export function recordSections(schemas: Readonly<Record<string, Json>>): string {
  const sections = Object.entries(schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>)
      const lines = fields.map(([field, each]) => {
        const assumed = listAssumed(each)
        return `- ${code(field)}: ${describeType(each)}${assumed === '' ? '' : ` (${assumed})`}`
      })
      return `### ${name}\n\n${lines.join('\n')}`
    })
  return `## records\n\nFields that an assumption gives may be missing.\n\n${sections.join('\n\n')}`
}
