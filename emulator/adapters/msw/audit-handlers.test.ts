import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { http, HttpResponse, passthrough, ws } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { auditHandlers, createHandlers, type AuditOptions } from './msw.ts'

const baseUrl = 'https://api.example.com/v1'
const user = { id: '00000000-0000-4000-8000-0000000000a1', alias: 'ada', name: 'Ada', type: 'human', role: 'owner' }
const key = { 'x-api-key': 'svc-key-ada-admin' }

let server: ReturnType<typeof setupServer> | undefined
afterEach(() => server?.close())

/** Starts a server with handlers, and audits it. What is printed is kept. */
function audited(handlers: Parameters<typeof setupServer>, options: AuditOptions = {}) {
  server = setupServer(...handlers)
  const printed: string[] = []
  const audit = auditHandlers(server, { baseUrl, print: (text) => printed.push(text), ...options })
  server.listen({ onUnhandledRequest: 'bypass' })
  return { audit, printed }
}

it('names the line of the handler, the sentence that it breaks, and how often', async () => {
  const { audit, printed } = audited([
    http.get(`${baseUrl}/users/:id`, () => HttpResponse.json({ status: 'success', user })),
    http.get('https://other.example.com/', () => HttpResponse.json({})),
  ])
  for (let n = 0; n < 20; n++) await fetch(`${baseUrl}/users/me`, { headers: key })
  await fetch('https://other.example.com/')
  const report = await audit.report()
  expect(report).toMatchObject({ judged: 20, notJudged: { 'requests to other origins': 1 } })
  expect(printed.join('\n')).toMatch(
    /GET \/users\/:user_id in emulator\/adapters\/msw\/audit-handlers\.test\.ts:\d+: leaves out `user\.status` \(user\.status-always-present\), 20 times/,
  )
})

it('names the handler by its path where msw gives a line of its own, as 3.0.5 does', async () => {
  const handler = http.get(`${baseUrl}/users/me`, () => HttpResponse.json({ user }))
  Object.assign(handler.info, { callFrame: '/x/node_modules/msw/lib/_chunks/request-handler.js:89:21' })
  const { audit, printed } = audited([handler], { reporter: 'github' })
  await fetch(`${baseUrl}/users/me`, { headers: key })
  await audit.report()
  expect(printed.join('\n')).toContain(
    'in the handler GET https%3A//api.example.com/v1/users/me%3A leaves out `status`',
  )
  expect(printed.join('\n')).not.toContain('file=')
})

it('judges no answer of an emulator, and none that no handler gave', async () => {
  const real = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(real, 'listening')
  const local = `http://127.0.0.1:${(real.address() as AddressInfo).port}/v1`
  const emulator = createEmulator()
  const { audit } = audited(
    [
      http.get(`${local}/orgs/:id`, () => HttpResponse.json({ status: 'success' })),
      http.get(`${local}/operations/:id`, () => passthrough()),
      ws.link('wss://api.example.com/v1/other').addEventListener('connection', () => undefined),
      ...createHandlers(emulator, { baseUrl: local }),
    ],
    { emulator, baseUrl: local },
  )
  await fetch(`${local}/users/me`, { headers: key })
  const body = JSON.stringify({ name: 'Made', alias: 'made' })
  await fetch(`${local}/orgs`, { method: 'POST', headers: { ...key, 'content-type': 'application/json' }, body })
  await fetch(`${local}/operations/1`)
  await fetch(`${local}/orgs/acme`, { headers: key })
  expect(await audit.report()).toMatchObject({
    judged: 1,
    notJudged: { 'requests that no handler answered': 1, 'handlers of sockets': 1 },
  })
  real.close()
})

it('compares with the world as it was when the request came, and changes nothing in it', async () => {
  const emulator = createEmulator()
  const { audit } = audited([http.delete(`${baseUrl}/orgs/:id`, () => HttpResponse.json({ status: 'success' }))], {
    emulator,
  })
  await fetch(`${baseUrl}/orgs/acme`, { method: 'DELETE', headers: key })
  emulator.world.orgs.delete('acme')
  expect(await audit.report()).toMatchObject({ findings: [], notes: [], judged: 1 })
  expect(emulator.journal.entries().filter(({ unit }) => unit?.startsWith('DELETE'))).toEqual([])
})

it('rejects a strict report with a finding', async () => {
  const { audit } = audited([http.get(`${baseUrl}/users/me`, () => HttpResponse.json({ user }))], { strict: true })
  await fetch(`${baseUrl}/users/me`, { headers: key })
  await expect(audit.report()).rejects.toThrow('leaves out `status` (envelope.status-on-every-response), once')
})

it.each([
  ['no server', undefined, {}, 'auditHandlers: expected what setupServer or setupWorker gives, got nothing'],
  [
    'an option that is misspelt',
    setupServer(),
    { baseURL: 'x' },
    "auditHandlers has no such option, did you mean 'baseUrl'?",
  ],
  ['a server for the emulator', setupServer(), { emulator: {} }, 'auditHandlers: expected an emulator'],
])('refuses %s', (_, given, options, message) => {
  expect(() => auditHandlers(given as never, options as never)).toThrow(message)
})
