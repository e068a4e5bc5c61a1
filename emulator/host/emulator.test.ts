import { expect, it } from 'vitest'
import { createEmulator } from '../adapters/create-emulator.ts'

const asAda = { headers: { 'X-API-Key': 'svc-key-ada-admin' } }

it('fetch can be handed to a client without its emulator', async () => {
  const { fetch } = createEmulator()
  expect((await fetch('/v1/users/me', asAda)).status).toBe(200)
})

it.each([
  ['before it is sent', () => AbortSignal.abort(new Error('no longer wanted'))],
  ['as soon as it is sent', abortSoon],
])('rejects a request that is aborted %s, and changes nothing', async (_, makeSignal) => {
  const emulator = createEmulator()
  const deleted = emulator.fetch('/v1/orgs/acme', { method: 'DELETE', signal: makeSignal(), ...asAda })
  await expect(deleted).rejects.toThrow('no longer wanted')
  expect([emulator.world.orgs.size, emulator.journal.length]).toEqual([3, 0])
})

function abortSoon(): AbortSignal {
  const controller = new AbortController()
  queueMicrotask(() => controller.abort(new Error('no longer wanted')))
  return controller.signal
}

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
    'gates',
    'hold',
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
