/** Triggers and matches of the journal read a request alike: what acts on it also finds it. */
import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'

const ada = { 'x-api-key': 'svc-key-ada-admin' }
const adaId = '00000000-0000-4000-8000-0000000000a1'
const json = { method: 'POST', headers: { ...ada, 'content-type': 'application/json' } }
/** UTF-8 as Fetch gives it in a header: one character for each byte. */
const utf8Header = Buffer.from('{"note":"für Ada"}').toString('latin1')
const upload = { ...ada, 'content-type': 'application/octet-stream', 'x-request-body': '{"note":"v1"}' }

type Row = readonly [path: string, init: RequestInit, conditions: object, isMet?: boolean]

const rows: readonly Row[] = [
  ['/users/me', {}, { params: { user_id: 'me' } }],
  ['/users/me', {}, { params: { user_id: adaId } }],
  ['/users/me', {}, { params: { user_id: { matches: '^0000' } } }],
  ['/users/me', {}, { params: { user_id: 'ben' } }, false],
  ['/users/me', {}, { params: { user_id: { not: 'me' } } }, false],
  ['/users/me', {}, { params: { user_id: { not: adaId } } }, false],
  ['/users/me', {}, { params: { user_id: { not: 'ben' } } }],
  ['/users/me', {}, { endpoint: 'GET /users/m%65' }],
  ['/users/m%65', {}, { endpoint: 'GET /users/me' }],
  ['/users/m%65', {}, { endpoint: 'GET /users/:id' }],
  ['/users/target/user/me', {}, { params: { target_id: 'me' } }],
  ['/users/target/user/me', {}, { params: { target_id: adaId } }],
  ['/orgs/a%20b', {}, { endpoint: 'GET /orgs/a b' }],
  ['/orgs/a%20b', {}, { endpoint: 'GET /orgs/a%20b' }],
  ['/orgs/a%20b', {}, { params: { org_id: 'a b' } }],
  ['/orgs/a%20b', {}, { endpoint: 'GET /orgs/a' }, false],
  ['/orgs/a%2Fb', {}, { endpoint: 'GET /orgs/a%2fb' }],
  ['/orgs/a%2Fb', {}, { params: { org_id: 'a/b' } }],
  ['/orgs/acme/blobs?visibility=a%20b', {}, { params: { visibility: 'a b' } }],
  ['/blobs/acme/d1/revisions?limit=10', {}, { params: { limit: 10 } }],
  ['/orgs', { ...json, body: '{"name":"n","alias":"x"}' }, { params: { alias: 'x' } }],
  ['/users/me', { method: 'HEAD' }, { endpoint: 'HEAD /users/me' }],
  ['/users/me', { method: 'HEAD' }, { endpoint: 'HEAD /users/:user_id' }],
  ['/users/me', { method: 'HEAD' }, { endpoint: 'HEAD' }],
  ['/users/me', { method: 'HEAD' }, { endpoint: '* /users/me' }],
  ['/users/me', { method: 'HEAD' }, { endpoint: 'GET /users/me' }, false],
  ['/users/me', {}, { endpoint: 'HEAD /users/me' }, false],
  [
    '/workflow/sessions/run-01/files/f',
    { method: 'PUT', headers: upload, body: 'x' },
    { params: { note: 'v1', name: 'f' } },
  ],
  [
    '/workflow/sessions/run-01/files/f',
    { method: 'PUT', headers: { ...upload, 'x-request-body': utf8Header }, body: 'x' },
    { params: { note: 'für Ada' } },
  ],
  // A double holds 9007199254740992 in place of the number that is sent, which is refused.
  ['/orgs', { ...json, body: '{"name":9007199254740993}' }, { params: { name: 9007199254740992 } }, false],
  ['/orgs', { ...json, body: '{"name":9007199254740993}' }, { params: { name: '9007199254740993' } }],
  ['/orgs', { ...json, body: '{"name":[1e999]}' }, { params: { name: ['1e999'] } }],
  [
    '/credentials/target/user/me',
    { ...json, body: '{"name":"n","value":"s3cret"}' },
    { params: { value: 's3cret', target_id: 'me' } },
  ],
]

describe('a trigger and a match', () => {
  for (const [path, init, conditions, isMet = true] of rows)
    it(`of ${JSON.stringify(conditions)} ${isMet ? 'fit' : 'do not fit'} ${init.method ?? 'GET'} ${path}`, async () => {
      const emulator = createEmulator()
      emulator.triggers.add({ when: { endpoint: '*', ...conditions }, do: { delay: 0 } } as never)
      await emulator.fetch(`/v1${path}`, { headers: ada, ...init })
      const count = isMet ? 1 : 0
      expect(emulator.triggers.list()).toMatchObject([{ fired: count }])
      expect(emulator.verify(conditions as never, { times: count })).toMatchObject({ ok: true, count })
    })
})

it('finds a path as it was sent or decoded', async () => {
  const emulator = createEmulator()
  await emulator.fetch('/v1/orgs/a%20b', { headers: ada })
  for (const path of ['/v1/orgs/a%20b', '/v1/orgs/a b'] as const) expect(emulator.verify({ path }).count).toBe(1)
  expect(emulator.verify({ path: '/v1/orgs/a+b' }, { times: 0 }).ok).toBe(true)
})

it('shows no secret where another was expected', async () => {
  const emulator = createEmulator()
  await emulator.fetch('/v1/credentials/target/user/me', { ...json, body: '{"name":"n","value":"s3cret"}' })
  const { near_misses: nearMisses } = emulator.verify({ params: { value: 'other' } })
  expect(JSON.stringify(nearMisses)).not.toContain('s3cret')
})
