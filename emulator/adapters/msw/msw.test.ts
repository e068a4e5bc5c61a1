import type { HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { describe, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../index.ts'
import { createHandlers } from './msw.ts'

it.each<[string, unknown, object, string]>([
  ['no emulator', undefined, {}, 'createHandlers: expected an emulator, as createEmulator() gives, got nothing'],
  [
    'a URL in its place',
    'https://api.example.com',
    {},
    'createHandlers: expected an emulator, as createEmulator() gives, got string "https://api.example.com"',
  ],
  [
    'an unknown option',
    createEmulator(),
    { baseURL: 'https://api.example.com' },
    "baseURL: createHandlers has no such option, did you mean 'baseUrl'?",
  ],
  [
    'a base URL without a scheme',
    createEmulator(),
    { baseUrl: 'api.example.com/v1' },
    "baseUrl: expected a URL that starts with 'http://' or 'https://', a path ('/api/v1') or a pattern ('*/v1'), without a query, got string \"api.example.com/v1\"",
  ],
  [
    'a realtime URL of HTTP',
    createEmulator(),
    { realtimeUrl: 'http://127.0.0.1/v1/realtime' },
    "realtimeUrl: expected a URL that starts with 'ws://' or 'wss://', a path ('/api/v1') or a pattern ('*/v1'), without a query; or false, got string \"http://127.0.0.1/v1/realtime\"",
  ],
])('refuses %s', (_, emulator, options, message) => {
  expect(() => createHandlers(emulator as Emulator, options)).toThrow(
    expect.objectContaining({ name: 'EmulatorError', message }),
  )
})

it('takes a pattern of msw as the realtime URL', () => {
  expect(createHandlers(createEmulator(), { realtimeUrl: 'ws://localhost:*/v1/realtime' })).toHaveLength(2)
})

it('listens to the channel of msw once for an address, however many handlers are made for it', () => {
  const listened = vi.spyOn(EventTarget.prototype, 'addEventListener')
  const emulator = createEmulator()
  for (let i = 0; i < 20; i++) createHandlers(emulator, { baseUrl: 'https://once.example.com/v1' })
  expect(listened.mock.calls.filter(([type]) => type === 'message')).toHaveLength(1)
  listened.mockRestore()
})

it.each([
  'api.example.com',
  '//api.example.com/v1',
  'https://',
  'https://me:secret@api.example.com/v1',
  'https://api.example.com/v1?key=1',
  '',
])('refuses %j as a base URL', (baseUrl) => {
  expect(() => createHandlers(createEmulator(), { baseUrl })).toThrow('baseUrl: expected a URL')
})

describe('two emulators', () => {
  it('at one host of a server are an error, which says what to do', async () => {
    const server = setupServer(
      ...createHandlers(createEmulator(), { baseUrl: 'https://twice.svc.test/v1' }),
      ...createHandlers(createEmulator(), { baseUrl: 'https://twice.svc.test/v1' }),
    )
    server.listen()
    try {
      await fetch('https://twice.svc.test/v1/users/me')
      for (let i = 0; i < 2; i++) {
        const answer = await fetch('https://twice.svc.test/v1/users/me')
        expect([answer.status, await answer.text()]).toEqual([
          500,
          expect.stringContaining('two emulators answer at this URL: use one, or a host for each'),
        ])
      }
    } finally {
      server.close()
    }
  })

  it('one in place of the other are no reason for a warning, before and after', async () => {
    const told: string[] = []
    const made = () =>
      createHandlers(createEmulator({ warn: (line) => told.push(line) }), { baseUrl: 'https://instead.svc.test/v1' })
    const ask = async () => (await fetch('https://instead.svc.test/v1/users/me')).status
    const server = setupServer(...made())
    server.listen()
    try {
      await ask()
      server.use(...made())
      await ask()
      server.resetHandlers()
      expect(await ask()).toBe(401)
    } finally {
      server.close()
    }
    expect(told).toEqual([])
  })

  it('each in a boundary of its own answer there, in turns, without a warning', async () => {
    const told: string[] = []
    const server = setupServer()
    server.listen({ onUnhandledRequest: 'error' })
    const within = server.boundary(async () => {
      const emulator = createEmulator({ warn: (line) => told.push(line) })
      server.use(...createHandlers(emulator, { baseUrl: 'https://bounded.svc.test/v1' }))
      for (let i = 0; i < 3; i++) await fetch('https://bounded.svc.test/v1/users/me')
      return emulator.journal.entries().length
    })
    try {
      expect(await Promise.all([within(), within(), within()])).toEqual([3, 3, 3])
    } finally {
      server.close()
    }
    expect(told).toEqual([])
  })

  it('may follow each other, as in tests, and stand side by side at hosts of their own', () => {
    createHandlers(createEmulator())
    createHandlers(createEmulator(), { baseUrl: 'https://other.svc.test/v1' })
    expect(createHandlers(createEmulator())).toHaveLength(2)
  })
})

it('without sockets are handlers of HTTP alone', () => {
  const handlers: HttpHandler[] = createHandlers(createEmulator(), { realtimeUrl: false })
  expect(handlers.map(({ constructor }) => constructor.name)).toEqual(['HttpHandler'])
})
