import { expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../index.ts'
import { createHandlers } from './msw.ts'

it.each<[string, unknown, object, string]>([
  ['no emulator', undefined, {}, 'createHandlers: expected an emulator, as createEmulator() gives, got nothing'],
  ['a URL in its place', 'https://api.example.com', {}, 'createHandlers: expected an emulator, as createEmulator() gives, got string "https://api.example.com"'],
  ['an unknown option', createEmulator(), { baseURL: 'https://api.example.com' }, "baseURL: createHandlers has no such option, did you mean 'baseUrl'?"],
  ['a base URL without a scheme', createEmulator(), { baseUrl: 'api.example.com/v1' }, "baseUrl: expected a URL that starts with 'http://' or 'https://', got string \"api.example.com/v1\""],
  ['a realtime URL of HTTP', createEmulator(), { realtimeUrl: 'http://127.0.0.1/v1/realtime' }, "realtimeUrl: expected a URL that starts with 'ws://' or 'wss://', got string \"http://127.0.0.1/v1/realtime\""],
])('refuses %s', (_, emulator, options, message) => {
  expect(() => createHandlers(emulator as Emulator, options)).toThrow(expect.objectContaining({ name: 'EmulatorError', message }))
})

it('takes a pattern of msw as the realtime URL', () => {
  expect(createHandlers(createEmulator(), { realtimeUrl: 'ws://localhost:*/v1/realtime' })).toHaveLength(2)
})

it('listens to the channel of msw once for an address, however many handlers are made for it', () => {
  const listened = vi.spyOn(EventTarget.prototype, 'addEventListener')
  for (let i = 0; i < 20; i++) createHandlers(createEmulator(), { baseUrl: 'https://once.example.com/v1' })
  expect(listened.mock.calls.filter(([type]) => type === 'message')).toHaveLength(1)
  listened.mockRestore()
})
