import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { createEmulator, type Emulator } from '../../../index.ts'
import { direct, type Direct } from '../../../../tests/conformance/direct.ts'

const key = 'svc-key-ada-admin'
const vary = (seed: number): Direct => direct({ seed, settings: { unspecified: 'vary', otherwise: [] } })
const seeds = Array.from({ length: 12 }, (_, seed) => seed + 1)

/** Answers of every seed to one request. */
async function overSeeds<T>(ask: (world: Direct) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const seed of seeds) answers.push(await ask(vary(seed)))
  return answers
}

const distinct = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size

describe('unspecified: vary', () => {
  it('answers the same bytes for the same seed and requests', async () => {
    const run = async () => {
      const { api, emulator } = vary(7)
      const texts: string[] = []
      for (let i = 0; i < 2; i++) {
        for (const path of ['/users/me', '/orgs/acme/blobs', '/blobs/acme/weights/revisions', '/users/nobody']) {
          const { status, bytes } = await api.get(path, key)
          texts.push(`${status} ${new TextDecoder().decode(bytes)}`)
        }
        emulator.reset()
      }
      return texts
    }
    const first = await run()
    expect(await run()).toEqual(first)
    expect(first.slice(4)).toEqual(first.slice(0, 4))
  })

  it('answers what it answered, in a world that was restored, loaded, forked or gone back to', async () => {
    const emulator = createEmulator({ seed: 7, settings: { unspecified: 'vary' }, trace: true })
    const ask = async (from: Emulator): Promise<string[]> => {
      const texts: string[] = []
      for (const path of ['/users/nobody', '/members/target/org/acme', '/users/me']) {
        const response = await from.fetch(`/v1${path}`, { headers: { 'x-api-key': key } })
        texts.push(`${response.status} ${await response.text()}`)
      }
      return texts
    }
    await ask(emulator)
    const snapshot = emulator.snapshot()
    const state = JSON.parse(JSON.stringify(emulator.export())) as object
    const fork = emulator.fork()
    const answers = await ask(emulator)
    expect(await ask(emulator)).not.toEqual(answers)
    expect(await ask(fork)).toEqual(answers)
    expect(await ask(createEmulator({ state }))).toEqual(answers)
    expect(await ask(emulator.fork({ at: 4, when: 'before' }))).toEqual(answers)
    emulator.restore(snapshot)
    expect(await ask(emulator)).toEqual(answers)
  })

  it('varies the order where none is promised, and keeps that of record cursors', async () => {
    const ids = await overSeeds(async ({ api }) =>
      (await api.get('/members/target/org/acme', key)).body.members.map((member: { id: string }) => member.id),
    )
    // All seeds list these five records, with ids in different shapes.
    const digits = ids.map((list) => list.map((id: string) => id.replace('mbr_', '').replaceAll('-', '')))
    expect(distinct(digits)).toBeGreaterThan(2)
    expect(distinct(digits.map((list) => list.toSorted()))).toBe(1)
    const sessions = await overSeeds(async ({ api }) =>
      (await api.post('/workflow/list_sessions', key, { org_id: 'acme' })).body.sessions.map(
        (session: { alias: string }) => session.alias,
      ),
    )
    expect(distinct(sessions)).toBe(1)
    expect(sessions[0]).toHaveLength(10)
  })

  it('adds fields that nobody documented, leaves out assumed ones, and keeps all that is documented', async () => {
    const users = await overSeeds(async ({ api }) => (await api.get('/users/me', key)).body.user)
    for (const user of users)
      expect(user).toMatchObject({
        id: '00000000-0000-4000-8000-0000000000a1',
        name: expect.any(String),
        alias: 'ada',
        type: 'human',
        status: 'active',
        role: 'owner',
      })
    expect(users.some((user) => !('created_at' in user))).toBe(true)
    expect(users.some((user) => 'created_at' in user)).toBe(true)
    const documented = new Set(['id', 'name', 'alias', 'type', 'status', 'role', 'owner_user_id', 'created_at'])
    expect(users.some((user) => Object.keys(user).some((name) => !documented.has(name)))).toBe(true)
    expect(distinct(users.map((user) => Object.keys(user)))).toBeGreaterThan(5)
  })

  it('shows every caller the same record: nothing is redacted', async () => {
    for (const seed of seeds) {
      const { api } = vary(seed)
      const [own, other] = [
        (await api.get('/users/ada', key)).body.user,
        (await api.get('/users/ada', 'svc-key-ben-admin')).body.user,
      ]
      expect({ ...own, role: '' }).toEqual({ ...other, role: '' })
    }
  })

  it('varies statuses that are not stated within their class, and keeps those that are', async () => {
    const unknown = await overSeeds(async ({ api }) => (await api.get('/users/nobody', key)).status)
    expect(distinct(unknown)).toBeGreaterThan(2)
    expect(unknown.every((status) => status >= 400 && status < 500)).toBe(true)
    const broken = await overSeeds(
      async ({ api }) =>
        (await api.post('/workflow/list_sessions', key, { org_id: 'acme', start_session_id: 'gone' })).status,
    )
    expect(distinct(broken)).toBeGreaterThan(1)
    expect(broken.every((status) => status >= 500)).toBe(true)
    const created = await overSeeds(
      async ({ api }) => (await api.post('/api-keys/target/user/me', key, { role: 'read' })).status,
    )
    expect(distinct(created)).toBeGreaterThan(1)
    expect(created.every((status) => status >= 200 && status < 300)).toBe(true)
    expect(await overSeeds(async ({ api }) => (await api.get('/users/ben/limits', key)).status)).toEqual(
      seeds.map(() => 403),
    )
    expect(
      await overSeeds(
        async ({ api }) =>
          (await api.post('/workflow/check_definition', key, { body: { nodes: [], edges: [] } })).status,
      ),
    ).toEqual(seeds.map(() => 200))
  })

  it('varies prose and keeps codes that the specification names', async () => {
    const reset = '/revisions/00000000-0000-4000-8000-0000000000ff/reset'
    const bodies = await overSeeds(async ({ api }) => (await api.post(reset, key)).body)
    expect(distinct(bodies.map(({ message }) => message))).toBeGreaterThan(1)
    expect(bodies.every(({ message }) => typeof message === 'string' && message.length > 0)).toBe(true)
    expect(distinct(bodies.map(({ error, status }) => [status, error]))).toBe(1)
  })

  it('draws another code where only an assumption gives one, and never one that the specification names', async () => {
    const bodies = await overSeeds(async ({ api }) => (await api.get('/users/nobody', key)).body)
    const codes = new Set<string>(bodies.map(({ error }) => error))
    expect(codes).toEqual(new Set(['user_not_found', 'not_found', 'resource_missing']))
    const named = Object.entries(errors).filter(([, { source }]) => !source.startsWith('A-'))
    expect(named.map(([code]) => code).filter((code) => codes.has(code))).toEqual([])
  })

  it('keeps the status of wrong credentials', async () => {
    const replies = await overSeeds(({ api }) => api.get('/users/me', 'nobody'))
    expect(distinct(replies.map(({ status }) => status))).toBe(1)
    expect(distinct(replies.map(({ body }) => body.error))).toBeGreaterThan(1)
  })

  it('shows more or fewer characters of a key', async () => {
    const keys = await overSeeds(async ({ api }) => (await api.get('/api-keys/target/user/me', key)).body.api_keys)
    const prefixes = (keys as { key_prefix: string }[][]).flat().map(({ key_prefix: prefix }) => prefix)
    expect(prefixes.every((prefix) => /^svc[\w-]{0,5}\*{3}$/.test(prefix))).toBe(true)
    expect(distinct(prefixes.map(({ length }) => length))).toBeGreaterThan(3)
  })

  it('answers a status alone where there is nothing to return', async () => {
    for (const { body } of await overSeeds(({ api }) => api.delete('/orgs/ada-lab', key)))
      expect(body).toEqual({ status: 'success' })
  })

  it('varies the shape of ids that need not be UUIDs, and takes each back', async () => {
    const ids = await overSeeds(async ({ api }) => {
      const { id } = (await api.post('/api-keys/target/user/me', key, { role: 'read' })).body.api_key
      expect((await api.delete(`/api-keys/${id}`, key)).body).toEqual({ status: 'success' })
      const { revisions } = (await api.get('/blobs/acme/weights/revisions', key)).body
      expect((await api.get(`/revisions/${revisions[0].id}`, key)).body.revision.id).toBe(revisions[0].id)
      return id as string
    })
    expect(ids.some((id) => /^[0-9a-f]{8}-/.test(id))).toBe(true)
    expect(ids.some((id) => /^key_[0-9a-f]{32}$/.test(id))).toBe(true)
    expect(ids.some((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
  })

  it('fills pages below their limit, and loses nothing', async () => {
    const walks = await overSeeds(async ({ api }) => {
      let seen = 0
      const sizes: number[] = []
      let cursor: string | null | undefined
      do {
        const { body } = await api.post('/workflow/list_session_objects', key, {
          session_id: 'run-01',
          limit: 40,
          ...(cursor && { cursor }),
        })
        seen += body.objects.length
        sizes.push(body.objects.length)
        cursor = body.cursor
      } while (cursor !== null)
      expect(seen).toBe(120)
      return sizes
    })
    expect(distinct(walks)).toBeGreaterThan(10)
    expect(walks.every((sizes) => sizes.every((size) => size <= 40))).toBe(true)
  })

  it('answers a trailing page, or none', async () => {
    const trailing = await overSeeds(async ({ api }) => {
      await api.post('/workflow/put_session_object', key, { session_id: 'run-02', key: 'only', value: 1 })
      return (
        (await api.post('/workflow/list_session_objects', key, { session_id: 'run-02', limit: 1 })).body.cursor !== null
      )
    })
    expect(distinct(trailing)).toBe(2)
  })

  it('leaves values of users alone: content that looks like an id is not taken for one', async () => {
    const { api } = vary(2)
    const value = { id: 'd41d8cd98f00b204e9800998ecf8427e', list: [3, 1, 2] }
    await api.post('/workflow/put_session_object', key, {
      session_id: 'run-02',
      key: 'd41d8cd98f00b204e9800998ecf8427e',
      value,
    })
    const { body } = await api.post('/workflow/list_session_objects', key, { session_id: 'run-02' })
    expect(body.objects[0]).toMatchObject({ key: 'd41d8cd98f00b204e9800998ecf8427e', value })
  })

  it('varies the realtime API too', async () => {
    const replies = await overSeeds(async ({ emulator }) => {
      const sent: string[] = []
      const session = emulator.connect({
        url: `/v1/realtime?api_key=${key}`,
        send: (text) => sent.push(text),
        close: () => {},
      })
      session.receive(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'nowhere' } }),
      )
      session.receive(
        JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'workflow.get_session', params: { session_id: 'run-01' } }),
      )
      return sent.map((text) => JSON.parse(text))
    })
    expect(distinct(replies.map(([refusal]) => refusal.error.code))).toBeGreaterThan(3)
    expect(
      replies.every(
        ([refusal]) =>
          refusal.error.code <= -32000 &&
          refusal.error.code > -32100 &&
          /not_found$|resource_missing/.test(refusal.error.data.error),
      ),
    ).toBe(true)
    expect(replies.every(([, answer]) => answer.result.session.alias === 'run-01')).toBe(true)
    expect(distinct(replies.map(([, answer]) => Object.keys(answer.result.session)))).toBeGreaterThan(3)
  })
})
