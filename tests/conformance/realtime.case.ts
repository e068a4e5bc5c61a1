import { expect } from 'vitest'
import type { Case } from './suite.ts'
import type { Socket } from './socket.ts'

const admin = 'svc-key-ada-admin'

/** Sends a frame and reads what comes back. */
async function ask(socket: Socket, frame: unknown): Promise<unknown> {
  socket.send(typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame))
  return JSON.parse(await socket.next())
}

const sessions = (id: unknown, params: object = { org_id: 'acme' }) => ({
  jsonrpc: '2.0',
  id,
  method: 'workflow.list_sessions',
  params,
})
const error = (code: number, id: unknown = null) => ({
  jsonrpc: '2.0',
  error: { code, message: expect.any(String) },
  id,
})

export const realtime: readonly Case[] = [
  {
    name: 'speaks JSON-RPC 2.0: result or error, with the id of the call, in the order of the calls',
    clauses: [
      'realtime.speaks-json-rpc-2',
      'realtime.answers-result-or-error',
      'service.realtime-carries-workflow',
      'service.realtime-carries-scheduler',
    ],
    assumptions: ['A-1', 'A-57', 'A-5'],
    needs: ['socket'],
    async run(api) {
      const socket = await api.socket(admin)
      for (const id of [1, 'two', null, -3.5]) socket.send(JSON.stringify(sessions(id)))
      for (const id of [1, 'two', null, -3.5]) {
        const answer = JSON.parse(await socket.next())
        expect(answer).toMatchObject({ jsonrpc: '2.0', id, result: { last_session_id: expect.any(String) } })
        expect(answer.result.status).toBeUndefined()
      }
      expect(
        await ask(socket, {
          jsonrpc: '2.0',
          id: 8,
          method: 'scheduler.get_schedule',
          params: { schedule_id: 'every-01' },
        }),
      ).toMatchObject({ id: 8, result: { schedule: { alias: 'every-01' } } })
      expect(
        await ask(socket, { jsonrpc: '2.0', id: 9, method: 'scheduler.get_schedule', params: { schedule_id: 'none' } }),
      ).toEqual({
        jsonrpc: '2.0',
        id: 9,
        error: { code: -32000, message: expect.any(String), data: { error: 'schedule_not_found' } },
      })
      socket.close()
    },
  },
  {
    name: 'the id of a call comes back as it was written, in batches and in errors too',
    clauses: ['realtime.answers-result-or-error'],
    assumptions: ['A-57'],
    needs: ['socket'],
    async run(api) {
      const socket = await api.socket(admin)
      const call = (id: string, alias: string) =>
        `{"jsonrpc":"2.0","id":${id},"method":"workflow.get_session","params":{"session_id":"${alias}"}}`
      const ids = ['9007199254740993', '1.0', '1e3', '"\\u0061"']
      for (const id of ids) {
        for (const alias of ['session-01', 'none']) {
          socket.send(call(id, alias))
          expect(await socket.next()).toMatch(new RegExp(`^\\{.*,"id":${id.replace('\\', '\\\\')}\\}$`))
        }
      }
      socket.send(`[${ids.map((id) => call(id, 'none')).join(', ')}]`)
      const answers = (await socket.next()).split(/(?<="id":[^}]*\}),/)
      expect(answers.map((each) => /"id":([^}]*)\}\]?$/.exec(each)?.[1])).toEqual(ids)
      socket.close()
    },
  },
  {
    name: 'garbage is answered with the right error and harms nobody',
    clauses: ['realtime.answers-result-or-error'],
    assumptions: ['A-57'],
    needs: ['socket'],
    async run(api) {
      const socket = await api.socket(admin)
      const other = await api.socket(admin)
      expect(await ask(socket, '{"jsonrpc"')).toEqual({
        jsonrpc: '2.0',
        error: { code: -32700, message: 'Parse error' },
        id: null,
      })
      expect(await ask(socket, '')).toEqual(error(-32700))
      expect(await ask(socket, '\u0000\uffff')).toEqual(error(-32700))
      expect(await ask(socket, '[]')).toEqual(error(-32600))
      expect(await ask(socket, '[1]')).toEqual([error(-32600)])
      expect(await ask(socket, new Uint8Array([1, 2, 3]))).toMatchObject(error(-32600))
      expect(await ask(socket, sessions({}))).toEqual(error(-32600))
      expect(await ask(socket, { ...sessions(1), params: 'text' })).toMatchObject({
        error: { code: -32600, data: { error: 'invalid_request_body' } },
        id: 1,
      })
      expect(await ask(socket, { ...sessions(2), params: ['acme'] })).toMatchObject(error(-32602, 2))
      expect(await ask(socket, sessions(3, { org_id: 5 }))).toMatchObject(error(-32602, 3))
      expect(await ask(socket, sessions(4, { org: 'acme' }))).toMatchObject(error(-32602, 4))
      expect(await ask(socket, '9'.repeat(1_100_000))).toMatchObject({
        error: { code: -32600, data: { error: 'request_too_large' } },
        id: null,
      })
      const deep = `{"jsonrpc":"2.0","id":5,"method":"workflow.put_session_object","params":{"session_id":"run-01","key":"k","value":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
      expect(await ask(socket, deep)).toMatchObject(error(-32602, 5))
      expect(await ask(socket, { jsonrpc: '2.0', id: 6, method: 'workflow.list_session' })).toMatchObject({
        error: { code: -32601, data: { did_you_mean: 'workflow.list_sessions' } },
        id: 6,
      })
      for (const each of [socket, other]) expect(await ask(each, sessions(7))).toMatchObject({ id: 7, result: {} })
      socket.close()
      other.close()
    },
  },
  {
    name: 'notifications run and are never answered; a batch answers what has an id',
    clauses: ['realtime.speaks-json-rpc-2'],
    needs: ['socket'],
    async run(api, emulator) {
      const socket = await api.socket(admin)
      const create = (alias: string) => ({
        jsonrpc: '2.0',
        method: 'workflow.create_session',
        params: { org_id: 'acme', alias },
      })
      socket.send(JSON.stringify(create('quiet')))
      socket.send(JSON.stringify([create('quiet-2'), { jsonrpc: '2.0', method: 'nothing' }]))
      const answers = await ask(socket, [create('quiet-3'), sessions('a'), 1, { ...create('quiet'), id: 'b' }])
      expect(answers).toMatchObject([
        { id: 'a', result: {} },
        error(-32600),
        { id: 'b', error: { data: { error: 'alias_taken' } } },
      ])
      const listed = (answers as { result: { sessions: { alias: string }[] } }[])[0]!.result.sessions
      expect(listed.slice(0, 3).map(({ alias }) => alias)).toEqual(['quiet-3', 'quiet-2', 'quiet'])
      expect(emulator.world.sessions.get('quiet-2')).toBeDefined()
      socket.close()
    },
  },
  {
    name: 'a socket without credentials is told so until it authenticates; wrong ones change nothing',
    clauses: ['realtime.answers-result-or-error'],
    assumptions: ['A-4', 'A-57'],
    needs: ['socket'],
    async run(api) {
      const socket = await api.socket()
      const authenticate = (params?: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'session.authenticate', params })
      const unauthenticated = { error: { code: -32000, data: { error: 'unauthenticated' } } }
      expect(await ask(socket, sessions(1))).toMatchObject(unauthenticated)
      for (const params of [
        undefined,
        {},
        ['x'],
        { api_key: 1 },
        { api_key: admin, access_token: 'x' },
        { apikey: admin },
      ]) {
        expect(await ask(socket, authenticate(params))).toMatchObject(error(-32602, 1))
      }
      expect(await ask(socket, authenticate({ api_key: 'wrong' }))).toMatchObject(unauthenticated)
      expect(await ask(socket, authenticate({ access_token: 'svc-token-ada' }))).toEqual({
        jsonrpc: '2.0',
        result: {},
        id: 1,
      })
      expect(await ask(socket, authenticate({ api_key: 'wrong' }))).toMatchObject(unauthenticated)
      expect(await ask(socket, sessions(2))).toMatchObject({ id: 2, result: {} })
      socket.close()
    },
  },
  {
    name: 'credentials that end with the connection open are refused from then on',
    clauses: [],
    assumptions: ['A-15'],
    needs: ['socket'],
    async run(api, emulator) {
      const socket = await api.socket('svc-key-bot-write')
      expect(await ask(socket, sessions(1))).toMatchObject({ result: {} })
      emulator.world.users.update('build-bot', { status: 'retired' })
      expect(await ask(socket, sessions(2))).toMatchObject({ error: { data: { error: 'unauthenticated' } } })
      socket.close()
    },
  },
]
