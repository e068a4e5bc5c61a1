import { expect } from 'vitest'
import { starter } from './direct.ts'
import type { Case } from './suite.ts'

const A = 'svc-key-ada-admin'
const stored = { id: starter.user.ada, name: 'Ada', alias: 'ada', type: 'human', status: 'active' }

export const users: readonly Case[] = [
  {
    name: 'any authenticated caller gets the full record of any user; only role varies',
    clauses: [
      'users.get.answers-user',
      'users.get.any-authenticated-caller',
      'users.get.no-redaction',
      'user.id-is-uuid',
      'user.has-name',
      'user.has-alias',
      'user.type-always-present',
      'user.status-always-present',
      'user.role-owner-for-self',
      'user.role-read-for-other',
    ],
    async run(api) {
      const own = await api.get('/users/ada', A)
      expect(own.body).toMatchObject({ status: 'success', user: { ...stored, role: 'owner' } })
      for (const as of ['svc-key-ben-admin', 'svc-key-bot-write', 'svc-token-ada-as-bot', 'svc-token-ben']) {
        const { status, body } = await api.get('/users/ada', as)
        expect(status).toBe(200)
        expect(body.user).toEqual({ ...own.body.user, role: 'read' })
      }
      expect((await api.get('/users/build-bot', A)).body.user).toMatchObject({
        type: 'service',
        status: 'active',
        role: 'read',
      })
      expect((await api.get('/users/old-bot', A)).body.user).toMatchObject({ type: 'service', status: 'retired' })
    },
  },
  {
    name: 'the role of a user is in no stored record',
    clauses: ['user.role-never-stored', 'keys.owner-is-injected-only'],
    async run(api, emulator) {
      expect((await api.get('/users/me', A)).body.user.role).toBe('owner')
      expect(emulator.world.users.list().filter((user) => 'role' in user)).toEqual([])
      const { api_keys: keys } = (await api.get('/api-keys/target/user/me', A)).body
      const { members } = (await api.get('/members/target/org/acme', A)).body
      expect([...keys, ...members].map(({ role }) => role)).not.toContain('owner')
      for (const [path, json] of [
        ['/api-keys/target/user/me', { role: 'owner' }],
        ['/members/target/org/ada-lab', { user_id: 'ben', role: 'owner' }],
      ] as const) {
        expect((await api.post(path, A, json)).status).toBe(400)
      }
    },
  },
  {
    name: 'a user object has type and status wherever one is answered',
    clauses: [
      'user.type-always-present',
      'user.status-always-present',
      'user.role-read-for-other',
      'service-accounts.type-is-service',
    ],
    async run(api) {
      const created = (await api.post('/users', A, { name: 'Bot', alias: 'bot' })).body.user
      const listed = (await api.get('/users/target/user/me', A)).body.users
      const updated = (await api.patch('/users/bot', A, { name: 'Bot 2' })).body.user
      for (const user of [created, updated, ...listed])
        expect(user).toMatchObject({ type: 'service', status: expect.stringMatching(/^(active|retired)$/) })
      const { users: ofAcme } = (await api.get('/users/target/org/acme', A)).body
      expect(ofAcme.map(({ role }: { role: string }) => role)).toEqual(['owner', 'read', 'read'])
    },
  },
  {
    name: 'a human updates itself, an owner its service account, and nobody else anything',
    clauses: [
      'users.update.self',
      'users.update.service-account-owner',
      'users.update.service-account-owner-only',
      'users.update.others-refused',
    ],
    async run(api) {
      expect((await api.patch('/users/me', A, { name: 'Ada L.' })).status).toBe(200)
      expect((await api.get('/users/me', A)).body.user.name).toBe('Ada L.')
      expect((await api.patch('/users/build-bot', A, { name: 'Bot' })).status).toBe(200)
      expect((await api.get('/users/build-bot', A)).body.user.name).toBe('Bot')
      for (const [user, as] of [
        ['me', 'svc-key-bot-write'],
        ['build-bot', 'svc-key-bot-write'],
        ['ada', 'svc-key-ben-admin'],
        ['build-bot', 'svc-key-ben-admin'],
        ['ada', 'svc-key-bot-write'],
      ] as const) {
        const { status, body } = await api.patch(`/users/${user}`, as, { name: 'Mallory' })
        expect([status, body.error]).toEqual([403, 'forbidden'])
      }
    },
  },
  {
    name: 'a user sees its public and private organizations, others the public ones only',
    clauses: ['users.orgs.self-sees-private', 'users.orgs.self-sees-public', 'users.orgs.other-sees-public-only'],
    async run(api) {
      const aliases = async (user: string, as: string) =>
        (await api.get(`/users/${user}/orgs`, as)).body.orgs.map((org: { alias: string }) => org.alias)
      for (const user of ['me', 'ada', starter.user.ada]) expect(await aliases(user, A)).toEqual(['acme', 'ada-lab'])
      expect(await aliases('ada', 'svc-key-ben-admin')).toEqual(['acme'])
      expect(await aliases('build-bot', A)).toEqual(['acme'])
    },
  },
  {
    name: 'the limits of a user are for that user',
    clauses: ['users.limits.self', 'users.limits.other-refused', 'identifiers.me.before-authorization'],
    async run(api) {
      for (const [user, as] of [
        ['me', A],
        ['ada', 'svc-token-ada'],
        ['me', 'svc-key-bot-write'],
      ] as const)
        expect((await api.get(`/users/${user}/limits`, as)).status).toBe(200)
      for (const [user, as] of [
        ['ada', 'svc-key-ben-admin'],
        ['build-bot', A],
        ['ada', 'svc-key-bot-write'],
      ] as const) {
        const { status, body } = await api.get(`/users/${user}/limits`, as)
        expect([status, body.error]).toEqual([403, 'forbidden'])
      }
    },
  },
  {
    name: 'retiring a service account removes its memberships without the member endpoint, and its keys stop working',
    clauses: ['user.retire.removes-memberships', 'user.status-always-present'],
    assumptions: ['A-15', 'A-17'],
    async run(api) {
      const members = async () =>
        (await api.get('/members/target/org/acme', A)).body.members.map((member: { user_id: string }) => member.user_id)
      expect(await members()).toContain(starter.user.buildBot)
      expect((await api.delete('/users/build-bot', A)).body).toEqual({ status: 'success' })
      expect(await members()).toEqual([starter.user.ada, starter.user.ben])
      expect((await api.get('/users/build-bot', A)).body.user.status).toBe('retired')
      for (const as of ['svc-key-bot-write', 'svc-token-ada-as-bot'])
        expect((await api.get('/users/me', as)).status).toBe(401)
      expect((await api.delete('/users/build-bot', A)).body.error).toBe('user_retired')
    },
  },
]
