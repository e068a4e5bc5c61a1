import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator, type JournalMatch, type Times } from '../../index.ts'

const as = (key: string) => ({ headers: { 'x-api-key': key } })

async function get(emulator: Emulator, path: string, times: number, key = 'svc-key-ada-admin'): Promise<void> {
  for (let i = 0; i < times; i++) await emulator.fetch(`http://emulator/v1${path}`, as(key))
}

/**
 * A journal of 4 entries that has dropped 3 of 4 requests by ada about herself, both by ben, and one without a caller.
 */
async function forgetful(): Promise<Emulator> {
  const emulator = createEmulator({ journal: { size: 4 } })
  await get(emulator, '/users/me', 3)
  await get(emulator, '/users/me', 2, 'svc-key-ben-admin')
  await get(emulator, '/users/nobody', 1)
  await get(emulator, '/users/me', 1)
  await get(emulator, '/orgs/acme', 3)
  expect(emulator.journal).toMatchObject({ dropped: 6, length: 4 })
  return emulator
}

describe('a verdict on what the journal has dropped', () => {
  it.each<[JournalMatch, number]>([
    [{}, 10],
    [{ endpoint: '*' }, 10],
    [{ endpoint: 'GET' }, 10],
    [{ endpoint: 'GET /users/me' }, 6],
    [{ endpoint: 'GET /users/:id' }, 7],
    [{ endpoint: 'GET /users/nobody', status: 404 }, 1],
    [{ endpoint: 'GET /users/ben' }, 0],
    [{ endpoint: 'DELETE /orgs/:id' }, 0],
    [{ caller: 'ben' }, 2],
    [{ path: '/v1/users/me', caller: 'ada', method: 'get' }, 4],
    [{ error: 'user_not_found' }, 1],
    [{ command: '*' }, 0],
    [{ via: 'socket', response: { user: {} } }, 0],
  ])('counts %j: %i', async (match, count) => {
    const emulator = await forgetful()
    expect(emulator.verify(match, { times: count })).toMatchObject({ ok: true, count })
    expect(emulator.verify(match, { times: count + 1 })).toMatchObject({ ok: false, count })
    expect(emulator.verify(match, { times: count + 1 }).undecided).toBeUndefined()
  })

  it.each<[JournalMatch, Times, boolean | 'undecided', number]>([
    [{ caller: 'ada', response: { user: { alias: 'ada' } } }, 0, false, 1],
    [{ caller: 'ada', response: { user: { alias: 'ada' } } }, 1, 'undecided', 1],
    [{ caller: 'ada', response: { user: { alias: 'ada' } } }, 5, 'undecided', 1],
    [{ caller: 'ada', response: { user: { alias: 'ada' } } }, 6, false, 1],
    [{ caller: 'ada', response: { user: { alias: 'ada' } } }, { at_least: 1 }, true, 1],
    [{ caller: 'ada', response: { user: { alias: 'ada' } } }, { at_most: 5 }, true, 1],
    [{ caller: 'ada', response: { user: { alias: 'ada' } } }, { at_most: 4 }, 'undecided', 1],
    [{ trigger: 'outage' }, 0, 'undecided', 0],
    [{ clause: 'users.get.answers-user', endpoint: 'GET /users/me' }, 0, false, 1],
    [{ params: { user_id: 'me' }, caller: 'build-bot' }, 0, true, 0],
  ])('of %j, %j times is %s', async (match, times, ok, count) => {
    const verdict = (await forgetful()).verify(match, { times })
    expect(verdict).toMatchObject({ ok: ok === true, count })
    if (ok === 'undecided')
      expect(verdict.undecided).toMatch(
        /^undecided: the journal keeps 4 exchanges, and \d of those that it dropped may be meant\. Keep more:/,
      )
    else expect(verdict.undecided).toBeUndefined()
  })

  it('forgets with clear', async () => {
    const emulator = await forgetful()
    emulator.journal.clear()
    expect(emulator.verify({ endpoint: 'GET /users/me' }, { times: 0 })).toMatchObject({ ok: true, count: 0 })
  })

  it('knows no path beyond 5,000 kinds, and says so', async () => {
    const emulator = createEmulator({ journal: { size: 1 } })
    for (let i = 0; i < 5_002; i++) await get(emulator, `/users/u${i}`, 1)
    expect(emulator.verify({ endpoint: 'GET /users/:id', caller: 'ada' }, { times: 5_002 }).ok).toBe(true)
    expect(emulator.verify({ endpoint: 'GET /users/u7' }, { times: 1 }).undecided).toContain(
      '1 of those that it dropped may be meant',
    )
    expect(emulator.verify({ endpoint: 'GET /users/:id/orgs' }, { times: 0 }).ok).toBe(true)
    expect(emulator.verify({ endpoint: 'GET /orgs/acme' }, { times: 0 }).ok).toBe(true)
  })
})
