import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'
import { escapePlace } from '../../../tests/conformance/escapes.ts'
import { createEmulator } from '../../index.ts'
import { createHandlers, createLeakGuard } from './msw.ts'

const own = setupServer()
const server = setupServer()
// Node 20 has no WebSocket of its own for msw to replace.
globalThis.WebSocket ??= WebSocketOfWs as unknown as typeof WebSocket

// msw gives requests to both servers, and both to the handlers of the later one.
beforeAll(() => {
  own.listen({ onUnhandledRequest: 'bypass' })
  server.listen({ onUnhandledRequest: 'error' })
})
afterAll(() => {
  server.close()
  own.close()
})

const create = {
  method: 'POST',
  headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
  body: '{"name":"Once"}',
}

it.each([
  ['in front', {}],
  ['with `fallthrough`', { fallthrough: true }],
])('a request is answered once where another server of msw listens: %s', async (_, options) => {
  const said: string[] = []
  const emulator = createEmulator({ warn: (line) => said.push(line) })
  server.resetHandlers(
    ...createHandlers(emulator, { ...escapePlace, ...options }),
    ...createLeakGuard(emulator, escapePlace),
  )
  const created = await fetch(`${escapePlace.baseUrl}/orgs`, create)
  expect([created.status, await created.json()]).toMatchObject([200, { status: 'success' }])
  expect((await fetch('https://api.svc.test/v2/orgs', create)).status).toBe(501)
  expect(emulator.journal.entries().map(({ error }) => error)).toEqual([null, 'escaped'])
  expect(said).toHaveLength(1)
})

it('a message is answered once where another server of msw listens', async () => {
  const emulator = createEmulator()
  server.resetHandlers(...createHandlers(emulator, escapePlace))
  const socket = new WebSocket(`${escapePlace.realtimeUrl}?api_key=svc-key-ada-admin`)
  const call = { jsonrpc: '2.0', method: 'workflow.list_definitions', params: { org_id: 'acme' } }
  const answers: unknown[] = []
  await new Promise<void>((resolve) => {
    socket.addEventListener('open', () => socket.send(JSON.stringify({ ...call, id: 1 })))
    socket.addEventListener('message', ({ data }) => {
      const { id } = JSON.parse(String(data)) as { id: number }
      answers.push(id)
      // The second answer comes after all answers to the first call.
      if (answers.length === 1) socket.send(JSON.stringify({ ...call, id: 2 }))
      if (id === 2) resolve()
    })
  })
  socket.close()
  expect(answers).toEqual([1, 2])
  expect(emulator.journal.entries()).toHaveLength(2)
})
