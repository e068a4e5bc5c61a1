import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { apiOf, call, decided, lastOf, sendTogether } from './decided.ts'

const A = 'svc-key-ada-admin'
const BEN = 'svc-key-ben-admin'

const session = (id?: number) => call(id, 'workflow.get_session', { session_id: 'run-01' })

describe('what an alternative says is so everywhere', () => {
  it.each([
    [
      'A-73/1',
      'POST /workflow/list_execution_events',
      (e: Emulator) => ({ execution_id: e.world.firings.list({})[0]!.id, cursor: 'bad' }),
      404,
    ],
    ['A-157/1', 'GET /users/target/user/ada', undefined, 400],
    [
      'A-414/1',
      'POST /workflow/create_definition',
      () => ({ org_id: 'acme', alias: 'ingest', body: { nodes: [], edges: [] } }),
      400,
    ],
    [
      'A-34/1',
      'POST /workflow/list_sessions',
      (e: Emulator) => ({
        org_id: 'acme',
        start_session_id: e.world.sessions.insert({ org: 'ben-lab', alias: 'elsewhere' }).id,
      }),
      400,
    ],
    ['A-159/1', 'POST /members/target/org/nothing', () => ({ user_id: 'ben', role: 'read' }), 400],
    ['A-378/1', 'POST /workflow/list_session_objects', () => ({ session_id: 'nope', limit: 0 }), 404],
    ['A-54/2', 'POST /blobs/acme/arriving/revisions', () => ({}), 200],
  ])('%s: %s', async (id, ask, body, status) => {
    const emulator = decided(id)
    const [method = '', path = ''] = ask.split(' ')
    const answer = await apiOf(emulator).request(method, path, { as: A, ...(body && { json: body(emulator) }) })
    expect(answer.status).toBe(status)
    expect(lastOf(emulator).notes.join()).toContain(`otherwise, ${id}`)
  })

  it('A-157/1: no message expects a user', async () => {
    const { body } = await apiOf(decided('A-157/1')).get('/users/target/team/ada', A)
    expect(body.message).toBe(`path parameter target: expected 'org' or 'blob', got string "team"`)
  })

  it('A-354/1: the alias is free where the request is refused for a limit', async () => {
    const emulator = createEmulator({ settings: { otherwise: ['A-354/1'], limits: { service_accounts_per_user: 1 } } })
    const { status, body } = await apiOf(emulator).post('/users', A, { name: 'x', alias: 'old-bot' })
    expect([status, body.error]).toEqual([403, 'limit_exceeded'])
    expect(emulator.world.users.get('old-bot')).toMatchObject({ status: 'retired' })
  })

  it('A-38/1: however many fields are unknown', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`u${n}`, n]))
    expect((await apiOf(decided('A-38/1')).post('/orgs', A, { name: 'x', ...unknown })).status).toBe(200)
  })

  it.each([
    ['a page without rows', {}, 120],
    ['an empty page', { empty_pages: true }, 2],
  ])('A-33/2: a cursor serves no other caller, after %s', async (_, settings, limit) => {
    const emulator = createEmulator({ settings: { ...settings, otherwise: ['A-33/2'] } })
    const api = apiOf(emulator)
    const list = (as: string, more: object) =>
      api.post('/workflow/list_session_objects', as, { session_id: 'run-01', ...more })
    const { cursor } = (await list(A, { limit })).body
    expect([(await list(BEN, { cursor })).status, (await list(A, { cursor })).status]).toEqual([400, 200])
  })

  it('A-316/1: batches that arrive together are answered in the reverse order, too', async () => {
    const ids = async (...otherwise: string[]) => {
      const answers = await sendTogether(decided(...otherwise), [session(1), session(2)], session(3), [session(4)])
      const read = answers.map((text) => JSON.parse(text) as { id: number } | { id: number }[])
      return read.map((answer) => (Array.isArray(answer) ? answer.map(({ id }) => id) : answer.id))
    }
    expect(await ids()).toEqual([[1, 2], 3, [4]])
    expect(await ids('A-316/1')).toEqual([[4], 3, [2, 1]])
  })

  it.each([
    ['of one call', [session(1)]],
    ['of a call and a notification', [session(1), session()]],
  ])('A-316/1: a batch %s has no order', async (_, batch) => {
    const emulator = decided('A-316/1')
    await sendTogether(emulator, batch)
    expect(
      emulator.journal
        .entries()
        .flatMap(({ notes }) => notes)
        .join(),
    ).not.toContain('A-316')
  })

  it.each([
    ['A-8/1', { error: { code: -32600, data: { limit: { name: 'batch_answer' } } }, id: 8 }],
    ['A-383/1', { error: { code: -32600, data: { limit: { name: 'batch_answer', max: 4_194_304 } } }, id: 8 }],
  ])('%s: a call that a batch is too large for is refused as others', async (id, expected) => {
    const emulator = decided(id)
    const made = emulator.world.sessions.get('run-01')!.id
    for (let n = 0; n < 6; n++)
      emulator.world.objects.insert({ session: made, key: `big-${n}`, value: 'x'.repeat(900_000) } as never)
    const list = (n: number) => call(n, 'workflow.list_session_objects', { session_id: 'run-01', limit: 200 })
    const [answers] = await sendTogether(emulator, [list(7), list(8)])
    const [, refused] = JSON.parse(answers!) as [unknown, typeof expected]
    expect(refused).toMatchObject(expected)
    expect(refused.error.data.limit).toEqual(expected.error.data.limit)
    expect(emulator.journal.entries()).toHaveLength(2)
    expect(lastOf(emulator)).toMatchObject({
      error: 'limit_exceeded',
      assumptions: expect.arrayContaining(['A-403']) as unknown,
    })
  })

  it('A-16/1: what is hidden from the caller counts in the budget of a listing as it would be answered', async () => {
    const of = async (...otherwise: string[]) => {
      const emulator = decided(...otherwise)
      const { users, orgs, members } = emulator.world
      users.insert({ alias: 'many' })
      for (let n = 0; n < 7; n++) {
        orgs.insert({ alias: `m${n}`, name: 'x'.repeat(200_000), visibility: n % 2 === 1 ? 'public' : 'private' })
        members.insert({ user: 'many', target: 'org', target_id: `m${n}`, role: 'read' })
      }
      const { body } = await apiOf(emulator).get('/users/many/orgs', A)
      return (body.orgs as { alias: string }[]).map(({ alias }) => alias)
    }
    expect(await of()).toEqual(['m1', 'm3'])
    expect(await of('A-16/1')).toEqual(['m1', 'm3', 'm5'])
  })

  it('A-420/1: a blob that is still being created says how long its operation runs, and so does a refusal', async () => {
    const emulator = decided('A-420/1')
    const api = apiOf(emulator)
    await api.post('/blobs/acme', A, { alias: 'fresh', type: 'text' })
    emulator.clock.advance('3s')
    expect((await api.get('/blobs/acme/fresh', A)).body.blob.condition).toBe('creating')
    expect(lastOf(emulator).notes.join()).toContain('otherwise, A-420/1')
    expect((await api.post('/blobs/acme/fresh/revisions', A)).status).toBe(409)
    expect(lastOf(emulator).notes.join()).toContain('otherwise, A-420/1')
  })

  it('A-28/1: a listing with an execution that still runs says how long one does', async () => {
    const emulator = decided('A-28/1')
    const api = apiOf(emulator)
    await api.post('/workflow/start_execution', A, { definition_id: 'ingest' })
    emulator.clock.advance('2s')
    expect((await api.post('/workflow/list_executions', A, { org_id: 'acme' })).body.executions[0].status).toBe(
      'running',
    )
    expect(lastOf(emulator).notes.join()).toContain('otherwise, A-28/1')
  })
})
