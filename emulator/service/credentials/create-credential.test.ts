import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'

const A = 'svc-key-ada-admin'
const json = { name: 'registry', value: 's3cret-value' }

test.each([
  ['an organization', 'org', 'acme', 'c1'],
  ['a blob', 'blob', starter.blob.weights, 'd1'],
  ['oneself', 'user', 'me', 'a1'],
  ['an owned account', 'user', 'build-bot', 'b1'],
])('stores a credential for %s, and never answers its value', async (_, target, reference, targetId) => {
  const { api, emulator } = direct()
  const reply = await api.post(`/credentials/target/${target}/${reference}`, A, json)
  expect(reply.status).toBe(200)
  const { credential } = reply.body
  expect(credential).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'registry',
    target,
    target_id: starterId(targetId),
    created_by_user_id: starter.user.ada,
    created_at: '2026-01-01T00:00:00.000Z',
  })
  expect(emulator.world.credentials.get(credential.id)).toEqual({ ...credential, value: 's3cret-value' })
  const listed = await api.get(`/credentials/target/${target}/${reference}`, A)
  expect(listed.body.credentials).toEqual([credential])
  expect(new TextDecoder().decode(listed.bytes)).not.toContain('s3cret')
})

test('an acting token stores for its account; elsewhere the role of the account counts', async () => {
  const { api } = direct()
  expect(
    (await api.post('/credentials/target/user/me', 'svc-token-ada-as-bot', json)).body.credential.created_by_user_id,
  ).toBe(starter.user.ada)
  expect((await api.post('/credentials/target/org/acme', 'svc-token-ada-as-bot', json)).status).toBe(403)
})

test.each([
  ['the own key of an account', 'org/acme', 'svc-key-bot-write', json, 403, 'forbidden'],
  ['the own key of an account, for itself', 'user/me', 'svc-key-bot-write', json, 403, 'forbidden'],
  ['the own key of an account where it sees nothing', 'org/ben-lab', 'svc-key-bot-write', json, 403, 'forbidden'],
  ['a role below admin', 'org/acme', 'svc-key-ben-admin', json, 403, 'forbidden'],
  ['a key below admin', 'org/acme', 'svc-key-acme-write', json, 403, 'forbidden'],
  ['another user', 'user/ben', A, json, 403, 'forbidden'],
  ['an organization the caller cannot see', 'org/ben-lab', A, json, 404, 'org_not_found'],
  ['a target that does not exist', 'user/nobody', A, json, 404, 'user_not_found'],
  ['a retired account', 'user/old-bot', A, json, 409, 'user_retired'],
  ['no value', 'org/acme', A, { name: 'x' }, 400, 'invalid_request_body'],
  ['no name', 'org/acme', A, { value: 'x' }, 400, 'invalid_request_body'],
  ['a value that is no string', 'org/acme', A, { name: 'x', value: { a: 1 } }, 400, 'invalid_request_body'],
  ['a kind of target that does not exist', 'team/acme', A, json, 400, 'invalid_request_body'],
])('refuses %s', async (_, target, as, body, status, error) => {
  const { api, emulator } = direct()
  const reply = await api.post(`/credentials/target/${target}`, as, body)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.credentials.size).toBe(1)
})
