import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { catalog } from '../../emulator/service/catalog.ts'
import type { Json } from '../../emulator/host/documents/json-schema.ts'
import { openApi } from '../../emulator/host/documents.ts'
import { createEmulator } from '../../emulator/index.ts'

/** A client that only knows the OpenAPI document: its examples work, and requests that it allows are accepted. */

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Json
  readonly example?: unknown
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Json; readonly example?: Json }> }
  readonly responses: Record<
    string,
    {
      readonly headers?: Record<string, { content: Record<string, { example: Json }> }>
      readonly content?: Record<string, { example?: Json }>
    }
  >
}

const document = openApi(catalog) as Json & { paths: Record<string, Record<string, Operation>> }
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'api', ...document })

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    path,
    operation,
  })),
)

/** The request that the examples of an operation make, with some of them replaced. */
function requestFor(
  { method, path, operation }: (typeof operations)[number],
  given: { body?: unknown; query?: Json } = {},
): Request {
  let url = path
  const query = new URLSearchParams()
  const headers = new Headers({ 'x-api-key': 'svc-key-ada-admin' })
  for (const { name, in: place, example } of operation.parameters ?? []) {
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(example)))
    if (place === 'header') headers.set(name, String(example))
    if (place === 'query' && example !== undefined && given.query === undefined) query.set(name, String(example))
  }
  for (const [name, value] of Object.entries(given.query ?? {})) query.set(name, String(value))
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type !== undefined) headers.set('content-type', type)
  const json = given.body ?? content?.example
  const body =
    type === 'application/octet-stream' ? 'the bytes of a file' : json === undefined ? undefined : JSON.stringify(json)
  return new Request(`http://emulator/v1${url}?${query}`, {
    method: method.toUpperCase(),
    headers,
    ...(body !== undefined && { body }),
  })
}

it.each(operations)('the example of $name runs against a fresh emulator and gives what it says', async (each) => {
  const response = await createEmulator().fetch(requestFor(each))
  const success = each.operation.responses['200']!
  const header = response.headers.get('x-response-body')
  const example =
    success.headers?.['X-Response-Body']?.content['application/json']?.example ??
    success.content!['application/json']!.example
  expect([response.status, header === null ? await response.json() : JSON.parse(header)]).toEqual([200, example])
})

const odd = [
  null,
  '',
  ' ',
  'x',
  'me',
  '00000000-0000-4000-8000-000000000000',
  'ü',
  'a/b',
  ' x ',
  '\u0000',
  'x'.repeat(200),
  0,
  1,
  -1,
  2.5,
  200,
  201,
  1e300,
  true,
  [],
  ['x'],
  {},
  { a: 1 },
]

/** Bodies one change away from the example: fields left out, and each field with each odd value. */
function* bodiesNear(example: Json, schema: Json): Generator<Json> {
  const names = [
    ...new Set([...Object.keys(example), ...Object.keys((schema['properties'] ?? {}) as Json), '', 'nonsense']),
  ]
  for (const name of names) {
    const { [name]: _left, ...rest } = example
    yield rest
    for (const value of odd) yield { ...rest, [name]: value }
    yield { [name]: example[name] ?? 'x' }
  }
  yield* [
    {},
    { kind: 'edge', ...example },
    { ...example, kind: 'edge', from: 'x' },
    { ...example, kind: 'node', to: 'x' },
  ]
}

/** Refusals for the shape of a request. No schema can tell if a cursor or an element's id exists. */
const ofShape = new Set(['invalid_request_body', 'invalid_limit'])
const ofValue = /names no (?:graph element|thread)|belongs to another organization|is (?:a node|an edge)/

describe('what the document allows is not refused for its shape', () => {
  it.each(operations.filter(({ operation }) => operation.requestBody?.content['application/json']))(
    '$name: bodies',
    async (each) => {
      const { schema, example = {} } = each.operation.requestBody!.content['application/json']!
      const pointer = `api#/paths/${encodeURIComponent(each.path.replaceAll('/', '~1'))}/${each.method}/requestBody/content/application~1json/schema`
      const validate = ajv.getSchema(pointer) ?? ajv.compile({ $ref: pointer })
      const base = createEmulator({ journal: false })
      let allowed = 0
      for (const body of bodiesNear(example, schema)) {
        const isAllowed = validate(body) as boolean
        const response = await base.fork().fetch(requestFor(each, { body }))
        const { error, message } = (await response.json()) as { error?: string; message?: string }
        const isRefused = error !== undefined && ofShape.has(error) && !ofValue.test(message!)
        expect({ body, isRefused: isAllowed && isRefused, message: isAllowed && isRefused ? message : '' }).toEqual({
          body,
          isRefused: false,
          message: '',
        })
        if (isAllowed) allowed++
      }
      expect(allowed).toBeGreaterThan(0)
    },
  )

  it.each(operations.filter(({ operation }) => operation.parameters?.some(({ in: place }) => place === 'query')))(
    '$name: queries',
    async (each) => {
      const parameters = each.operation.parameters!.filter(({ in: place }) => place === 'query')
      const base = createEmulator({ journal: false })
      for (const { name, schema } of parameters.filter((parameter) => parameter.name !== 'cursor')) {
        for (const value of [...odd, 'public', 'private', 50]) {
          if (typeof value === 'object' || !ajv.validate(schema, value)) continue
          const response = await base.fork().fetch(requestFor(each, { query: { [name]: value } }))
          expect([name, value, response.status]).toEqual([name, value, 200])
        }
      }
    },
  )
})
