import { expect, it } from 'vitest'
import { archiveDocument } from '../../../tests/helpers/archive-document.ts'
import { readArchive } from './read-archive.ts'

const call = (id: unknown, method: string, params: unknown = { org_id: 'acme' }) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  method,
  params,
})
const answer = (id: unknown, result: unknown = { id }) => ({ jsonrpc: '2.0', id, result })
const send = (data: unknown) => ({ type: 'send', opcode: 1, time: 1, data: JSON.stringify(data) })
const receive = (data: unknown) => ({ type: 'receive', opcode: 1, time: 1, data: JSON.stringify(data) })

const LIST = 'workflow.list_sessions'

function read(messages: readonly object[], url = 'wss://api.example.com/v1/realtime', hosts: readonly string[] = []) {
  const socket = {
    request: { method: 'GET', url, headers: [] },
    response: { status: 101 },
    _webSocketMessages: messages,
  }
  const me = { request: { method: 'GET', url: 'https://api.example.com/v1/users/me', headers: [] }, response: null }
  const { exchanges, leftOut } = readArchive(archiveDocument({ log: { entries: [me, socket] } }), 'app.har', hosts)
  return {
    calls: exchanges.filter(({ kind }) => kind === 'call'),
    leftOut: leftOut.map(({ count, what, reason }) => `${count} ${what} ${reason}`),
  }
}

it('pairs calls with their answers, by their ids', () => {
  const { calls, leftOut } = read(
    [
      send(call(1, LIST)),
      send(call(2, 'workflow.list_definitions')),
      receive({ jsonrpc: '2.0', method: 'notice' }),
      receive(answer(2)),
      receive(answer(1)),
      send(call(3, 'other.thing')),
      { type: 'send', opcode: 2, data: 'AAAA' },
      { type: 'error', opcode: -1, data: 'net::ERR_CONNECTION_RESET' },
    ],
    'wss://api.example.com/v1/realtime?api_key=a-key',
  )
  expect(calls).toMatchObject([
    { caller: { api_key: 'a-key' }, method: LIST, answer: { frame: { result: { id: 1 } } } },
    { method: 'workflow.list_definitions', answer: { frame: { result: { id: 2 } } } },
  ])
  expect(leftOut).toEqual(['2 messages which are no calls of the API'])
})

it('reads batches, and gives a notification no answer of another call', () => {
  const { calls } = read([
    send([call(1, LIST), call(undefined, LIST), call('1', LIST)]),
    receive([answer('1'), answer(1)]),
  ])
  expect(calls).toMatchObject([
    { answer: { frame: { id: 1 } } },
    { answer: { outcome: 'no_answer' } },
    { answer: { frame: { id: '1' } } },
  ])
})

it('takes answers in order where calls have no ids', () => {
  const { calls } = read([send(call(undefined, LIST)), receive(answer(7)), send(call(undefined, LIST))])
  expect(calls).toMatchObject([{ answer: { frame: { id: 7 } } }, { answer: { outcome: 'no_answer' } }])
})

it.each([
  [{ access_token: 'a-token' }, { bearer: 'a-token' }],
  [{ api_key: 'a-key' }, { api_key: 'a-key' }],
])('finds the credentials of a first call: %j', (params, caller) => {
  const { calls } = read([
    send(call(0, LIST)),
    send(call(1, 'session.authenticate', params)),
    receive(answer(1)),
    send(call(2, LIST)),
  ])
  expect(calls).toMatchObject([{ caller: 'none' }, { caller }])
})

it('keeps the caller where the first call was refused', () => {
  const refused = { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }
  const authenticate = call(1, 'session.authenticate', { api_key: 'wrong' })
  expect(read([send(authenticate), receive(refused), send(call(2, LIST))]).calls).toMatchObject([{ caller: 'none' }])
})

it('leaves out sockets elsewhere, and those without messages', () => {
  const messages = [send(call(1, LIST))]
  const elsewhere = read(messages, 'wss://push.example.net/v1/realtime')
  expect(elsewhere).toEqual({
    calls: [],
    leftOut: ['1 requests to push.example.net, which look like requests to the API (--host names its host)'],
  })
  expect(read(messages, 'wss://api.example.com/other/v1/realtime').calls).toEqual([])
  expect(read([]).leftOut).toEqual(['1 requests which open a socket whose messages are not in the archive'])
  const hosts = ['api.example.com', 'push.example.net']
  expect(read(messages, 'wss://push.example.net/live', hosts).calls).toHaveLength(1)
})
