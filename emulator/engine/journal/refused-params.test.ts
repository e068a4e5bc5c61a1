import { expect, it } from 'vitest'
import type { TriggerInput } from '../../index.ts'
import { createEmulator } from '../../host/emulator.ts'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }

it.each<[string, TriggerInput]>([
  ['answered by the service', { when: { endpoint: 'GET /users/me', at: 'after' }, do: { delay: '1ms' } }],
  ['refused before its work', { when: { endpoint: 'GET /users/me' }, do: { fail: { error: 'internal_error' } } }],
  ['dropped before its work', { when: { endpoint: 'GET /users/me' }, do: { drop: true } }],
  ['refused after its work', { when: { endpoint: '*', at: 'after' }, do: { fail: { error: 'internal_error' } } }],
])('finds a request for `me` by the id of its caller, %s', async (_, trigger) => {
  const emulator = createEmulator()
  emulator.triggers.add(trigger)
  await emulator.fetch('http://emulator/v1/users/me', ada).catch(() => {})
  const user_id = emulator.world.users.get('ada')!.id
  for (const value of [user_id, 'me'])
    expect(emulator.verify({ endpoint: 'GET /users/:user_id', params: { user_id: value } }).count).toBe(1)
})

it('finds a request for `me` by the id of its caller while it is held, and after it was let go with a refusal', async () => {
  const emulator = createEmulator()
  const gate = emulator.hold({ endpoint: 'GET /users/me' })
  const answer = emulator.fetch('http://emulator/v1/users/me', ada)
  await gate.arrived()
  const params = { user_id: emulator.world.users.get('ada')!.id }
  const match = { endpoint: 'GET /users/:user_id', params } as const
  expect(emulator.verify(match).count).toBe(1)
  gate.release({ fail: { error: 'internal_error' } })
  await answer
  expect(emulator.verify(match).count).toBe(1)
})

it('leaves `me` in the path of a request whose caller is not known', async () => {
  const emulator = createEmulator()
  await emulator.fetch('http://emulator/v1/users/me')
  const counts = ['me', 'ada'].map((user_id) => emulator.verify({ endpoint: 'GET', params: { user_id } }).count)
  expect(counts).toEqual([1, 0])
})
