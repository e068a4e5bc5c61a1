import { expect, test } from 'vitest'
import { direct, starterId, type Direct } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

const A = 'svc-key-ada-admin'

function withAdminBot(): Direct {
  const world = direct()
  world.emulator.world.members.insert({ user: 'build-bot', target: 'org', target_id: 'acme', role: 'admin' })
  world.emulator.world.api_keys.insert({
    key: 'svc-key-bot-admin',
    role: 'admin',
    target: 'user',
    target_id: 'build-bot',
    created_by: 'ada',
  })
  return world
}

test('an admin changes name, alias and visibility; the old alias is free again', async () => {
  const { api, emulator } = direct()
  const { org: before } = (await api.get('/orgs/ada-lab', A)).body
  const changes = { name: 'Lab', alias: 'lab', visibility: 'public' }
  const { status, body } = await api.patch('/orgs/ada-lab', A, changes)
  expect(status).toBe(200)
  expect(body.org).toEqual({ ...before, ...changes })
  expect(emulator.world.orgs.get('lab')?.enabled_blob_types).toHaveLength(3)
  expect((await api.get('/orgs/lab', 'svc-key-ben-admin')).status).toBe(200)
  expect((await api.post('/orgs', A, { name: 'x', alias: 'ada-lab' })).status).toBe(200)
})

test('an account that is admin changes all but the visibility, which an acting token of it may', async () => {
  const { api } = withAdminBot()
  expect((await api.patch('/orgs/acme', 'svc-key-bot-admin', { name: 'A' })).body.org.name).toBe('A')
  for (const visibility of ['private', 'public'])
    expect((await api.patch('/orgs/acme', 'svc-key-bot-admin', { name: 'B', visibility })).status).toBe(403)
  expect((await api.patch('/orgs/acme', 'svc-token-ada-as-bot', { visibility: 'private' })).body.org).toMatchObject({
    name: 'A',
    visibility: 'private',
  })
})

test.each([
  ['a role below admin', 'acme', 'svc-key-ben-admin', { name: 'x' }, 403, 'forbidden'],
  ['a key below admin', 'acme', 'svc-key-acme-write', { name: 'x' }, 403, 'forbidden'],
  [
    'the own key of an account, on a visibility it cannot see',
    'ben-lab',
    'svc-key-bot-write',
    { visibility: 'public' },
    403,
    'forbidden',
  ],
  ['an organization the caller cannot see', 'ben-lab', A, { name: 'x' }, 404, 'org_not_found'],
  ['an organization that does not exist', 'nowhere', A, { name: 'x' }, 404, 'org_not_found'],
  ['an alias that is taken', 'acme', A, { alias: 'ben-lab' }, 409, 'alias_taken'],
  ['an alias of UUID shape', 'acme', A, { alias: starterId('99') }, 400, 'invalid_request_body'],
  ['a visibility outside its set', 'acme', A, { visibility: 'hidden' }, 400, 'invalid_request_body'],
  ['an unknown field', 'acme', A, { nam: 'x' }, 400, 'invalid_request_body'],
])('refuses %s', async (_, reference, as, json, status, error) => {
  const { api, emulator } = direct()
  const { version } = hostOf(emulator).world.state
  const reply = await api.patch(`/orgs/${reference}`, as, json)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(hostOf(emulator).world.state.version).toBe(version)
})

test('nothing to change is no change', async () => {
  const { api, emulator } = direct()
  const { version } = hostOf(emulator).world.state
  expect((await api.patch('/orgs/acme', A, {})).body.org.alias).toBe('acme')
  expect(hostOf(emulator).world.state.version).toBe(version)
})
