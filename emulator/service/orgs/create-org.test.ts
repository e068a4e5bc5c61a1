import { expect, test } from 'vitest'
import { direct, starterId } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

const A = 'svc-key-ada-admin'

test.each([
  ['a human', A, 'a1'],
  ['an account with its own key: creating organizations needs no human', 'svc-key-bot-write', 'b1'],
  ['an acting token, for the account', 'svc-token-ada-as-bot', 'b1'],
])('%s creates an organization and becomes its admin', async (_, as, creator) => {
  const { api, emulator } = direct()
  const { status, body } = await api.post('/orgs', as, { name: 'New Org', alias: 'new-org', visibility: 'public' })
  expect(status).toBe(200)
  expect(body.org).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'New Org',
    alias: 'new-org',
    visibility: 'public',
    created_at: '2026-01-01T00:00:00.000Z',
  })
  expect(emulator.world.members.list({ target_id: body.org.id })).toMatchObject([
    { user_id: starterId(creator), target: 'org', role: 'admin' },
  ])
  expect(emulator.world.orgs.get('new-org')?.enabled_blob_types).toEqual(['text', 'onnx', 'dataset'])
})

test('is private unless told otherwise, and has an alias whether one was chosen or not', async () => {
  const { api } = direct()
  const { org } = (await api.post('/orgs', A, { name: 'Quiet' })).body
  expect(org).toMatchObject({ visibility: 'private', alias: `org-${org.id.slice(0, 8)}` })
  expect((await api.get(`/orgs/${org.alias}`, A)).body.org).toEqual(org)
  expect((await api.get(`/orgs/${org.alias}`, 'svc-key-ben-admin')).status).toBe(404)
})

test.each([
  ['an alias that is taken', A, { name: 'x', alias: 'acme' }, 409, 'alias_taken'],
  ['an alias that a private organization of another holds', A, { name: 'x', alias: 'ben-lab' }, 409, 'alias_taken'],
  ['an alias of UUID shape', A, { name: 'x', alias: starterId('99') }, 400, 'invalid_request_body'],
  ['no name', A, { alias: 'x' }, 400, 'invalid_request_body'],
  ['a visibility outside its set', A, { name: 'x', visibility: 'secret' }, 400, 'invalid_request_body'],
  ['what is stored and not shown', A, { name: 'x', enabled_blob_types: [] }, 400, 'invalid_request_body'],
  ['a read key', 'svc-key-ada-read', { name: 'x' }, 403, 'forbidden'],
  ['a key scoped to an organization', 'svc-key-acme-write', { name: 'x' }, 403, 'forbidden'],
])('refuses %s', async (_, as, json, status, error) => {
  const { api, emulator } = direct()
  const { version } = hostOf(emulator).world.state
  const reply = await api.post('/orgs', as, json)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(hostOf(emulator).world.state.version).toBe(version)
})

test('the limit of organizations for one user', async () => {
  const { api } = direct({ settings: { limits: { orgs_per_user: 3 } } })
  expect((await api.post('/orgs', A, { name: 'Third' })).status).toBe(200)
  const full = await api.post('/orgs', A, { name: 'Fourth' })
  expect([full.status, full.body.error, full.body.limit]).toEqual([
    403,
    'limit_exceeded',
    { name: 'orgs_per_user', max: 3, current: 3 },
  ])
})
