import { assumptionTitle } from '../../../contract/assumptions.ts'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { direct } from '../../../../tests/conformance/direct.ts'
import { createEmulator } from '../../../host/emulator.ts'
import { hostOf } from '../../../host/instance-of.ts'
import { assumed, recordView } from '../unit/assumed.ts'
import type { Unit } from '../unit/definition.ts'
import type { Exchange } from '../exchange.ts'
import { documentedResult, refuseAssumed } from './refuse.ts'

const refuse = { settings: { unspecified: 'refuse' } } as const

function thrownBy(act: () => void): unknown {
  try {
    act()
  } catch (thrown) {
    return thrown
  }
  return undefined
}

describe('unspecified: refuse', () => {
  it.each([
    ['POST', '/orgs', { name: 'x' }, 'A-16'],
    ['POST', '/orgs', { wrong: 'shape' }, 'A-16'],
    ['GET', '/orgs/acme/limits', undefined, 'A-16'],
    ['POST', '/users', { name: 'x', alias: 'x' }, 'A-17'],
    ['POST', '/workflow/create_session', { org_id: 'acme' }, 'A-356'],
  ])('answers %s %s with 501 and the assumption', async (method, path, json, id) => {
    const { api, emulator } = direct(refuse)
    const before = emulator.export()
    const { status, body } = await api.request(method, path, { as: 'svc-key-ada-admin', ...(json && { json }) })
    expect(status).toBe(501)
    expect(body).toMatchObject({ status: 'failure', error: 'unspecified_behaviour' })
    expect(body.assumptions).toContain(id)
    expect(body.message).toContain(`${id} (`)
    expect(emulator.export()).toEqual(before)
  })

  it('names the field that only an assumption gives, and takes the rest', async () => {
    const { api } = direct(refuse)
    expect(await api.get('/orgs/acme/blobs?visibility=public', 'svc-key-ada-admin')).toMatchObject({
      status: 501,
      body: {
        error: 'unspecified_behaviour',
        assumptions: ['A-21'],
        message: expect.stringContaining("the query parameter 'visibility' of GET /orgs/:org_id/blobs"),
      },
    })
    expect((await api.get('/orgs/acme/blobs', 'svc-key-ada-admin')).status).toBe(200)
    expect((await api.patch('/users/me', 'svc-key-ada-admin', { name: 'Ada' })).body).toMatchObject({
      error: 'unspecified_behaviour',
      assumptions: ['A-17'],
    })
  })

  it('says in whole sentences what is not shown', async () => {
    const { api } = direct(refuse)
    const message = async (path: string) => (await api.get(path, 'svc-key-ada-admin')).body.message as string
    const only = "only this emulator's assumptions do"
    const named = (['A-16', 'A-30', 'A-398', 'A-156'] as const).map((id) => `${id} (${assumptionTitle(id)})`)
    expect(await message('/orgs/acme/limits')).toBe(
      `The specification does not show GET /orgs/:org_id/limits; ${only}: ${named.join(', ')}.`,
    )
    expect(await message('/orgs/acme/blobs?visibility=public')).toBe(
      `The specification does not show the query parameter 'visibility' of GET /orgs/:org_id/blobs; ${only}: A-21 (${assumptionTitle('A-21')}).`,
    )
  })

  it('names every assumption that a field rests on, each once', () => {
    const unit = {
      id: 'GET /x',
      assumed: true,
      statements: ['users.get.role-varies', 'A-7', 'A-8'],
    } as unknown as Unit
    const exchange = { unit } as unknown as Exchange
    expect(thrownBy(() => refuseAssumed(exchange))).toMatchObject({
      message: expect.stringContaining(`A-7 (${assumptionTitle('A-7')}), A-8 (${assumptionTitle('A-8')}).`),
      extra: { assumptions: ['A-7', 'A-8'] },
    })
  })

  it('keeps of nested records, and of lists of them, what is documented, and every plain value', () => {
    const view = recordView('Thing', { id: v.string(), guessed: v.string() }, ['id'], ['A-7'])
    const unit = {
      returns: {
        one: view,
        list: v.array(view),
        names: v.array(v.string()),
        none: v.null(),
        guess: assumed(v.string(), 'A-7'),
      },
    } as unknown as Unit
    const thing = { id: 'a', guessed: 'b' }
    expect(
      documentedResult(unit, {
        one: thing,
        list: [thing, null, 'x'],
        names: ['n'],
        none: null,
        guess: 'g',
        more: [thing],
      }),
    ).toEqual({ one: { id: 'a' }, list: [{ id: 'a' }, null, 'x'], names: ['n'], none: null, more: [thing] })
    expect(documentedResult(unit, { one: null, list: 3 })).toEqual({ one: null, list: 3 })
  })

  it('answers only the fields that are documented', async () => {
    const { api } = direct(refuse)
    expect(Object.keys((await api.get('/users/me', 'svc-key-ada-admin')).body.user).toSorted()).toEqual([
      'alias',
      'id',
      'name',
      'role',
      'status',
      'type',
    ])
    const { body } = await api.get('/blobs/acme/weights/revisions', 'svc-key-ada-admin')
    expect(body.revisions[0]).not.toHaveProperty('created_at')
    expect(body.revisions[0]).toMatchObject({
      id: expect.any(String),
      status: expect.any(String),
      phase: expect.any(String),
    })
  })

  it('lets through what the specification shows: listings, users of a target', async () => {
    const { api } = direct(refuse)
    for (const path of [
      '/users/me/orgs',
      '/members/target/org/acme',
      '/api-keys/target/org/acme',
      '/users/target/org/acme',
    ]) {
      expect((await api.get(path, 'svc-key-ada-admin')).status, path).toBe(200)
    }
  })

  it('refuses a command for the parameters that it would need, but first what the specification itself refuses', async () => {
    const { api } = direct(refuse)
    const list = async (body: object) => (await api.post('/workflow/list_sessions', 'svc-key-ada-admin', body)).body
    expect(await list({ org_id: 'acme' })).toMatchObject({
      error: 'unspecified_behaviour',
      assumptions: ['A-356'],
      message: expect.stringContaining("'org_id' of workflow.list_sessions"),
    })
    expect(await list({})).toMatchObject({ error: 'unspecified_behaviour', assumptions: ['A-356'] })
    expect(await list({ org_id: 'acme', limit: 5 })).toMatchObject({
      error: 'invalid_request_body',
      message: expect.stringContaining('fixed page size'),
    })
    expect(await list({ org_id: 'acme', start_session_id: null })).toMatchObject({
      error: 'unspecified_behaviour',
      assumptions: ['A-34'],
    })
  })
})

describe('unspecified: refuse, codes', () => {
  it('refuses a refusal that rests on the code of an assumption alone', async () => {
    const { api } = direct(refuse)
    expect(await api.get('/users/nobody', 'svc-key-ada-admin')).toMatchObject({
      status: 501,
      body: {
        error: 'unspecified_behaviour',
        assumptions: ['A-7'],
        message: expect.stringContaining("the code 'user_not_found'"),
      },
    })
    expect((await api.get('/nowhere', 'svc-key-ada-admin')).status).toBe(501)
  })

  it('keeps wrong credentials, codes that the specification names, and what a clause says of a server error', async () => {
    const { api, emulator } = direct(refuse)
    expect((await api.get('/users/me', 'nobody')).body).toMatchObject({ error: 'unauthenticated' })
    const reset = '/revisions/00000000-0000-4000-8000-0000000000ff/reset'
    expect((await api.post(reset, 'svc-key-ada-admin')).body).toMatchObject({ error: 'revision_not_found' })
    emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ fail: { error: 'user_not_found' } }] })
    expect((await api.get('/users/me', 'svc-key-ada-admin')).body).toMatchObject({ error: 'user_not_found' })
  })
})

describe('unspecified: refuse, by rows', () => {
  const post = { method: 'POST', path: '/api-keys/target/org/acme' }
  it.each([
    [
      'an unknown field',
      { ...post, json: { role: 'read', rolle: 1 } },
      ['A-38'],
      "refused with 'invalid_request_body'",
    ],
    ['limit=abc', { method: 'GET', path: '/blobs/acme/weights/revisions?limit=abc' }, ['A-350'], "'invalid_limit'"],
    ['an unknown query parameter', { method: 'GET', path: '/users/me?expand=all' }, ['A-346'], 'such a request'],
    ['me as a target', { method: 'GET', path: '/api-keys/target/user/me' }, ['A-347'], 'such a request'],
  ])(
    'refuses what rests on a row alone, also where its code is a documented one: %s',
    async (_, asked, rows, message) => {
      const { api } = direct(refuse)
      const { method, path, ...options } = asked as { method: string; path: string; json?: object }
      const { status, body } = await api.request(method, path, { as: 'svc-key-ada-admin', ...options })
      expect([status, body]).toMatchObject([501, { assumptions: rows, message: expect.stringContaining(message) }])
    },
  )

  it('refuses a request with two credentials, and writes nothing', async () => {
    const { api, emulator } = direct(refuse)
    const { version } = hostOf(emulator).world.state
    const headers = { 'x-api-key': 'svc-key-ada-admin' }
    const as = { bearer: 'svc-token-ada' }
    const { status } = await api.request('DELETE', '/orgs/ada-lab', { as, headers })
    expect([status, hostOf(emulator).world.state.version]).toEqual([501, version])
  })

  it('keeps what a clause says, whatever assumption it rests on beside it', async () => {
    const { api } = direct(refuse)
    const refused = async (path: string, json: object) => (await api.post(path, 'svc-key-ben-admin', json)).body.error
    expect(await refused('/api-keys/target/org/acme', { role: 'owner' })).toBe('invalid_request_body')
    expect(await refused('/api-keys/target/org/nowhere', { role: 'read' })).toBe('forbidden')
  })
})

describe('unspecified: refuse, what depends on assumptions', () => {
  it('refuses a parameter before its value is looked at, and a rule that only such parameters could keep', async () => {
    const { api } = direct(refuse)
    expect((await api.get('/orgs/acme/blobs?visibility=nonsense', 'svc-key-ada-admin')).status).toBe(501)
    expect((await api.post('/scheduler/list_executions', 'svc-key-ada-admin', {})).body).toMatchObject({
      error: 'unspecified_behaviour',
      assumptions: ['A-27'],
      message: expect.stringContaining("the field 'org_id' or 'schedule_id' of scheduler.list_executions"),
    })
  })

  it('counts of a record only the fields that it answers', async () => {
    const { api } = direct({ settings: { unspecified: 'refuse', unpaginated_bytes: 10_000 }, fixtures: ['large'] })
    for (const path of ['/members/target/org/big', '/orgs/big/blobs']) {
      const { body } = await api.get(path, 'svc-key-ada-admin')
      const bytes = JSON.stringify(body).length
      expect(bytes, path).toBeGreaterThan(9_500)
      expect(bytes, path).toBeLessThan(10_500)
    }
  })

  it('takes no credentials but those of the headers for a socket, and says why', async () => {
    const emulator = createEmulator(refuse)
    const closed: string[] = []
    const sent: string[] = []
    const open = (url: string, headers: string[]) =>
      emulator.connect({
        url,
        headers,
        send: (text) => sent.push(text),
        close: (code, why) => closed.push(`${code} ${why}`),
      })
    open('/v1/realtime?api_key=svc-key-ada-admin', [])
    expect(closed).toEqual(['1008 credentials in the address are not shown (unspecified: refuse)'])
    expect(emulator.journal.entries().at(-1)).toMatchObject({
      response: { status: 501 },
      assumptions: ['A-4'],
    })
    const call = { jsonrpc: '2.0', method: 'session.authenticate', params: { api_key: 'svc-key-ada-admin' }, id: 1 }
    open('/v1/realtime', []).receive(JSON.stringify(call))
    expect(JSON.parse(sent[0]!)).toMatchObject({ error: { data: { error: 'unspecified_behaviour' } } })
    expect(closed).toHaveLength(1)
  })
})

describe('unspecified: warn', () => {
  it('says one line for each new assumption', async () => {
    const lines: string[] = []
    const emulator = createEmulator({ settings: { unspecified: 'warn' }, warn: (line) => lines.push(line) })
    const me = () =>
      emulator.fetch('http://emulator/v1/users/me?expand=all', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    expect((await me()).status).toBe(200)
    expect(lines).toEqual([
      'unspecified: GET /users/:user_id relies on A-346 (Unknown query parameters)',
      'unspecified: GET /users/:user_id relies on A-17 (Users)',
    ])
    await me()
    expect(lines).toHaveLength(2)
    emulator.reset()
    await me()
    expect(lines).toHaveLength(4)
  })

  it('says the path of what is no endpoint, without its query', async () => {
    const lines: string[] = []
    const emulator = createEmulator({ settings: { unspecified: 'warn' }, warn: (line) => lines.push(line) })
    await emulator.fetch('http://emulator/v1/nowhere?token=secret', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/^unspecified: \/v1\/nowhere relies on A-\d+ \(.+\)$/)
  })

  it('says nothing by default', async () => {
    const lines: string[] = []
    const emulator = createEmulator({ warn: (line) => lines.push(line) })
    await emulator.fetch('http://emulator/v1/users/me?expand=all', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    expect(lines).toEqual([])
  })
})
