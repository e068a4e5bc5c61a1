import { expect, it } from 'vitest'
import { createEmulator } from '../adapters/create-emulator.ts'

const asAda = { headers: { 'X-API-Key': 'svc-key-ada-admin' } }

it('fetch can be handed to a client without its emulator', async () => {
  const { fetch } = createEmulator()
  expect((await fetch('/v1/users/me', asAda)).status).toBe(200)
})

it('shows users what is theirs, and no more', () => {
  const emulator = createEmulator()
  const shown = new Set([...Object.keys(emulator), ...Object.getOwnPropertyNames(Object.getPrototypeOf(emulator))])
  shown.delete('constructor')
  expect([...shown].sort()).toEqual([
    'clock',
    'connect',
    'coverage',
    'export',
    'fetch',
    'fork',
    'journal',
    'reset',
    'restore',
    'snapshot',
    'trace',
    'triggers',
    'verify',
    'world',
  ])
})
