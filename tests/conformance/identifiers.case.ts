import { expect } from 'vitest'
import { starter, starterId } from './direct.ts'
import type { Case } from './suite.ts'

const A = 'svc-key-ada-admin'
const uuidShaped = '11111111-2222-4333-8444-555555555555'

export const identifiers: readonly Case[] = [
  {
    name: 'users and organizations are named by UUID or alias; an uppercase UUID is an alias',
    clauses: [
      'identifiers.path.accepts-uuid',
      'identifiers.path.accepts-alias',
      'identifiers.uuid.canonical-lowercase',
      'identifiers.uuid.other-strings-are-aliases',
    ],
    async run(api, emulator) {
      for (const [collection, alias, id] of [
        ['users', 'ben', starter.user.ben],
        ['orgs', 'acme', starter.org.acme],
      ]) {
        const byAlias = await api.get(`/${collection}/${alias}`, A)
        expect(byAlias.status).toBe(200)
        expect((await api.get(`/${collection}/${id}`, A)).body).toEqual(byAlias.body)
        expect((await api.get(`/${collection}/${id!.toUpperCase()}`, A)).status).toBe(404)
      }
      emulator.world.orgs.insert({ alias: starter.org.acme.toUpperCase(), visibility: 'public' })
      expect((await api.get(`/orgs/${starter.org.acme.toUpperCase()}`, A)).body.org.alias).toBe(
        starter.org.acme.toUpperCase(),
      )
      for (const target of ['api-keys', 'credentials', 'members', 'users']) {
        const byAlias = await api.get(`/${target}/target/org/acme`, A)
        expect(byAlias.status).toBe(200)
        expect((await api.get(`/${target}/target/org/${starter.org.acme}`, A)).body).toEqual(byAlias.body)
      }
    },
  },
  {
    name: 'an alias of UUID shape is refused when it is set: at creation and at rename, of users and organizations',
    clauses: [
      'identifiers.alias.user-uuid-shape-refused',
      'identifiers.alias.org-uuid-shape-refused',
      'identifiers.alias.user-rename-uuid-shape-refused',
      'identifiers.alias.org-rename-uuid-shape-refused',
    ],
    async run(api) {
      const replies = [
        await api.post('/users', A, { name: 'x', alias: uuidShaped }),
        await api.post('/orgs', A, { name: 'x', alias: uuidShaped }),
        await api.patch('/users/me', A, { alias: uuidShaped }),
        await api.patch('/orgs/acme', A, { alias: uuidShaped }),
      ]
      for (const { status, body } of replies) expect([status, body.error]).toEqual([400, 'invalid_request_body'])
      for (const alias of [
        uuidShaped.toUpperCase().replace('1', 'A'),
        `${uuidShaped}0`,
        uuidShaped.replaceAll('-', ''),
      ]) {
        expect((await api.patch(`/orgs/${starter.org.acme}`, A, { alias })).status).toBe(200)
        expect((await api.get(`/orgs/${alias}`, A)).status).toBe(200)
      }
    },
  },
  {
    name: 'the shape of an alias is never checked on reads',
    clauses: ['identifiers.alias.not-checked-on-reads'],
    async run(api, emulator) {
      const { id } = emulator.world.users.insert({ alias: uuidShaped })
      expect((await api.get(`/users/${id}`, A)).body.user.alias).toBe(uuidShaped)
      for (const reference of [uuidShaped, 'no one', 'ÄÖ', '0', '%', '..%2F']) {
        const { status, body } = await api.get(`/users/${encodeURIComponent(reference)}`, A)
        expect([status, body.error]).toEqual([404, 'user_not_found'])
      }
    },
  },
  {
    name: 'users, organizations and blobs share one space of aliases',
    clauses: ['identifiers.alias.globally-unique'],
    assumptions: ['A-64'],
    async run(api) {
      const taken = [
        await api.post('/users', A, { name: 'x', alias: 'ben' }),
        await api.post('/users', A, { name: 'x', alias: 'old-bot' }),
        await api.patch('/users/me', A, { alias: 'ben' }),
        await api.post('/orgs', A, { name: 'x', alias: 'ben-lab' }),
        await api.patch('/orgs/acme', A, { alias: 'ada-lab' }),
        await api.post('/orgs', A, { name: 'x', alias: 'ben' }),
        await api.post('/blobs/acme', A, { alias: 'ada', type: 'text' }),
      ]
      for (const { status, body } of taken) expect([status, body.error]).toEqual([409, 'alias_taken'])
      expect((await api.post('/orgs', A, { name: 'x', alias: 'benny' })).status).toBe(200)
      expect((await api.patch('/orgs/benny', A, { alias: 'freddy' })).status).toBe(200)
      expect((await api.post('/orgs', A, { name: 'y', alias: 'benny' })).status).toBe(200)
    },
  },
  {
    name: 'me is the caller before any check of access, wherever a path names a user',
    clauses: [
      'identifiers.me.resolves-to-caller',
      'identifiers.me.before-authorization',
      'identifiers.me.api-key',
      'identifiers.me.bearer-token',
    ],
    assumptions: ['A-347'],
    async run(api) {
      for (const [as, id] of [
        [A, 'a1'],
        ['svc-token-ben', 'a2'],
        ['svc-key-bot-write', 'b1'],
        ['svc-token-ada-as-bot', 'b1'],
        ['svc-key-acme-write', 'a1'],
      ] as const) {
        expect((await api.get('/users/me', as)).body.user.id).toBe(starterId(id))
      }
      expect((await api.patch('/users/me', A, { name: 'Ada' })).status).toBe(200)
      expect(
        (await api.post('/credentials/target/user/me', A, { name: 'x', value: 'v' })).body.credential.target_id,
      ).toBe(starter.user.ada)
      expect((await api.get('/orgs/me', A)).body.error).toBe('org_not_found')
    },
  },
]
