import { expect, it } from 'vitest'
import { findCause } from './cause.ts'

const call = { method: 'POST', path: '/state/:table' } as const
const sent = (via: string | undefined, url = '/__emulator/state/users') => ({
  method: call.method,
  url,
  headers: via === undefined ? [] : ['X-Emulator-Via', encodeURIComponent(via)],
  body: null,
})

it.each([
  [undefined, { via: 'control', did: 'control: POST /state/users ben' }],
  ['inspector', { via: 'inspector', did: 'inspector: POST /state/users ben' }],
  ['step 3 of orders.yaml: insert users', { via: 'step', did: 'step 3 of orders.yaml: insert users' }],
  ['somebody else', { via: 'control', did: 'control: POST /state/users ben' }],
])('names who changed the world: %s', (via, cause) => {
  expect(findCause(call, sent(via), { alias: 'ben' })).toEqual({ unit: 'POST /state/:table', ...cause })
})

it('keeps no secret of a step', () => {
  const { did } = findCause(call, sent('step 1 of a.yaml: insert api_keys {"key":"svc-key-new"}, api_key=svc-key-old'))
  expect(did).toBe('step 1 of a.yaml: insert api_keys {"key":[redacted]}, api_key=[redacted]')
})

it('names the fields that a record was given, without secrets', () => {
  const change = { method: 'PATCH', path: '/state/:table/:id' } as const
  const { did } = findCause(change, sent(undefined, '/__emulator/state/users/ben'), { name: 'Benno', token: 'x' })
  expect(did).toBe('control: PATCH /state/users/ben: name Benno, token [redacted]')
})

it('says which trigger was set', () => {
  const added = { when: { endpoint: 'GET /users/me', first: 2 }, do: { fail: { status: 503 } } }
  expect(findCause({ method: 'POST', path: '/triggers' }, sent(undefined, '/__emulator/triggers'), added).did).toBe(
    'control: POST /triggers: when endpoint GET /users/me, first 2, do fail status 503',
  )
})
