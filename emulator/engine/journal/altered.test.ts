import { expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { findAltered } from './altered.ts'

it.each([
  [{ broken: ['user.has-name'] }, ['user.has-name']],
  [{ otherwise: ['A-10/1'] }, []],
  [{}, []],
] as const)('names what changed an answer: %j', async (settings, ids) => {
  const emulator = createEmulator({ settings: settings as never })
  await emulator.fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  expect([...findAltered(Array.from(emulator.journal.raw()))]).toEqual(ids)
})
