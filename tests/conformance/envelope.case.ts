import { expect } from 'vitest'
import type { Case } from './suite.ts'
import type { Reply } from './api.ts'

const A = 'svc-key-ada-admin'

function failure({ status, body }: Reply, expected: number, error: string): void {
  expect([status, body.error]).toEqual([expected, error])
  expect(body).toMatchObject({
    status: 'failure',
    error: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
    message: expect.stringMatching(/\S/),
  })
  expect(body.message).not.toMatch(/\bat \S+\.[jt]s|node_modules/)
}

const json = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') => ({
  as: A,
  body,
  headers: { 'content-type': type },
})

export const envelope: readonly Case[] = [
  {
    name: 'on success, the fields of the endpoint sit beside status',
    clauses: ['envelope.status-on-every-response', 'envelope.success-fields-beside-status'],
    async run(api) {
      for (const [path, field] of [
        ['/users/me', 'user'],
        ['/users/me/orgs', 'orgs'],
        ['/orgs/acme/blobs', 'blobs'],
        ['/members/target/org/acme', 'members'],
        ['/users/me/limits', 'limits'],
      ]) {
        const { status, headers, body } = await api.get(path!, A)
        expect([status, headers.get('content-type'), Object.keys(body)]).toEqual([
          200,
          'application/json',
          ['status', field],
        ])
        expect(body.status).toBe('success')
      }
    },
  },
  {
    name: 'an endpoint with nothing to return answers the status alone',
    clauses: ['envelope.nothing-to-return-is-status-only', 'envelope.no-bare-empty-object'],
    async run(api) {
      for (const path of ['/users/build-bot', '/orgs/acme'])
        expect((await api.delete(path, A)).body).toEqual({ status: 'success' })
    },
  },
  {
    name: 'on failure: status, a stable code and prose, whatever refuses',
    clauses: [
      'envelope.status-on-every-response',
      'envelope.failure-has-error-and-message',
      'envelope.error-code-is-stable',
      'errors.forbidden-is-403',
    ],
    assumptions: ['A-7'],
    async run(api) {
      failure(await api.get('/users/me'), 401, 'unauthenticated')
      failure(await api.get('/users/nobody', A), 404, 'user_not_found')
      failure(await api.get('/users/nobody-else', A), 404, 'user_not_found')
      failure(await api.get('/user/me', A), 404, 'endpoint_not_found')
      failure(await api.get('/users/me/limits', 'svc-key-acme-write'), 403, 'forbidden')
      failure(await api.patch('/users/ada', 'svc-key-ben-admin', { name: 'x' }), 403, 'forbidden')
      failure(await api.post('/orgs', A, { name: 'x', alias: 'acme' }), 409, 'alias_taken')
      const wrongMethod = await api.request('PUT', '/users/me', { as: A, json: {} })
      failure(wrongMethod, 405, 'method_not_allowed')
      expect(wrongMethod.headers.get('allow')?.split(', ').sort()).toEqual([
        'DELETE',
        'GET',
        'HEAD',
        'OPTIONS',
        'PATCH',
      ])
    },
  },
  {
    name: 'a body that cannot be read is refused and changes nothing',
    clauses: ['envelope.failure-has-error-and-message'],
    assumptions: ['A-38'],
    async run(api) {
      for (const [body, message] of [
        ['{"name": ', /JSON/],
        ['', /name: missing/],
        ['[]', /object/],
        ['"text"', /object/],
        ['null', /object/],
        ['{"name": 7}', /^name: expected string/],
        ['{"nmae": "x", "alias": "a"}', /nmae: unknown field, did you mean 'name'/],
        ['{"name": "x", "alias": "a", "__proto__": {}}', /__proto__/],
      ] as const) {
        const reply = await api.request('POST', '/orgs', json(body))
        failure(reply, 400, 'invalid_request_body')
        expect(reply.body.message).toMatch(message)
      }
      failure(
        await api.request('POST', '/orgs', json(new Uint8Array([123, 34, 255, 34, 125]))),
        400,
        'invalid_request_body',
      )
      failure(await api.request('POST', '/orgs', json('{"name": "x"}', 'text/plain')), 415, 'unsupported_media_type')
      failure(
        await api.request('POST', '/orgs', json('name=x', 'application/x-www-form-urlencoded')),
        415,
        'unsupported_media_type',
      )
      expect((await api.get('/users/me/orgs', A)).body.orgs).toHaveLength(2)
    },
  },
  {
    name: 'JSON is taken by any of its content types, and characters beyond ASCII come back whole',
    clauses: ['service.json-bodies'],
    async run(api) {
      for (const [i, type] of [
        'application/json',
        'application/json; charset=utf-8',
        'APPLICATION/JSON',
        'application/vnd.svc+json',
      ].entries()) {
        const { status, body } = await api.request('POST', '/orgs', json(JSON.stringify({ name: `Zoë 🙂 ${i}` }), type))
        expect([status, body.org?.name]).toEqual([200, `Zoë 🙂 ${i}`])
      }
    },
  },
  {
    name: 'a body above the fixed size limit is refused with a limit object',
    clauses: ['envelope.limit.with-size-and-count-limits', 'envelope.limit.names-the-limit'],
    assumptions: ['A-8', 'A-30'],
    async run(api) {
      const padded = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - 11) })
      const reply = await api.request('POST', '/orgs', json(padded(1_048_577)))
      failure(reply, 413, 'request_too_large')
      expect(reply.body.limit).toEqual({ name: 'request_body_bytes', max: 1_048_576 })
      expect((await api.request('POST', '/orgs', json(padded(1_048_576)))).status).toBe(200)
    },
  },
  {
    name: 'a refusal by a count limit names the limit',
    clauses: ['errors.limit-exceeded', 'envelope.limit.with-limit-exceeded', 'envelope.limit.names-the-limit'],
    assumptions: ['A-8'],
    settings: { limits: { orgs_per_user: 2, service_accounts_per_user: 1, members_per_target: 1 } },
    async run(api) {
      for (const [path, body, limit] of [
        ['/orgs', { name: 'x' }, { name: 'orgs_per_user', max: 2, current: 2 }],
        ['/users', { name: 'x', alias: 'x' }, { name: 'service_accounts_per_user', max: 1, current: 1 }],
        [
          '/members/target/org/ada-lab',
          { user_id: 'ben', role: 'read' },
          { name: 'members_per_target', max: 1, current: 1 },
        ],
      ] as const) {
        const reply = await api.post(path, A, body)
        failure(reply, 403, 'limit_exceeded')
        expect(reply.body.limit).toEqual(limit)
      }
    },
  },
  {
    name: 'the API is served under /v1, HEAD and OPTIONS too',
    clauses: ['versioning.v1-prefix'],
    async run(api) {
      expect((await api.get('/users/me', A)).status).toBe(200)
      const head = await api.request('HEAD', '/users/me', { as: A })
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      const options = await api.request('OPTIONS', '/users/me')
      expect([options.status, options.headers.get('allow')?.includes('PATCH')]).toEqual([204, true])
    },
  },
]
