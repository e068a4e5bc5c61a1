/** The realtime API through each JSON-RPC client: intercepted by msw, and against the server. */
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { mswMajor } from './msw-major.ts'
import { trustedTls } from './tls.ts'
import { rpcClients, type OpenRpc, type RpcClient } from './rpc-clients.ts'

// Node 20 has no WebSocket of its own for msw to replace.
globalThis.WebSocket ??= WebSocketOfWs as unknown as typeof WebSocket

const base = createEmulator()

interface Opened {
  readonly rpc: OpenRpc
  readonly emulator: Emulator
  close(): unknown
}

for (const client of rpcClients) {
  describe(client.name, () => {
    describe('server', () => {
      speaks(() => openServed(client))
    })
    describe.skipIf(trustedTls === undefined)('https', () => {
      speaks(() => openServed(client, trustedTls))
    })
    describe(`msw ${mswMajor}`, () => {
      throughMsw(client)
    })
  })
}

async function openServed(client: RpcClient, tls?: typeof trustedTls): Promise<Opened> {
  const emulator = base.fork()
  const server = await startServer({ emulator, ...(tls && { tls }) })
  const rpc = await client.open(`${server.realtimeUrl}?api_key=svc-key-ada-admin`)
  return { rpc, emulator, close: () => server.close() }
}

function throughMsw(client: RpcClient): void {
  const server = setupServer()
  const url = 'ws://api.svc.test/v1/realtime?api_key=svc-key-ada-admin'
  beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
  afterAll(() => server.close())
  if (client.intercepted.includes(mswMajor)) {
    speaks(async () => {
      const emulator = base.fork()
      server.resetHandlers(...createHandlers(emulator, { baseUrl: 'http://api.svc.test/v1' }))
      return { rpc: await client.open(url), emulator, close() {} }
    })
    return
  }
  it('is not intercepted', async () => {
    const emulator = base.fork()
    server.resetHandlers(...createHandlers(emulator, { baseUrl: 'http://api.svc.test/v1' }))
    await expect(client.open(url)).rejects.toThrow()
    expect(emulator.verify({ via: 'socket' }, { times: 0 }).ok).toBe(true)
  })
}

function speaks(open: () => Promise<Opened>): void {
  const within = (work: (opened: Opened) => Promise<void>) => async () => {
    const opened = await open()
    try {
      await work(opened)
    } finally {
      opened.rpc.close()
      await opened.close()
    }
  }

  it(
    'gives a result',
    within(async ({ rpc, emulator }) => {
      const outcome = await rpc.call('workflow.get_session', { session_id: 'run-01' })
      expect(outcome).toMatchObject({ result: { session: { alias: 'run-01' } } })
      expect(emulator.verify({ command: 'workflow.get_session', via: 'socket', caller: 'ada' }, { times: 1 }).ok).toBe(
        true,
      )
    }),
  )

  it(
    'gives an error with the code of the API',
    within(async ({ rpc }) => {
      const outcome = await rpc.call('workflow.list_sessions', { org_id: 'acme', limit: 5 })
      expect(outcome).toMatchObject({ error: { code: -32602, data: { error: 'invalid_request_body' } } })
      expect(await rpc.call('workflow.nothing', {})).toMatchObject({ error: { code: -32601 } })
    }),
  )

  it(
    'keeps calls at the same time apart',
    within(async ({ rpc }) => {
      const names = ['run-03', 'run-11', 'run-25', 'run-02']
      const outcomes = await Promise.all(names.map((session_id) => rpc.call('workflow.get_session', { session_id })))
      expect(
        outcomes.map((outcome) => (outcome as { result: { session: { alias: string } } }).result.session.alias),
      ).toEqual(names)
    }),
  )

  it(
    'writes, and reads what it wrote',
    within(async ({ rpc, emulator }) => {
      expect(await rpc.call('workflow.create_session', { org_id: 'acme', alias: 'fresh' })).toMatchObject({
        result: { session: { alias: 'fresh' } },
      })
      expect(emulator.world.sessions.get('fresh')).toBeDefined()
      expect(await rpc.call('workflow.get_session', { session_id: 'fresh' })).toMatchObject({
        result: { session: { alias: 'fresh' } },
      })
    }),
  )
}
