import { describe } from 'vitest'
import { createEmulator } from '../../index.ts'
import { matchCalls } from './to-match-calls.ts'
import { expect, test } from './vitest.ts'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }

test('keeps the calls of a test as a snapshot', async ({ api, emulator }) => {
  emulator.triggers.add({
    when: { endpoint: 'GET /users/me', nth: 1 },
    do: { fail: { error: 'internal_error' } },
  })
  for (let n = 0; n < 2; n++) await fetch(`${api.baseUrl}/users/me`, ada)
  await fetch(`${api.baseUrl}/orgs/acme`, ada)
  await expect(emulator).toMatchCalls()
})

describe('matchCalls', () => {
  const emulator = createEmulator({ journal: { size: 2 } })
  const texts: string[] = []
  const match = matchCalls((text) => texts.push(text))

  test('hands the text to the snapshots of a runner, of an emulator in process or elsewhere', async () => {
    await emulator.fetch('/v1/users/me', ada)
    await match.call({}, emulator)
    const elsewhere = { listCalls: async () => ({ calls: ['GET /users/me x1 200'], lost: 0 }) }
    await match.call({}, elsewhere)
    expect(texts).toEqual(['GET /users/me x1 200', 'GET /users/me x1 200'])
  })

  test('refuses a journal that has dropped calls, what is no emulator, and a negated snapshot', async () => {
    for (let n = 0; n < 3; n++) await emulator.fetch('/v1/users/me', ada)
    await expect(match.call({}, emulator)).rejects.toThrow('toMatchCalls: the journal no longer keeps 2 of the calls')
    await expect(match.call({}, 4)).rejects.toThrow('toMatchCalls: expected an emulator, got number')
    await expect(match.call({ isNot: true }, emulator)).rejects.toThrow('a snapshot cannot be negated')
  })
})
