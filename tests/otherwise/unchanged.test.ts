import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { apiOf, call, decided, lastOf, sendTogether } from './decided.ts'

const A = 'svc-key-ada-admin'
const BEN = 'svc-key-ben-admin'
const SCOPED = 'svc-key-acme-write'
const R = '00000000-0000-4000-8000-0000000000'

describe('what an alternative does not say stays', () => {
  it.each([
    ['A-12/1', 'GET /api-keys/target/org/nothing', SCOPED, 403],
    ['A-12/1', 'GET /api-keys/target/org/acme', SCOPED, 403],
    ['A-12/1', 'GET /api-keys/target/user/nobody', SCOPED, 403],
    ['A-9/1', `GET /revisions/${R}e3`, BEN, 403],
    ['A-73/1', 'POST /workflow/get_execution {"execution_id":"{firing}","foo":1}', A, 400],
    ['A-94/1', 'POST /orgs {"name":7,"visibility":"public"}', 'svc-key-bot-write', 400],
    ['A-94/1', 'POST /orgs {"name":"x","visibility":"public"}', 'bearer', 200],
    ['A-349/2', 'POST /workflow/list_sessions {"org_id":"acme"}', A, 200],
    ['A-93/1', 'GET /members/target/team/ada', A, 400],
  ])('%s: %s by %s is as without it', async (id, ask, as, status) => {
    const answer = async (...otherwise: string[]) => {
      const emulator = decided(...otherwise)
      const [method = '', path = '', ...json] = ask
        .replace('{firing}', emulator.world.firings.list({})[0]!.id)
        .split(' ')
      emulator.world.tokens.insert({ token: 'own', user: 'build-bot' })
      const { status: code, body } = await apiOf(emulator).request(method, path, {
        as: as === 'bearer' ? { bearer: 'own' } : as,
        ...(json.length > 0 && { json: JSON.parse(json.join(' ')) as unknown }),
      })
      return { code, body: body as unknown, cited: lastOf(emulator).assumptions, notes: lastOf(emulator).notes }
    }
    expect(await answer(id)).toEqual(await answer())
    expect((await answer()).code).toBe(status)
  })

  it.each([
    ['A-317/1', 'workflow.delete_session', { session_id: 'run-02' }],
    ['A-57/1', 'workflow.get_session', { session_id: 7 }],
    ['A-29/2', 'workflow.list_session_objects', { session_id: 'run-01', limit: 150 }],
  ])('%s: a notification %s, which is not answered, is not changed', async (id, method, params) => {
    const emulator = decided(id)
    expect(await sendTogether(emulator, call(undefined, method, params))).toEqual([])
    expect(lastOf(emulator).notes.join()).not.toContain('otherwise')
  })

  it.each([
    ['A-9/1', 'POST /workflow/get_session', 'eve', 'A-380'],
    ['A-409/1', 'POST /workflow/list_session_objects', A, 'A-378'],
  ])('%s: %s by %s still says %s', async (id, ask, as, row) => {
    const emulator = decided(id)
    emulator.world.users.insert({ alias: 'eve' })
    const key = { user: 'eve', target: 'user', target_id: 'eve', role: 'admin', created_by: 'eve' } as const
    emulator.world.api_keys.insert({ key: 'eve', ...key })
    const json = as === A ? { session_id: 'nothing', limit: 0.5 } : { session_id: 'run-01' }
    await apiOf(emulator).post(ask.split(' ')[1]!, as, json)
    expect(lastOf(emulator).notes.join()).toContain(`otherwise, ${id}`)
    expect(lastOf(emulator).assumptions).toContain(row)
  })

  it('A-346/1: no note says that the parameter was ignored', async () => {
    const emulator = decided('A-346/1')
    await apiOf(emulator).get('/users/me?x=1', A)
    expect(lastOf(emulator).notes.join()).not.toContain('ignored (')
  })

  it('A-45/1: a model in place of another is none', async () => {
    const upload = { as: A, body: new Uint8Array(3), headers: { 'x-request-body': '{}' } }
    const put = (n: string) => apiOf(decided('A-45/1')).request('PUT', `/revisions/${R}${n}/model`, upload)
    expect([(await put('e4')).status, (await put('e1')).status]).toEqual([201, 200])
  })

  it('A-383/1: an id that is a text stays as it was written', async () => {
    const text = String.raw`{"jsonrpc":"2.0","id":"\u0041","method":"workflow.get_session","params":{"session_id":"x"}}`
    const sent = await sendTogether(decided('A-383/1'), text)
    expect(sent[0]).toContain(String.raw`"id":"\u0041"`)
  })

  it('A-45/1: what falls due in the time of a request is none of its creations', async () => {
    const emulator = decided('A-45/1')
    const api = apiOf(emulator)
    await api.post('/scheduler/create_schedule', A, { org_id: 'acme', definition_id: 'ingest', every_seconds: 10 })
    emulator.clock.advance(9_998)
    expect((await api.patch('/users/me', A, { name: 'x' })).status).toBe(200)
    await api.delete(`/revisions/${R}e2`, A)
    emulator.clock.advance(1_998)
    expect((await api.post('/blobs/acme/weights/revisions', A)).status).toBe(201)
  })

  it('A-354/1: the alias of the retired user is nobody else’s', async () => {
    const emulator = decided('A-354/1')
    const api = apiOf(emulator)
    const retired = emulator.world.users.get('old-bot')!.id
    expect((await api.post('/users', A, { name: 'x', alias: 'old-bot' })).status).toBe(200)
    expect((await api.get(`/users/${retired}`, A)).body.user.alias).toBe(retired)
    expect((await api.get('/users/old-bot', A)).body.user.status).toBe('active')
  })

  it('A-418/1: an edge has both of its ends', async () => {
    const emulator = decided('A-418/1')
    const edge = emulator.world.graph_elements.list({}).find(({ kind }) => kind === 'edge')!
    const { body } = await apiOf(emulator).post('/workflow/list_session_graph_neighbors', A, {
      session_id: edge.session_id,
      element_id: edge.id,
    })
    expect(new Set((body.neighbors as { id: string }[]).map(({ id }) => id))).toEqual(new Set([edge.from, edge.to]))
  })

  it.each([
    ['A-391/1', 'limit_exceeded', 403],
    ['A-394/1', 'alias_taken', 409],
    ['A-397/1', 'internal_error', 500],
  ])('%s: a %s that a trigger makes up keeps its status', async (id, error, status) => {
    const emulator = decided(id)
    emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ fail: { error } }] } as never)
    expect((await apiOf(emulator).get('/users/me', A)).status).toBe(status)
  })

  it('A-386/1: the address of sockets says that the slash made no difference', async () => {
    const emulator = decided('A-386/1')
    await apiOf(emulator).get('/realtime/', A)
    expect(lastOf(emulator).notes.join()).toContain('otherwise, A-386/1')
  })

  it('A-393/1: the message does not deny the path', async () => {
    const { body } = await apiOf(decided('A-393/1')).request('PUT', '/users/me', { as: A })
    expect(body.message).toBe('No endpoint is PUT /users/me.')
  })

  it('A-55/1: the role of a member is not what everyone has', async () => {
    const emulator = decided('A-55/1')
    await apiOf(emulator).post('/members/target/org/acme', A, { user_id: 'ada', role: 'admin' })
    expect(lastOf(emulator).assumptions).not.toContain('A-10')
  })

  it('A-11/1: what the scope of a key hides is not what the user cannot see', async () => {
    const emulator = decided('A-11/1')
    expect((await apiOf(emulator).get('/orgs/ada-lab', SCOPED)).status).toBe(404)
    expect(lastOf(emulator).assumptions).not.toContain('A-9')
  })
})

describe('a setting that a world was given', () => {
  it.each([
    ['A-408/1', { limits: { graph_depth: 2 } }],
    ['A-420/1', { operation_ms: 500 }],
    ['A-349/2', { page_rows: 1 }],
  ])('holds under %s, which says nothing then', async (id, settings) => {
    const answers = async (otherwise: string[]) => {
      const emulator = createEmulator({ settings: { ...settings, otherwise } })
      const api = apiOf(emulator)
      const start = emulator.world.graph_elements.list({})[0]!.id
      const asked = [
        await api.post('/workflow/query_session_graph', A, { session_id: 'run-01', start, depth: 3 }),
        await api.post('/workflow/list_sessions', A, { org_id: 'acme' }),
        await api.delete(`/revisions/${R}e2`, A),
      ]
      return [
        asked.map(({ status, body }) => [status, body as unknown]),
        emulator.journal.entries().map(({ notes }) => notes),
      ]
    }
    expect(await answers([id])).toEqual(await answers([]))
  })
})
