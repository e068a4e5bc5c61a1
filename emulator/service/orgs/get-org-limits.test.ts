import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'

test('answers what each limit allows and how much of it is used', async () => {
  const { api } = direct({ settings: { limits: { blobs_per_org: 9 } } })
  expect((await api.get('/orgs/acme/limits', 'svc-key-ada-admin')).body).toEqual({
    status: 'success',
    limits: {
      blobs_per_org: { max: 9, used: 4 },
      members_per_target: { max: 1000, used: 3 },
      api_keys_per_target: { max: 100, used: 1 },
    },
  })
  await api.post('/blobs/acme', 'svc-key-ada-admin', { alias: 'one-more', type: 'text' })
  expect((await api.get('/orgs/acme/limits', 'svc-token-ada')).body.limits.blobs_per_org.used).toBe(5)
})

test.each([
  ['a role below admin', 'acme', 'svc-key-ben-admin', 403],
  ['an admin key scoped to the organization', 'acme', 'svc-key-acme-admin', 403],
  ['a key scoped to a blob of it', 'acme', 'svc-key-weights-read', 403],
  ['an organization the caller cannot see', 'ben-lab', 'svc-key-ada-admin', 404],
])('refuses %s', async (_, reference, as, status) => {
  const { api, emulator } = direct()
  emulator.world.api_keys.insert({
    key: 'svc-key-acme-admin',
    role: 'admin',
    target: 'org',
    target_id: 'acme',
    created_by: 'ada',
  })
  expect((await api.get(`/orgs/${reference}/limits`, as)).status).toBe(status)
})
