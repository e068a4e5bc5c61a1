/** Triggers do a bounded amount at one request, however many there are. */
import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'

it('makes a request change no more than 5,000 records, whatever the number of triggers', async () => {
  const emulator = createEmulator()
  for (let i = 0; i < 4; i++) {
    const orgs = Array.from({ length: 2_000 }, (_, n) => ({ alias: `o${i}-${n}` }))
    emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ insert: { orgs } }] })
  }
  expect((await emulator.fetch('/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })).status).toBe(200)
  const message = 'insert: all triggers together insert and update at most 5000 records at one request'
  expect(emulator.triggers.list().map(({ problem }) => problem)).toEqual([undefined, undefined, message, message])
  expect([emulator.world.orgs.get('o1-1999')?.alias, emulator.world.orgs.get('o2-0')]).toEqual(['o1-1999', undefined])
  expect(emulator.journal.entries()[0]!.notes).toEqual(
    [2, 3].map(
      (n) => expect.stringContaining(`trigger 'trigger-${n + 1}' could not change the world: ${message}`) as string,
    ),
  )
})
