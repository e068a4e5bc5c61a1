import type { Json } from '../../emulator/host/documents/json-schema.ts'
import { code, table } from './reference/markdown.ts'
import { formatType } from './reference/tables.ts'

/** `x-pagination` of an operation. */
export interface Pagination {
  readonly shape: string
  readonly request?: { readonly in: string; readonly cursor: string; readonly limit?: string }
  readonly response: { readonly items: string; readonly cursor?: string }
}

/** Responses of an operation, by status. */
interface Answering {
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

export function pageLine(pagination: Pagination | undefined): string {
  if (pagination === undefined) return ''
  const { shape, request, response } = pagination
  if (request === undefined || response.cursor === undefined) return `Pages: ${shape}.`
  const limit = request.limit === undefined ? '' : `, with ${code(request.limit)} for the rows of a page`
  return `Pages: ${shape} cursor. ${code(response.cursor)} of an answer, sent back as ${code(request.cursor)} in the ${request.in}${limit}, asks for the next page; null is the end.`
}

/** Type of a field, with null where it may be, and the record or the records that it holds. */
function describeType(schema: Json): string {
  const { $ref, type, items, anyOf, properties, examples } = schema
  if (typeof $ref === 'string') return linkRecord($ref.split('/').at(-1)!)
  if (Array.isArray(anyOf)) return anyOf.map((each) => describeType(each as Json)).join(' or ')
  if (type === 'array') return `list of ${describeType((items ?? {}) as Json)}`
  if (properties !== undefined) return 'object'
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
      const rows = fields.map(([field, each]) => {
        const ids = (each['x-assumed'] ?? []) as readonly string[]
        return [code(field), describeType(each), ids.map(linkAssumption).join(', ')]
      })
      return `### ${name}\n\n${table(['field', 'type', 'assumed by'], rows)}`
    })
  return `## records\n\nFields that an assumption gives may be missing.\n\n${sections.join('\n\n')}`
}
