import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { probesFromFile } from './from-files.ts'

async function write(name: string, content: object): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'svc-from-')), name)
  await writeFile(file, JSON.stringify(content))
  return file
}

const recording = {
  scenario: 1,
  name: 'session',
  world: { fixtures: ['starter'], seed: 7 },
  keys: { 'ada-admin': { user: 'ada', role: 'admin' }, 'ben-admin': { user: 'ben', role: 'admin' } },
  steps: [
    {
      as: 'ada-admin',
      http: 'POST /orgs',
      body: { name: 'Mine' },
      expect: { status: 200 },
      save: { org: 'body.org.id' },
    },
    { clock: { advance: '1s' } },
    { http: 'GET /orgs/${org}', expect: { status: 200 } },
    { as: 'ben-admin', call: 'workflow.list_sessions', params: { org_id: '${org}' } },
    { as: 'wrong-key', http: 'GET /users/me', expect: { status: 401 } },
  ],
}

it('sends the requests of a recording, with the keys of the run and without its expectations', async () => {
  const { name, scenario, leftOut } = await probesFromFile(await write('session.json', recording), new Set(['other']))
  expect(name).toBe('session.json')
  expect(scenario).toMatchObject({ name: 'session', as: 'main' })
  expect(scenario).not.toHaveProperty('world')
  expect(scenario.steps).toEqual([
    { as: 'main', http: 'POST /orgs', body: { name: 'Mine' }, save: { org: 'body.org.id' } },
    { as: 'main', http: 'GET /orgs/${org}' },
    { as: 'other', call: 'workflow.list_sessions', params: { org_id: '${org}' } },
    { as: 'wrong-key', http: 'GET /users/me' },
  ])
  expect(leftOut).toEqual(['1 of the steps of session.json, which need an emulator or a program'])
})

it('leaves out requests of keys that were not given, and keeps keys that are given by name', async () => {
  const file = await write('session.json', recording)
  const { scenario, leftOut } = await probesFromFile(file, new Set())
  expect(scenario.steps).toHaveLength(3)
  expect(leftOut).toContain('1 of the steps of session.json, which ask with a key that was not given')
  const named = await probesFromFile(file, new Set(['ben-admin']))
  expect(named.scenario.steps?.map((step) => (step as { as?: unknown }).as)).toEqual([
    'main',
    'main',
    'ben-admin',
    'wrong-key',
  ])
})

const org = { id: '00000000-0000-4000-8000-00000000aaaa' }
const answer = (status: number, body: object) => ({ status, headers: [], content: { text: JSON.stringify(body) } })
const ask = (method: string, url: string, response: object, text?: string) => ({
  request: {
    method,
    url,
    headers: [{ name: 'content-type', value: 'application/json' }],
    ...(text && { postData: { text } }),
  },
  response,
})
const call = (id: number, method: string) => ({
  type: 'send',
  data: JSON.stringify({ jsonrpc: '2.0', id, method, params: { org_id: 'acme' } }),
})
const har = {
  log: {
    entries: [
      ask('GET', 'https://a.example/', answer(200, {})),
      ask('POST', 'https://a.example/v1/orgs', answer(200, { status: 'success', org }), '{"name":"Mine"}'),
      ask('GET', `https://a.example/v1/orgs/${org.id}`, answer(200, { status: 'success', org })),
      ask('GET', 'https://a.example/v1/users/me', answer(401, { status: 'failure', error: 'unauthenticated' })),
      ask('POST', 'https://a.example/v1/workflow/list_sessions', answer(200, { status: 'success' }), '{"org_id":"x"}'),
      {
        ...ask('GET', 'wss://a.example/v1/realtime', { status: 101 }),
        _webSocketMessages: [call(1, 'workflow.list_sessions'), call(2, 'workflow.create_session')],
      },
    ],
  },
}

it('sends the requests of an HTTP archive, with the main key if their key was removed', async () => {
  const { scenario, leftOut } = await probesFromFile(await write('app.har', har), new Set(), { writes: true })
  const [create, get, me, list, ...calls] = scenario.steps as {
    as: unknown
    http: string
    save?: Record<string, string>
  }[]
  expect(create).toMatchObject({ as: 'main', http: 'POST /orgs', body: { name: 'Mine' } })
  expect(get).toMatchObject({ as: 'main', http: `GET /orgs/\${${Object.keys(create!.save!)[0]}}` })
  expect(me).toMatchObject({ as: 'none', http: 'GET /users/me' })
  expect(list).toMatchObject({ as: 'main', http: 'POST /workflow/list_sessions' })
  expect(calls).toMatchObject([{ call: 'workflow.list_sessions' }, { call: 'workflow.create_session' }])
  expect(leftOut).toEqual(['1 of the requests of app.har, to a.example outside of a.example/v1'])
})

it('sends no writes of an archive without --writes', async () => {
  const { scenario, leftOut } = await probesFromFile(await write('app.har', har), new Set())
  expect(scenario.steps).toMatchObject([
    { http: `GET /orgs/${org.id}` },
    { http: 'GET /users/me' },
    { http: 'POST /workflow/list_sessions' },
    { call: 'workflow.list_sessions' },
  ])
  expect(leftOut).toContain('2 of the requests of app.har, which write (--writes sends them)')
})

it('refuses to send writes of an archive with several possible hosts of the API', async () => {
  const urls = ['https://a.example/v1/orgs/x', 'https://b.example/v1/orgs/x']
  const entries = urls.map((url) => ask('DELETE', url, answer(200, {})))
  const file = await write('two.har', { log: { entries } })
  await expect(probesFromFile(file, new Set(), { writes: true })).rejects.toThrow(
    /two\.har: equally many requests fit the APIs at a\.example\/v1 and b\.example\/v1: choose one with --host/,
  )
  const { scenario } = await probesFromFile(file, new Set(), { writes: true, hosts: ['b.example'] })
  expect(scenario.steps).toMatchObject([{ http: 'DELETE /orgs/x' }])
  expect((await probesFromFile(file, new Set())).scenario.steps).toEqual([])
})

it('reads archives with a byte order mark, duplicate keys, and malformed entries', async () => {
  const file = await write('app.HAR', {})
  const text = JSON.stringify({ log: { entries: [{}, ...har.log.entries] } })
  await writeFile(file, `\uFEFF${text.replace('{"log"', '{"log":1,"log"')}`)
  expect((await probesFromFile(file, new Set())).scenario.steps).toHaveLength(4)
})

it('names the place of a problem', async () => {
  const none = await write('app.har', { log: { entries: 1 } })
  await expect(probesFromFile(none, new Set())).rejects.toThrow(/app\.har:1:\d+ log\.entries: expected/)
  await writeFile(none, '{"log":{"entries":[')
  await expect(probesFromFile(none, new Set())).rejects.toThrow(/app\.har:1:\d+ /)
  await expect(probesFromFile(await write('a.json', { scenaro: 1 }), new Set())).rejects.toThrow('scenario')
})
