import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../index.ts'
import type { TriggerInput } from '../engine/triggers/triggers.ts'

const json = { 'content-type': 'application/json' }
const ada = { 'x-api-key': 'svc-key-ada-admin' }

/** Reason that GET /triggers gives for a trigger, after a few requests of ada. */
async function reason(when: TriggerInput['when'], more: Partial<TriggerInput> = {}): Promise<string | undefined> {
  const emulator = createEmulator()
  await emulator.fetch('/v1/orgs/acme', { headers: ada })
  emulator.triggers.add({ when, do: { fail: { error: 'internal_error' } }, ...more })
  await emulator.fetch('/v1/users/ben', { headers: ada })
  const body = JSON.stringify({ name: 'Tools', alias: 'tools' })
  await emulator.fetch('/v1/orgs', { method: 'POST', headers: { ...ada, ...json }, body })
  return (await shown(emulator))[0]!.not_fired
}

async function shown(emulator: Emulator) {
  const response = await emulator.fetch('/__emulator/triggers', { headers: json })
  return ((await response.json()) as { triggers: { fired: number; not_fired?: string }[] }).triggers
}

it.each<[string, TriggerInput['when']]>([
  [
    'the nearest request is #3, GET /v1/users/ben: caller: expected ben, got ada',
    { endpoint: 'GET /users/:user_id', caller: 'ben' },
  ],
  [
    'the nearest request is #4, POST /v1/orgs: params.alias: expected "tool", got "tools"',
    { endpoint: 'POST /orgs', params: { alias: 'tool' } },
  ],
  [
    'the nearest request is #3, GET /v1/users/ben: endpoint: expected GET /users/me, got GET /users/ben',
    { endpoint: 'GET /users/me' },
  ],
  ['1 request matched, and it acts on number 2', { endpoint: 'POST /orgs', nth: 2 }],
  ['1 request matched, and it acts on numbers 3 to 4', { endpoint: 'POST /orgs', between: [3, 4] }],
  ['1 request matched, and none was beyond 5/s', { endpoint: 'POST /orgs', above: '5/s' }],
  ['1 request like this came before it was added', { endpoint: 'GET /orgs/:org_id' }],
  [
    "1 request like this came from another program than '2', or before it was added",
    { endpoint: 'POST /orgs', copy: '2' },
  ],
  [
    '1 request like this came outside of its time, from 2027-01-01T00:00:00Z until before 2027-01-02T00:00:00Z',
    { endpoint: 'POST /orgs', between: ['2027-01-01T00:00:00Z', '2027-01-02T00:00:00Z'] },
  ],
])('%s', async (text, when) => {
  expect(await reason(when)).toBe(text)
})

it('gives the reason for which its change failed', async () => {
  const change = { do: { delete: { blobs: 'none' } } }
  expect(await reason({ endpoint: 'POST /orgs' }, change)).toBe(
    "its change failed: delete: there is no blob 'none' in 'blobs'",
  )
})

it('says nothing of a trigger that fired, and that one is switched off', async () => {
  expect(await reason({ endpoint: 'POST /orgs' })).toBeUndefined()
  expect(await reason({ endpoint: 'POST /orgs' }, { enabled: false })).toBe('it is switched off')
})

it('says that no request came, and nothing without a journal', async () => {
  for (const [journal, text] of [
    [true, 'no request came'],
    [false, undefined],
  ] as const) {
    const emulator = createEmulator({ journal })
    emulator.triggers.add({ when: { endpoint: '*' }, do: { drop: true } })
    expect((await shown(emulator))[0]!.not_fired).toBe(text)
  }
})

it('says that a request is held, and nothing once it went on', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: { hold: true } })
  const answer = emulator.fetch('/v1/users/me', { headers: ada })
  expect((await shown(emulator))[0]!.not_fired).toBe('it holds #2, and counts once that goes on')
  emulator.gates[0]!.release()
  await answer
  expect((await shown(emulator))[0]).not.toHaveProperty('not_fired')
})
