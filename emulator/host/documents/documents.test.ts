import { Validator } from '@seriousme/openapi-schema-validator'
import openRpcMetaSchema from '@open-rpc/meta-schema'
import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../service/catalog.ts'
import { assumptions } from '../../contract/assumptions.ts'
import { clauses } from '../../contract/clauses.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { examplesFor } from '../examples.ts'
import { anyRequestErrors, Failures } from './failures.ts'
import { SchemaWriter, type Json } from './json-schema.ts'
import { openApi, openRpc } from '../documents.ts'
import { createEmulator } from '../emulator.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Any = any
let api: Any
let rpc: Any

beforeAll(() => {
  api = openApi(catalog)
  rpc = openRpc(catalog)
})

const operations = (document: Any): [string, Any][] =>
  Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]): [string, Any] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )

type Operations = readonly [string, Any][]

/** Moves operations with the same key together, in the order in which the keys appear or are `known`. */
function grouped(all: Operations, key: (one: [string, Any]) => string, known: readonly string[] = []): Operations {
  const keys = [...new Set([...known, ...all.map(key)])]
  return all.toSorted((a, b) => keys.indexOf(key(a)) - keys.indexOf(key(b)))
}

/** Folders of folders, one for each part of the paths. */
function inFolders(all: Operations, depth = 1): Operations {
  const part = ([name]: [string, Any]) => name.split('/')[depth] ?? `${depth} ${name}`
  const folders = [...new Set(all.map(part))].map((name) => all.filter((one) => part(one) === name))
  return folders.flatMap((inside) => (inside.length === 1 ? inside : inFolders(inside, depth + 1)))
}

/** Orders in which programs of others send all operations of a document. */
const orders: Readonly<Record<string, (all: Operations) => Operations>> = {
  'from top to bottom, as Redocly does': (all) => all,
  'by tags, as Postman may': (all) =>
    grouped(
      all,
      ([, { tags }]) => tags[0],
      api.tags.map(({ name }: Any) => name),
    ),
  'by folders of paths, as Postman does': (all) => inFolders(all),
}

describe('the examples', () => {
  it('show every unit of the catalog', () => {
    expect(catalog.filter(({ sample }) => sample === undefined).map(({ id }) => id)).toEqual([])
  })

  it('are successes, the same every time', () => {
    const examples = [...examplesFor(catalog)]
    for (const [{ id, verdict }, { status, answer }] of examples) {
      expect(status, `${id}: ${JSON.stringify(answer)}`).toBe(200)
      if (!verdict) expect(answer['status'], id).toBe('success')
    }
    expect([...examplesFor(catalog)]).toEqual(examples)
  })
})

describe('the OpenAPI document', () => {
  it('is valid, says a validator of others', async () => {
    const result = await new Validator().validate(structuredClone(api))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(api.openapi).toBe('3.1.0')
  })

  it.each(Object.entries(orders))(
    'can be sent with its examples, %s: records live as long as needed',
    async (_, order) => {
      const emulator = createEmulator()
      const [scheme] = Object.keys(api.security[0])
      const key = { [api.components.securitySchemes[scheme!].name]: 'svc-key-ada-admin' }
      const red: unknown[] = []
      for (const [name, operation] of order(operations(api))) {
        const { parameters = [], requestBody } = operation
        const [method, path] = name.split(' ') as [string, string]
        const url = path.replace(/{(\w+)}/g, (_, each) => parameters.find((one: Any) => one.name === each).example)
        const json = requestBody?.content['application/json']?.example
        const header = parameters.find((one: Any) => one.name === 'X-Request-Body')
        const answer = await emulator.fetch(`/v1${url}`, {
          method,
          headers: {
            ...key,
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...(header !== undefined && { 'x-request-body': '{}' }),
          },
          ...(requestBody !== undefined && { body: json === undefined ? new Uint8Array([1]) : JSON.stringify(json) }),
        })
        if (answer.status >= 300) red.push([name, await answer.text()])
      }
      expect(red).toEqual([])
    },
  )

  it('names its contract, as the OpenRPC document does', () => {
    expect([api, rpc].map((document) => document['x-contract'])).toEqual([contractStamp(), contractStamp()])
  })

  it('has an operation for every unit, with a name of its own', () => {
    expect(operations(api)).toHaveLength(catalog.length)
    expect(new Set(operations(api).map(([, { operationId }]) => operationId)).size).toBe(catalog.length)
    expect(api.paths['/users/{user_id}'].get).toMatchObject({
      tags: ['users'],
      parameters: [{ name: 'user_id', in: 'path', required: true }],
    })
  })

  it('names clauses and assumptions that there are, and marks what only assumptions give', () => {
    const known = new Set<string>([...clauses, ...assumptions].map(({ id }) => id))
    for (const [name, operation] of operations(api)) {
      for (const id of [...operation['x-clauses'], ...operation['x-assumptions']]) expect(known, name).toContain(id)
    }
    expect(api.paths['/orgs'].post['x-assumed']).toContain('A-16')
    expect(api.paths['/orgs/{org_id}'].delete).not.toHaveProperty('x-assumed')
    expect(api.components.schemas.User.properties.created_at['x-assumed']).toEqual(['A-17'])
    expect(api.components.schemas.User.properties.alias).not.toHaveProperty('x-assumed')
    const limit = api.paths['/blobs/{org_id}/{blob_id}/revisions'].get.parameters.find(
      ({ name }: Any) => name === 'limit',
    )
    expect(limit).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 }, example: 2 })
    const [visibility] = api.paths['/orgs/{org_id}/blobs'].get.parameters.filter(
      ({ in: place }: Any) => place === 'query',
    )
    expect(visibility).toMatchObject({
      name: 'visibility',
      required: false,
      schema: { enum: ['public', 'private'], 'x-assumed': ['A-21'] },
    })
  })

  it('writes envelopes, pages, uploads and downloads as they are', () => {
    const answer = (path: string, method: string) =>
      api.paths[path][method].responses[200].content['application/json'].schema
    expect(answer('/users/{user_id}', 'get')).toMatchObject({
      properties: { status: { const: 'success' }, user: { $ref: '#/components/schemas/User' } },
      required: ['status', 'user'],
    })
    expect(answer('/blobs/{org_id}/{blob_id}/revisions', 'get').properties).toHaveProperty('cursor')
    expect(answer('/workflow/list_sessions', 'post').properties).toHaveProperty('last_session_id')
    expect(
      api.paths['/workflow/list_sessions'].post.requestBody.content['application/json'].schema.properties,
    ).toHaveProperty('start_session_id')
    expect(api.paths['/revisions/{revision_id}/model'].put.parameters.map(({ name }: Any) => name)).toEqual([
      'revision_id',
      'X-Request-Body',
    ])
    expect(api.paths['/revisions/{revision_id}/model'].get.responses[200]).toMatchObject({
      headers: { 'X-Response-Body': {} },
      content: { 'application/octet-stream': {} },
    })
    expect(answer('/workflow/check_definition', 'post').properties.status).toMatchObject({
      enum: ['success', 'failure'],
    })
  })

  it('leaves open what the specification leaves open', () => {
    const { User: user, Revision: revision, Operation: operation } = api.components.schemas
    expect(JSON.stringify(api.components.schemas)).not.toMatch(/"additionalProperties":false|"pattern"/)
    expect(user.required).toEqual(['id', 'name', 'alias', 'type', 'status', 'role'])
    expect(user.properties.id).toMatchObject({ format: 'uuid' })
    expect(user.properties.type).toMatchObject({ enum: ['human', 'service'] })
    expect(revision.properties.status).toEqual({
      type: 'string',
      examples: ['pending', 'ready', 'failed'],
      'x-assumed-values': { examples: ['A-23'] },
    })
    expect(revision.required).toEqual(['id', 'phase', 'status', 'failed_operation'])
    expect(operation).not.toHaveProperty('required')
    expect(operation.properties.status).toMatchObject({ type: 'string', examples: expect.arrayContaining(['running']) })
    expect(api.components.responses.RevisionNotFound.content['application/json'].schema.properties.error).toMatchObject(
      {
        type: 'string',
        examples: ['revision_not_found'],
      },
    )
    const { responses } = api.paths['/api-keys/target/{target}/{target_id}'].post
    expect(responses[200]).toMatchObject({ 'x-assumed-status': ['A-45'] })
    expect(responses[400]).toMatchObject({ 'x-assumed-statuses': { invalid_request_body: ['A-6'] } })
    expect(api.components.responses.Forbidden).not.toHaveProperty('x-assumed-status')
  })

  it('says how listings are walked, and what a reader has to know of them', () => {
    const { get: revisions } = api.paths['/blobs/{org_id}/{blob_id}/revisions']
    expect(revisions['x-pagination']).toEqual({
      shape: 'opaque',
      request: { in: 'query', cursor: 'cursor', limit: 'limit' },
      response: { items: 'revisions', cursor: 'cursor' },
    })
    expect(revisions.description).toMatch(/`limit` out of range[^]* is not clamped/)
    const { get: blobs } = api.paths['/orgs/{org_id}/blobs']
    expect(blobs['x-pagination']).toEqual({ shape: 'unpaginated', response: { items: 'blobs' } })
    expect(blobs.description).toMatch(/silently incomplete beyond its page[^]+filtered by visibility after the 1 MB/)
    const { post: objects } = api.paths['/workflow/list_session_objects']
    expect(objects.description).toMatch(/Sending `cursor` as null fails/)
    expect(api.paths['/users/{user_id}'].get).not.toHaveProperty('x-pagination')
  })

  it('names every statement that answers of an operation can show', () => {
    const { get: user } = api.paths['/users/{user_id}']
    expect(user['x-clauses']).toEqual(
      expect.arrayContaining([
        'users.get.answers-user',
        'identifiers.me.resolves-to-caller',
        'authentication.bearer-token',
      ]),
    )
    expect(user['x-assumptions']).toEqual(expect.arrayContaining(['A-17', 'A-7']))
    for (const [name, operation] of operations(api)) expect(operation['x-clauses'].length, name).toBeGreaterThan(5)
  })

  it('holds a real answer as the example of every operation', () => {
    for (const [
      name,
      {
        responses: { 200: success },
      },
    ] of operations(api)) {
      const example =
        success.content['application/json']?.example ??
        success.headers['X-Response-Body'].content['application/json'].example
      expect(example?.status, name).toMatch(/^(?:success|failure)$/)
    }
    expect(api.paths['/users/{user_id}'].get.responses[200].content['application/json'].example.user).toMatchObject({
      alias: 'ada',
      role: 'owner',
    })
  })

  it('resolves every reference that it makes', () => {
    for (const document of [api, rpc]) {
      for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
        expect(
          reference!.split('/').reduce<Any>((value, step) => value?.[step], document),
          reference,
        ).toBeDefined()
      }
    }
  })
})

describe('the OpenRPC document', () => {
  it('is valid, says the meta schema of OpenRPC', () => {
    const { $schema: _schema, ...meta } = openRpcMetaSchema as unknown as Json
    const check = new Ajv({ strict: false, validateFormats: false })
      .addSchema(jsonSchemaTools, 'https://meta.json-schema.tools/')
      .addSchema(jsonSchemaTools, 'https://meta.json-schema.tools')
      .compile(meta)
    expect(check(rpc), JSON.stringify(check.errors?.slice(0, 3))).toBe(true)
    expect(check({ ...rpc, methods: [{ ...rpc.methods[1], params: 'none' }] })).toBe(false)
  })

  it('has a method for every command, and the call that gives a socket its credentials', () => {
    const commands = catalog.filter(({ kind }) => kind === 'command').map(({ id }) => id)
    expect(rpc.methods.map(({ name }: Any) => name)).toEqual(['session.authenticate', ...commands])
    const list = rpc.methods.find(({ name }: Any) => name === 'workflow.list_sessions')
    expect(list).toMatchObject({
      paramStructure: 'by-name',
      params: [
        { name: 'org_id', required: true },
        { name: 'start_session_id', required: false },
      ],
    })
    expect(list.result.schema.properties).not.toHaveProperty('status')
    expect(list.description).toMatch(/A `limit` on a record-cursor listing fails[^]+A page shorter than its limit/)
    expect(list['x-pagination']).toEqual({
      shape: 'record',
      request: { in: 'body', cursor: 'start_session_id' },
      response: { items: 'sessions', cursor: 'last_session_id' },
    })
    expect(list['x-clauses']).toEqual(expect.arrayContaining(['pagination.record.page-of-ten', 'keys.scope.org']))
    expect(rpc.methods.find(({ name }: Any) => name === 'workflow.delete_session').result.schema).toMatchObject({
      'x-assumed': ['A-317'],
    })
    expect(list.examples[0].result.value.sessions).toHaveLength(10)
    expect(
      rpc.methods.find(({ name }: Any) => name === 'workflow.check_definition').result.schema.properties,
    ).toHaveProperty('status')
  })
})

/** Replaces the JSON Schema part of OpenRPC's meta schema, which is incomplete; schemas are validated by ajv. */
const jsonSchemaTools = {
  type: ['object', 'boolean'],
  definitions: { JSONSchemaObject: { type: 'object', properties: { $ref: { type: 'string' } } } },
} as const

it('marks codes that only assumptions give, the fields of a limit, and the numbers of a page that are ours', () => {
  const failures = new Failures(new SchemaWriter({}))
  expect(failures.writeResponses({ errors: ['user_not_found'] })[404]).toEqual({
    $ref: '#/components/responses/UserNotFound',
  })
  expect(failures.components()['UserNotFound']).toMatchObject({ 'x-assumed': ['A-7'] })
  expect(failures.writeResponses({ errors: ['revision_not_found', 'user_not_found'] })[404]).toMatchObject({
    'x-assumed-codes': { user_not_found: ['A-7'] },
  })
  expect(anyRequestErrors(['endpoint_not_found', 'invalid_request_body'])).toMatchObject({
    endpoint_not_found: { 'x-assumed': ['A-386'] },
    invalid_request_body: expect.not.objectContaining({ 'x-assumed': expect.anything() }),
  })
  const list = rpc.methods.find(({ name }: Any) => name === 'workflow.list_session_objects')
  const limit = list.params.find(({ name }: Any) => name === 'limit').schema
  expect(limit).not.toHaveProperty('x-assumed')
  expect(limit).toMatchObject({ 'x-assumed-values': { default: ['A-29'], maximum: ['A-29'] } })
  expect(list.errors.find(({ code }: Any) => code === -32602).data).toMatchObject({
    'x-assumed-code': ['A-57'],
  })
})
