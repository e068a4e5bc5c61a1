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

it('asks what a recording asked, with the keys of the run and without its expectations', async () => {
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

it('leaves out what a key asked that was not given, and keeps keys that are given by name', async () => {
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

it('asks what an HTTP archive asked, and gives the main key to requests whose key was left out', async () => {
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
  const har = {
    log: {
      entries: [
        ask('GET', 'https://a.example/', answer(200, {})),
        ask('POST', 'https://a.example/v1/orgs', answer(200, { status: 'success', org }), '{"name":"Mine"}'),
        ask('GET', `https://a.example/v1/orgs/${org.id}`, answer(200, { status: 'success', org })),
        ask('GET', 'https://a.example/v1/users/me', answer(401, { status: 'failure', error: 'unauthenticated' })),
      ],
    },
  }
  const { scenario, leftOut } = await probesFromFile(await write('app.har', har), new Set())
  const [create, get, me] = scenario.steps as { as: unknown; http: string; save?: Record<string, string> }[]
  expect(create).toMatchObject({ as: 'main', http: 'POST /orgs', body: { name: 'Mine' } })
  expect(get).toMatchObject({ as: 'main', http: `GET /orgs/\${${Object.keys(create!.save!)[0]}}` })
  expect(me).toMatchObject({ as: 'none', http: 'GET /users/me' })
  expect(leftOut).toEqual(['1 of the requests of app.har, which are not to the API'])
})

it('names the place of what is wrong', async () => {
  const har = await write('app.har', { log: { entries: [{}] } })
  await expect(probesFromFile(har, new Set())).rejects.toThrow(/app\.har:1:\d+ log\.entries\[0\]\.request: missing/)
  await expect(probesFromFile(await write('a.json', { scenaro: 1 }), new Set())).rejects.toThrow('scenario')
})
