import { expect } from 'vitest'
import type { Emulator } from '../../emulator/index.ts'
import { starter, starterId } from './direct.ts'
import type { Case } from './suite.ts'
import type { Api } from './api.ts'

const A = 'svc-key-ada-admin'
const targets = [
  ['org', 'acme', 'c1', 'a1'],
  ['blob', 'weights', 'd1', 'a1'],
  ['user', 'me', 'a1', 'a1'],
  ['user', 'build-bot', 'b1', 'b1'],
] as const

const findKeyId = (emulator: Emulator, secret: string) => emulator.world.api_keys.list({ key: secret })[0]!.id
const expectRefusal = async (api: Api, target: string, as: string, json: unknown = { role: 'read' }) => {
  const { status, body } = await api.post(`/api-keys/target/${target}`, as, json)
  return [status, body.error]
}

export const apiKeys: readonly Case[] = [
  {
    name: 'a key object, at its creation',
    clauses: [
      'api-keys.create.answers-api-key',
      'api-keys.create.description-optional',
      'api-keys.create.description-accepted',
      'api-key.has-id',
      'api-key.role-in-set',
      'api-key.target-in-set',
      'api-key.has-target-id',
      'api-key.target-target-id-serialized',
      'api-key.user-id-of-user-target',
      'api-key.user-id-of-org-target',
      'api-key.user-id-of-blob-target',
      'api-key.created-by-is-minting-human',
      'api-key.created-by-apart-from-user-id',
      'api-key.key-prefix',
      'api-key.created-at-iso-utc',
    ],
    async run(api) {
      for (const [kind, reference, targetId, userId] of targets) {
        for (const role of ['read', 'write', 'admin']) {
          const { status, body } = await api.post(
            `/api-keys/target/${kind}/${reference}`,
            A,
            role === 'read' ? { role, description: 'CI' } : { role },
          )
          expect(status).toBe(200)
          const { api_keys: listed } = (await api.get(`/api-keys/target/${kind}/${reference}`, A)).body
          expect(listed.at(-1).description).toBe(role === 'read' ? 'CI' : null)
          expect(body.api_key).toMatchObject({
            id: expect.any(String),
            role,
            target: kind,
            target_id: starterId(targetId),
            target_target_id: expect.any(String),
            user_id: starterId(userId),
            created_by_user_id: starter.user.ada,
            key: expect.any(String),
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
          })
          expect(body.api_key.id).not.toBe(body.api_key.target_id)
          const { key, key_prefix: prefix } = body.api_key
          expect(prefix).toMatch(/^.+\*{3}$/)
          expect(key.startsWith(prefix.slice(0, -3))).toBe(true)
        }
      }
    },
  },
  {
    name: 'the secret is in the creation response and in no other',
    clauses: ['api-key.secret-only-at-creation', 'api-keys.list.answers-keys-of-target'],
    async run(api) {
      const ids = async () =>
        (await api.get('/api-keys/target/org/acme', A)).body.api_keys.map((key: { id: string }) => key.id)
      const before = await ids()
      const { api_key: created } = (await api.post('/api-keys/target/org/acme', A, { role: 'read' })).body
      const after = await ids()
      expect(after).toHaveLength(before.length + 1)
      expect(new Set(after)).toEqual(new Set([...before, created.id]))
      const { api_keys: listed } = (await api.get('/api-keys/target/org/acme', A)).body
      for (const key of listed) expect(key).not.toHaveProperty('key')
      expect(new TextDecoder().decode((await api.get('/api-keys/target/org/acme', A)).bytes)).not.toContain(created.key)
    },
  },
  {
    name: 'a listing answers the keys of its target and no other',
    clauses: ['api-keys.list.answers-keys-of-target', 'pagination.complete.api-keys'],
    async run(api) {
      for (const [kind, reference, targetId] of targets) {
        const { api_keys: keys } = (await api.get(`/api-keys/target/${kind}/${reference}`, A)).body
        expect(keys.length).toBeGreaterThan(0)
        for (const key of keys) expect(key).toMatchObject({ target: kind, target_id: starterId(targetId) })
      }
    },
  },
  {
    name: 'what the shape of the request refuses',
    clauses: [
      'api-keys.create.role-required',
      'api-keys.create.role-outside-set-refused',
      'api-keys.create.target-outside-set-refused',
    ],
    async run(api) {
      for (const json of [
        {},
        { description: 'x' },
        { role: 'owner' },
        { role: 'Read' },
        { role: null },
        { role: 'read', description: 1 },
      ]) {
        expect(await expectRefusal(api, 'org/acme', A, json)).toEqual([400, 'invalid_request_body'])
      }
      for (const target of ['orgs/acme', 'team/acme', 'ORG/acme'])
        expect(await expectRefusal(api, target, A)).toEqual([400, 'invalid_request_body'])
    },
  },
  {
    name: 'minting needs admin on the target',
    clauses: ['api-keys.create.needs-admin', 'errors.forbidden-is-403'],
    async run(api) {
      const refused = [
        ['org/acme', 'svc-key-ben-admin'],
        ['blob/weights', 'svc-key-ben-admin'],
        ['user/ada', 'svc-key-ben-admin'],
        ['user/build-bot', 'svc-key-ben-admin'],
        ['org/acme', 'svc-key-ada-read'],
        ['org/acme', 'svc-key-acme-write'],
        ['org/ben-lab', A],
        ['blob/draft', 'svc-key-ben-admin'],
      ] as const
      for (const [target, as] of refused) expect(await expectRefusal(api, target, as)).toEqual([403, 'forbidden'])
    },
  },
  {
    name: 'a service account cannot mint with its own key, even where it is admin',
    clauses: ['api-keys.create.service-account-refused'],
    async run(api, emulator) {
      emulator.world.members.insert({ user: 'build-bot', target: 'org', target_id: 'acme', role: 'admin' })
      emulator.world.api_keys.insert({
        key: 'svc-key-bot-admin',
        role: 'admin',
        target: 'user',
        target_id: 'build-bot',
        created_by: 'ada',
      })
      for (const target of ['org/acme', 'blob/weights', 'user/me', 'user/ada', 'org/ben-lab']) {
        expect(await expectRefusal(api, target, 'svc-key-bot-admin')).toEqual([403, 'forbidden'])
      }
    },
  },
  {
    name: 'a key for a user authenticates as that user, which is how one acts as a service account',
    clauses: [
      'api-keys.create.user-target-authenticates-as-target',
      'service-accounts.key-authenticates-as-account',
      'keys.scope.user',
    ],
    async run(api) {
      const { key } = (await api.post('/api-keys/target/user/build-bot', A, { role: 'write' })).body.api_key
      expect((await api.get('/users/me', key)).body.user).toMatchObject({ alias: 'build-bot', role: 'owner' })
    },
  },
  {
    name: 'a key for an organization or a blob authenticates as its minter',
    clauses: [
      'api-keys.create.org-target-authenticates-as-minter',
      'api-keys.create.blob-target-authenticates-as-minter',
    ],
    async run(api) {
      for (const target of ['org/acme', 'blob/weights']) {
        const { key } = (await api.post(`/api-keys/target/${target}`, A, { role: 'read' })).body.api_key
        expect((await api.get('/users/me', key)).body.user, target).toMatchObject({ alias: 'ada', role: 'owner' })
      }
    },
  },
  {
    name: 'an acting token mints for users alone',
    clauses: [
      'api-keys.create.acting-token-org-refused',
      'api-keys.create.acting-token-blob-refused',
      'api-keys.create.acting-token-user-allowed',
      'api-key.created-by-is-minting-human',
    ],
    async run(api) {
      for (const target of ['org/acme', 'blob/weights', 'org/ben-lab', 'org/nowhere']) {
        expect(await expectRefusal(api, target, 'svc-token-ada-as-bot')).toEqual([400, 'cannot_mint_while_acting'])
      }
      const { status, body } = await api.post('/api-keys/target/user/me', 'svc-token-ada-as-bot', { role: 'read' })
      expect(status).toBe(200)
      expect(body.api_key).toMatchObject({ user_id: starter.user.buildBot, created_by_user_id: starter.user.ada })
    },
  },
  {
    name: 'a key never grants more than its role',
    clauses: ['api-keys.create.never-above-role'],
    async run(api) {
      const mint = async (role: string) => (await api.post('/api-keys/target/org/acme', A, { role })).body.api_key.key
      const [read, write, admin] = [await mint('read'), await mint('write'), await mint('admin')]
      const write1 = { alias: 'one', type: 'text' }
      expect([
        (await api.get('/orgs/acme', read)).status,
        (await api.post('/blobs/acme', read, write1)).status,
      ]).toEqual([200, 403])
      expect([
        (await api.post('/blobs/acme', write, write1)).status,
        (await api.patch('/orgs/acme', write, { name: 'x' })).status,
      ]).toEqual([200, 403])
      expect((await api.patch('/orgs/acme', admin, { name: 'x' })).status).toBe(200)
    },
  },
  {
    name: 'deleting a key answers the status alone, and the key is gone',
    clauses: [
      'api-keys.delete.answers-status-only',
      'api-keys.delete.removes-key',
      'envelope.nothing-to-return-is-status-only',
      'envelope.no-bare-empty-object',
    ],
    async run(api, emulator) {
      for (const [secret, as] of [
        ['svc-key-bot-write', 'svc-token-ada-as-bot'],
        ['svc-key-acme-write', A],
        ['svc-key-weights-read', A],
        [A, A],
      ] as const) {
        const { status, body } = await api.delete(`/api-keys/${findKeyId(emulator, secret)}`, as)
        expect([status, body]).toEqual([200, { status: 'success' }])
        expect((await api.get('/users/me', secret)).status).toBe(401)
      }
    },
  },
  {
    name: 'deleting a key needs admin on its target and a human',
    clauses: [
      'api-keys.delete.needs-admin',
      'api-keys.delete.service-account-refused',
      'api-keys.delete.service-account-itself-refused',
    ],
    async run(api, emulator) {
      for (const [secret, as] of [
        ['svc-key-acme-write', 'svc-key-ben-admin'],
        [A, 'svc-key-ben-admin'],
        [A, 'svc-key-ada-read'],
        ['svc-key-ada-read', 'svc-key-acme-write'],
        ['svc-key-bot-write', 'svc-key-bot-write'],
        ['svc-key-acme-write', 'svc-key-bot-write'],
      ] as const) {
        const { status, body } = await api.delete(`/api-keys/${findKeyId(emulator, secret)}`, as)
        expect([status, body.error]).toEqual([403, 'forbidden'])
        expect((await api.get('/users/me', secret)).status).toBe(200)
      }
    },
  },
  {
    name: 'a full target refuses another key with limit_exceeded and a limit object',
    clauses: ['errors.limit-exceeded', 'envelope.limit.with-limit-exceeded', 'envelope.limit.names-the-limit'],
    settings: { limits: { api_keys_per_target: 1 } },
    async run(api) {
      const { body } = await api.post('/api-keys/target/org/acme', A, { role: 'read' })
      expect(body).toMatchObject({ status: 'failure', error: 'limit_exceeded', limit: { name: expect.any(String) } })
    },
  },
]
