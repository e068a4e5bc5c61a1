import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { controlApi } from '../../host/control-api/control-api.ts'

describe('GET /openapi.json', () => {
  it('answers the document of the REST API, with the address of the world that was asked', async () => {
    const control = controlOf()
    await control.post('/worlds')
    const { status, body } = await control.get('/openapi.json')
    expect(status).toBe(200)
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://127.0.0.1:4010/v1' }] })
    expect((await control.world('w1').get('/openapi.json')).body).toEqual({
      ...body,
      servers: [{ url: 'http://127.0.0.1:4010/w/w1/v1' }],
    })
  })
})

describe('GET /openrpc.json', () => {
  it('answers the document of the realtime API, with the address of the world that was asked', async () => {
    const control = controlOf()
    await control.post('/worlds')
    expect((await control.get('/openrpc.json')).body).toMatchObject({
      openrpc: '1.2.6',
      servers: [{ url: 'ws://127.0.0.1:4010/v1/realtime' }],
    })
    expect((await control.world('w1').get('/openrpc.json')).body.servers).toEqual([
      { name: 'emulator', url: 'ws://127.0.0.1:4010/w/w1/v1/realtime' },
    ])
  })
})

describe('GET /control.openapi.json', async () => {
  const { body: document } = await controlOf().get('/control.openapi.json')

  it('answers the valid document of every call', async () => {
    expect((await new Validator().validate(structuredClone(document))).errors).toBeUndefined()
    const operations = Object.values(document.paths as Record<string, object>).flatMap((path) => Object.values(path))
    expect(operations).toHaveLength(controlApi.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(controlApi.length)
  })

  it('says what is really answered', async () => {
    const control = controlOf()
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    await control.api('GET', '/users/me')
    await control.post('/worlds')
    await control.post('/snapshots', { name: 'here' })
    await control.post('/triggers', { name: 'x', when: { endpoint: '*' }, do: [{ delay: '1ms' }] })
    for (const path of [
      '/health',
      '/state',
      '/clock',
      '/snapshots',
      '/worlds',
      '/journal',
      '/triggers',
      '/scenarios',
      '/clauses',
      '/coverage',
      '/export',
      '/settings',
    ]) {
      const { body } = await control.get(path)
      const { schema } = document.paths[path].get.responses[200].content['application/json']
      expect(ajv.validate({ ...schema, components: document.components }, body), `${path}: ${ajv.errorsText()}`).toBe(
        true,
      )
    }
  })

  describe('holds examples that are what their schemas say', () => {
    const { paths, ...rest } = document
    const parts: [string, unknown][] = [...Object.entries(paths), ['the rest', rest]]
    let seen = 0

    it.each(parts)('%s', (_, part) => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      const walk = (value: unknown): void => {
        if (typeof value !== 'object' || value === null) return
        const { examples, ...schema } = value as { examples?: unknown }
        // Of an object of any fields, those of the example are fields of which the schema knows.
        const closed = { ...schema, unevaluatedProperties: false }
        for (const example of Array.isArray(examples) ? examples : []) {
          seen++
          expect(ajv.validate(closed, example), `${JSON.stringify(example)}: ${ajv.errorsText()}`).toBe(true)
        }
        for (const inner of Object.values(value)) walk(inner)
      }
      walk(part)
    })

    it('and there are some', () => {
      expect(seen).toBeGreaterThan(10)
    })
  })

  it.each(controlApi)('$method $path refuses as its document says', async (call) => {
    const control = controlOf({ journal: false })
    const { responses } = document.paths[call.path.replace(/:(\w+)/g, '{$1}')][call.method.toLowerCase()]
    const path = call.path.replace(/:\w+/g, 'missing')
    const requests = [
      { path },
      { path: path.replace('/state/missing', '/state/users') },
      { path, body: '{"nonsense": 1}' },
      { path, body: 'no JSON' },
      { path, body: '{}', type: 'text/plain' },
      { path: call.path.replace(/:\w+/g, '%zz') },
      { path, headers: { origin: 'http://elsewhere.example' } },
      { path, host: 'elsewhere.example' },
      { path, headers: { 'x-emulator-token': 'wrong' } },
      { path: `${path}?nonsense=1` },
      { path, body: '{"name": "missing"}' },
      { path, body: '{"match": {}}' },
    ]
    for (const { path: at, body, type = 'application/json', headers = {}, host = 'emulator' } of requests) {
      const sent = {
        method: call.method,
        headers: { ...(body !== undefined && call.method !== 'GET' && { 'content-type': type }), ...headers },
        ...(call.method !== 'GET' && body !== undefined && { body }),
      }
      const response = await control.emulator.fetch(`http://${host}/__emulator${at}`, sent)
      if (response.ok) continue
      const { error } = (await response.json()) as { error: string }
      const declared =
        responses[response.status]?.content['application/json'].schema.allOf[1].properties.error.enum ?? []
      expect(declared, `${call.method} ${at} ${body ?? ''}: ${response.status}`).toContain(error)
    }
  })
})

describe('GET /scenario.schema.json', () => {
  it('answers the JSON Schema of scenario files', async () => {
    const { body } = await controlOf().get('/scenario.schema.json')
    expect(body).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: { scenario: { type: 'object' } },
    })
  })
})
