import { expect, test } from 'vitest'
import { direct, starter } from '../../../tests/conformance/direct.ts'

const acme = {
  id: starter.org.acme,
  name: 'Acme',
  alias: 'acme',
  visibility: 'public',
  created_at: '2026-01-01T00:00:00.000Z',
}

test.each([
  ['acme', 'svc-key-ben-admin'],
  [starter.org.acme, 'svc-key-acme-write'],
  ['acme', 'svc-token-ada-as-bot'],
])('answers %s to %s', async (reference, as) => {
  const { api } = direct()
  expect((await api.get(`/orgs/${reference}`, as)).body).toEqual({ status: 'success', org: acme })
})

test.each([
  ['a private organization, to a stranger', 'ada-lab', 'svc-key-ben-admin', 404],
  ['a private organization, to an account of its member', 'ada-lab', 'svc-token-ada-as-bot', 404],
  ['an organization outside the scope of the key', 'ada-lab', 'svc-key-acme-write', 403],
  ['the organization of the blob of the key', 'acme', 'svc-key-weights-read', 403],
  ['an organization that does not exist', 'nowhere', 'svc-key-acme-write', 404],
])('refuses %s', async (_, reference, as, status) => {
  const { api } = direct()
  expect((await api.get(`/orgs/${reference}`, as)).status).toBe(status)
})
