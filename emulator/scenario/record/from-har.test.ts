import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { describe as prose } from '../../engine/checking/problems.ts'
import { harProblems, isHar, readHar } from './from-har.ts'
import { recordScenario } from './record-scenario.ts'

const plain = (status: number, body: unknown) => ({
  status,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  content: { text: JSON.stringify(body) },
})

function entry(method: string, url: string, response: object, body?: unknown) {
  const headers = [
    { name: 'X-API-Key', value: 'svc-key-ada-admin' },
    { name: 'Content-Type', value: 'application/json' },
  ]
  return {
    request: { method, url, headers, ...(body !== undefined && { postData: { text: JSON.stringify(body) } }) },
    response,
  }
}

it('gives the exchanges with the API, in order, and counts the others', () => {
  const org = { id: '00000000-0000-4000-8000-00000000aaaa', alias: 'mine' }
  const har = {
    log: {
      entries: [
        entry('GET', 'https://example.com/app.js', plain(200, '')),
        entry('POST', 'https://api.example.com/svc/v1/orgs', plain(200, { status: 'success', org }), { name: 'Mine' }),
        entry('GET', `https://api.example.com/svc/v1/orgs/${org.id}?x=1`, plain(200, { status: 'success', org })),
        entry('POST', 'https://stats.example.com/v1/collect', plain(200, {})),
      ],
    },
  }
  expect([isHar(har), harProblems(har)]).toEqual([true, []])
  const { exchanges, others } = readHar(har)
  expect(others).toBe(2)
  expect(exchanges).toMatchObject([
    { kind: 'http', method: 'POST', path: '/orgs', caller: { api_key: 'svc-key-ada-admin' } },
    { kind: 'http', method: 'GET', path: `/orgs/${org.id}?x=1` },
  ])
  // An id of an answer is a variable of the scenario.
  const { scenario } = recordScenario(exchanges, { name: 'from-har', about: 'From an archive.' })
  expect(scenario.steps?.[1]).toMatchObject({ http: expect.stringMatching(/^GET \/orgs\/\$\{\w+\}\?x=1$/) })
})

it('reads calls of a socket by their ids', () => {
  const call = (id: number, method: string) => ({
    type: 'send',
    data: JSON.stringify({ jsonrpc: '2.0', id, method, params: { org_id: 'acme' } }),
  })
  const answer = (id: number) => ({ type: 'receive', data: JSON.stringify({ jsonrpc: '2.0', id, result: { id } }) })
  const socket = {
    request: { method: 'GET', url: 'wss://api.example.com/v1/realtime?api_key=a-key', headers: [] },
    response: { status: 101, headers: [] },
    _webSocketMessages: [
      call(1, 'workflow.list_sessions'),
      call(2, 'workflow.list_definitions'),
      answer(2),
      answer(1),
      call(3, 'other.thing'),
    ],
  }
  expect(readHar({ log: { entries: [socket] } }).exchanges).toMatchObject([
    {
      kind: 'call',
      caller: { api_key: 'a-key' },
      method: 'workflow.list_sessions',
      answer: { frame: { result: { id: 1 } } },
    },
    { kind: 'call', method: 'workflow.list_definitions', answer: { frame: { result: { id: 2 } } } },
  ])
})

it('reads what the journal of an emulator exports', async () => {
  const control = controlOf()
  await control.api('GET', '/users/me')
  await control.api('POST', '/workflow/list_sessions', { org_id: 'acme' })
  const { body } = await control.get('/journal.har')
  expect(harProblems(body)).toEqual([])
  expect(readHar(body).exchanges).toMatchObject([
    { method: 'GET', path: '/users/me', answer: { status: 200 } },
    { method: 'POST', path: '/workflow/list_sessions' },
  ])
})

it.each([
  [[], 'expected an HTTP archive, got an empty array'],
  [{ log: { entries: [{}] } }, 'log.entries[0].request: missing'],
  [
    { log: { entries: [entry('GET', 'https://a/v1/users/me', { status: '200', headers: [] })] } },
    'log.entries[0].response.status: expected number, got string "200"',
  ],
])('says what is wrong with %j', (document, message) => {
  expect(harProblems(document).map(prose).join('\n')).toContain(message)
})
