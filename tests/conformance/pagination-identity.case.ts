import { expect } from 'vitest'
import type { Case } from './suite.ts'
import type { Api } from './api.ts'

const A = 'svc-key-ada-admin'
const MB = 1_048_576

async function measurePage(api: Api, path: string, items: string, as = A): Promise<{ count: number; bytes: number }> {
  const { status, bytes, body } = await api.get(path, as)
  expect([status, Object.keys(body).sort()]).toEqual([200, [items, 'status'].sort()])
  return { count: body[items].length, bytes: bytes.length }
}

export const identityListings: readonly Case[] = [
  {
    name: 'complete listings answer the whole set, with no pagination field and no cut',
    clauses: [
      'pagination.complete.whole-set',
      'pagination.complete.no-pagination-field',
      'pagination.complete.target-users',
      'pagination.complete.api-keys',
      'pagination.complete.credentials',
    ],
    fixtures: ['large'],
    async run(api, emulator) {
      for (let i = 0; i < 300; i++) {
        emulator.world.api_keys.insert({
          target: 'org',
          target_id: 'big',
          created_by: 'ada',
          description: 'd'.repeat(4000),
        })
        emulator.world.credentials.insert({
          name: 'n'.repeat(4000),
          value: 'v',
          target: 'org',
          target_id: 'big',
          created_by: 'ada',
        })
      }
      const users = await measurePage(api, '/users/target/org/big', 'users')
      expect(users.count).toBe(6001)
      const keys = await measurePage(api, '/api-keys/target/org/big', 'api_keys')
      const credentials = await measurePage(api, '/credentials/target/org/big', 'credentials')
      expect([keys.count, credentials.count]).toEqual([300, 300])
      for (const { bytes } of [users, keys, credentials]) expect(bytes).toBeGreaterThan(MB)
    },
  },
  {
    name: 'unpaginated listings answer one page of roughly 1 MB, and nothing says that there is more',
    clauses: [
      'pagination.unpaginated.single-page-of-1mb',
      'pagination.unpaginated.cut-is-silent',
      'pagination.unpaginated.user-orgs',
      'pagination.unpaginated.target-members',
    ],
    assumptions: ['A-31'],
    fixtures: ['large'],
    async run(api) {
      const members = await measurePage(api, '/members/target/org/big', 'members')
      expect(members.count).toBeLessThan(6001)
      expect(members.bytes).toBeGreaterThan(0.9 * MB)
      expect(members.bytes).toBeLessThan(1.1 * MB)
      const orgs = await measurePage(api, '/users/me/orgs', 'orgs')
      expect(orgs.count).toBeLessThan(6003)
      const metadata = await measurePage(api, '/blobs/big/b-00001/metadata/tags', 'metadata')
      for (const { bytes } of [members, orgs, metadata]) {
        expect(bytes).toBeGreaterThan(0.95 * MB)
        expect(bytes).toBeLessThan(1.05 * MB)
      }
    },
  },
  {
    name: 'the organizations of another user are filtered by visibility after the budget is spent: an empty answer does not prove absence',
    clauses: [
      'pagination.unpaginated.orgs-filter-after-cut',
      'pagination.unpaginated.empty-does-not-prove-absence',
      'users.orgs.other-sees-public-only',
    ],
    settings: { unpaginated_bytes: 300 },
    async run(api, emulator) {
      const { world } = emulator
      world.users.insert({ alias: 'eve' })
      for (let i = 0; i < 3; i++) {
        world.orgs.insert({ alias: `hidden-${i}`, visibility: 'private' })
        world.members.insert({ user: 'eve', target: 'org', target_id: `hidden-${i}`, role: 'read' })
      }
      world.members.insert({ user: 'eve', target: 'org', target_id: 'acme', role: 'read' })
      expect((await api.get('/users/eve/orgs', A)).body.orgs).toEqual([])
      expect((await api.get('/users/eve/orgs', A)).body).toEqual({ status: 'success', orgs: [] })
    },
  },
  {
    name: 'no listing takes pagination from the query string, and the shape is the same however much there is',
    clauses: ['pagination.no-query-parameters'],
    assumptions: ['A-346'],
    async run(api) {
      for (const path of [
        '/users/me/orgs',
        '/members/target/org/acme',
        '/api-keys/target/org/acme',
        '/credentials/target/org/acme',
        '/users/target/org/acme',
        '/users/target/user/ben',
      ]) {
        const as = path.endsWith('ben') ? 'svc-key-ben-admin' : A
        const whole = await api.get(path, as)
        expect(whole.status).toBe(200)
        expect((await api.get(`${path}?limit=1&cursor=x&page=2`, as)).body).toEqual(whole.body)
        expect(Object.keys(whole.body)).toHaveLength(2)
      }
    },
  },
]
