import { expect, it } from 'vitest'
import { archiveDocument } from '../../../tests/helpers/archive-document.ts'
import { replay } from '../index.ts'
import { loadScenario } from '../load.ts'
import { yamlText } from '../record/yaml-text.ts'
import { scenarioOfArchive } from './archive-scenario.ts'

const API = 'https://api.example.com/v1'
const ID = '5b0c6f5e-3d1c-4c43-9a53-0d8f8d3d8f11'
const SECRET = 'svc-live-4f1d90aa17'

const answer = (status: number, body: object) => ({
  status,
  headers: [{ name: 'content-type', value: 'application/json' }],
  content: { mimeType: 'application/json', text: JSON.stringify(body) },
})
const success = (more: object = {}) => answer(200, { status: 'success', ...more })

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  readonly post?: object
}

function entry(path: string, response: unknown, { method = 'GET', headers = {}, body, post }: Asked = {}) {
  const list = Object.entries({ 'x-api-key': SECRET, ...headers }).map(([name, value]) => ({ name, value }))
  const sent = body === undefined ? post : { mimeType: 'application/json', text: JSON.stringify(body) }
  const url = path.startsWith('/') ? API + path : path
  return { request: { method, url, headers: list, ...(sent && { postData: sent }) }, response }
}

const made = (entries: readonly unknown[], hosts?: readonly string[]) =>
  scenarioOfArchive(archiveDocument({ log: { entries } }), { file: 'bug.har', name: 'bug', ...(hosts && { hosts }) })

const blob = { alias: 'recorded', type: 'text' }
const post = { method: 'POST', body: blob }

it('makes a scenario that an emulator answers as the server did, without the key', async () => {
  const { scenario, leftOut, notes } = made([
    entry('https://cdn.example.net/app.js', success()),
    entry('/blobs/acme', success({ blob: { ...blob, id: ID, region: 'of another service' } }), post),
    entry(`/blobs/acme/${ID}`, success({ blob: { ...blob, id: ID } })),
    entry('/blobs/acme', answer(409, { status: 'failure', error: 'alias_taken' }), post),
  ])
  expect(leftOut).toEqual(['1 of the requests of bug.har, to cdn.example.net'])
  expect(scenario).toMatchObject({
    about: 'Requests to api.example.com/v1 in bug.har.',
    keys: { key: { user: 'ada' } },
  })
  expect(scenario.steps).toEqual([
    { http: 'POST /blobs/acme', as: 'key', body: blob, save: { blob_id: 'body.blob.id' }, expect: { status: 200 } },
    { http: 'GET /blobs/acme/${blob_id}', expect: { status: 200 } },
    { http: 'POST /blobs/acme', body: blob, expect: { status: 409, error: 'alias_taken' } },
  ])
  expect(yamlText(scenario, notes)).not.toContain('4f1d90aa')
  expect(await replay(await loadScenario(scenario))).toMatchObject({ ok: true, problems: [] })
})

it('says what a first replay rests on', () => {
  const { notes, scenario } = made([
    entry(`/blobs/acme/${ID}`, success()),
    entry('/users/me', { status: 0 }),
    entry('/users/me', success()),
  ])
  expect(notes.slice(2)).toEqual([
    '1 step names ids of records that no answer before gave: add them under world',
    '1 step expects nothing: the archive has no answer',
    'the archive does not say whose key was: here it is that of Ada',
  ])
  expect(scenario.steps?.[1]).toEqual({ http: 'GET /users/me' })
})

it('gives each key, token and missing key a caller that the emulator knows; a refused one stays wrong', async () => {
  const refused = answer(401, { status: 'failure', error: 'unauthenticated' })
  const { scenario } = made([
    entry('/users/me', success()),
    entry('/users/me', success(), { headers: { 'x-api-key': '', authorization: 'Bearer live-token-55d1' } }),
    entry('/users/me', success(), { headers: { 'x-api-key': '' } }),
    entry('/users/me', refused, { headers: { 'x-api-key': 'svc-expired-91b2' } }),
    entry('/users/me', refused, { headers: { 'x-api-key': '' } }),
    entry('/users/me', success(), { headers: { 'x-api-key': 'svc-key-ada-read' } }),
  ])
  expect(scenario.keys).toEqual({
    key: { user: 'ada', role: 'admin' },
    token: { kind: 'token', user: 'ada' },
    'key-2': { user: 'ada', role: 'admin' },
    'ada-read': { user: 'ada', role: 'read', target: 'user', target_id: 'ada' },
  })
  expect(scenario.steps?.map((step) => 'as' in step && step.as)).toEqual([
    'key',
    { bearer: 'token' },
    'key-2',
    'wrong-key',
    'none',
    'ada-read',
  ])
  expect(await replay(await loadScenario(scenario))).toMatchObject({ ok: true, problems: [] })
})

it('expects of a call that it has a result, or its error', async () => {
  const frames = [
    ['send', { jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'acme' } }],
    ['receive', { jsonrpc: '2.0', id: 1, result: { sessions: [], of: 'another service' } }],
    ['send', { jsonrpc: '2.0', id: 2, method: 'workflow.list_sessions', params: { org_id: 'nowhere' } }],
    ['receive', { jsonrpc: '2.0', id: 2, error: { code: -32000, message: '', data: { error: 'org_not_found' } } }],
  ] as const
  const messages = frames.map(([type, data]) => ({ type, opcode: 1, data: JSON.stringify(data) }))
  const socket = entry('wss://api.example.com/v1/realtime', { status: 101 })
  const { scenario } = made([{ ...socket, _webSocketMessages: messages }])
  expect(scenario.steps).toMatchObject([
    { expect: { result: { is: 'present' } } },
    { expect: { error: 'org_not_found' } },
  ])
  expect(await replay(await loadScenario(scenario))).toMatchObject({ ok: true, problems: [] })
})

it('writes no secret of a body, a form, a query or the header of an upload', () => {
  const { scenario } = made([
    entry('/orgs', success(), { method: 'POST', body: { name: 'Mine', password: 'secret-of-a-body' } }),
    entry('/orgs', answer(400, {}), {
      method: 'POST',
      post: {
        mimeType: 'application/x-www-form-urlencoded',
        params: [
          { name: 'name', value: 'Mine' },
          { name: 'password', value: 'form/7' },
        ],
      },
    }),
    entry('/users/me?access_token=secret-of-a-query', success()),
    entry(`/revisions/${ID}/model`, success(), {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'x-request-body': '{"token":"secret7"}' },
      post: { mimeType: 'application/octet-stream', text: 'Ynl0ZXM=', encoding: 'base64' },
    }),
  ])
  expect(scenario.steps).toMatchObject([
    { body: { name: 'Mine', password: 'not-recorded' } },
    { text: 'name=Mine&password=not-recorded' },
    { http: 'GET /users/me?access_token=not-recorded' },
    { base64: 'Ynl0ZXM=', headers: { 'x-request-body': '{"token":"not-recorded"}' } },
  ])
})

it('keeps the digits of a number that a double cannot hold, and leaves out what it cannot write', () => {
  const text = '{"name":12345678901234567890,"password":"short7"}'
  const frame = '{"jsonrpc":"2.0","id":1,"method":"workflow.list_sessions","params":{"org_id":"acme","limit":1e999}}'
  const socket = entry('wss://api.example.com/v1/realtime', { status: 101 })
  const { scenario, leftOut } = made([
    entry('/orgs', answer(400, {}), { method: 'POST', post: { mimeType: 'application/json', text } }),
    { ...socket, _webSocketMessages: [{ type: 'send', opcode: 1, data: frame }] },
  ])
  expect(scenario.steps).toMatchObject([{ text: '{"name":12345678901234567890,"password":"not-recorded"}' }])
  expect(leftOut).toEqual(['1 of the messages of bug.har, which have a number that a double cannot hold'])
})

it('refuses an archive without requests to the API, and one whose API is not clear', () => {
  expect(() => made([])).toThrow('bug.har: no request to the API can be read from it: it has no requests')
  expect(() => made([entry('https://cdn.example.net/app.js', success())])).toThrow(
    'bug.har: no request to the API can be read from it: left out are 1 of the requests of bug.har, to cdn.example.net',
  )
  const two = [entry('/users/me', success()), entry('https://api.other.example/v1/users/me', success())]
  expect(() => made(two)).toThrow(
    'bug.har: equally many requests fit the APIs at api.example.com/v1 and api.other.example/v1: choose one with record --from bug.har --host',
  )
  expect(made(two, ['api.other.example']).scenario.about).toBe('Requests to api.other.example/v1 in bug.har.')
})
