import { expect } from 'vitest'
import { starter } from './direct.ts'
import type { Case } from './suite.ts'

const A = 'svc-key-ada-admin'

export const orgs: readonly Case[] = [
  {
    name: 'an organization is deleted by its UUID or its alias, and the answer is the status alone',
    clauses: [
      'orgs.delete.answers-status-only',
      'orgs.delete.by-uuid',
      'orgs.delete.by-alias',
      'identifiers.path.accepts-uuid',
      'identifiers.path.accepts-alias',
    ],
    async run(api) {
      await api.post('/orgs', A, { name: 'Another', alias: 'another' })
      for (const [reference, alias] of [
        ['ada-lab', 'ada-lab'],
        [starter.org.acme, 'acme'],
      ]) {
        const { status, body } = await api.delete(`/orgs/${reference}`, A)
        expect([status, body]).toEqual([200, { status: 'success' }])
        expect((await api.get(`/orgs/${alias}`, A)).status).toBe(404)
        expect((await api.get('/orgs/another', A)).status).toBe(200)
      }
    },
  },
  {
    name: 'deleting an organization deletes everything in it, and its keys with it',
    clauses: ['orgs.delete.deletes-everything-in-it'],
    assumptions: ['A-11'],
    async run(api, emulator) {
      expect((await api.delete('/orgs/acme', A)).status).toBe(200)
      const gone = [
        await api.get('/orgs/acme/blobs', A),
        await api.get('/blobs/acme/weights', A),
        await api.get(`/revisions/${starter.revision.committed}`, A),
        await api.get(`/blobs/acme/${starter.blob.weights}/revisions`, A),
        await api.post('/workflow/get_session', A, { session_id: 'run-01' }),
        await api.post('/scheduler/get_schedule', A, { schedule_id: 'every-01' }),
        await api.get('/members/target/org/acme', A),
      ]
      expect(gone.map(({ status }) => status)).toEqual(gone.map(() => 404))
      for (const as of ['svc-key-acme-write', 'svc-key-weights-read'])
        expect((await api.get('/users/me', as)).status).toBe(401)
      // No request asks for a blob but by its organization.
      expect(emulator.world.blobs.list().map(({ alias }) => alias)).toEqual(['draft'])
      const left = (await api.get('/users/me/orgs', A)).body.orgs
      expect(left.map((org: { alias: string }) => org.alias)).toEqual(['ada-lab'])
      expect((await api.get('/blobs/ada-lab/draft', A)).status).toBe(200)
    },
  },
  {
    name: 'an organization is created, read, changed and measured',
    clauses: ['identifiers.alias.globally-unique'],
    assumptions: ['A-16', 'A-398', 'A-348'],
    async run(api) {
      const { org } = (await api.post('/orgs', A, { name: 'New', alias: 'new' })).body
      expect(org).toMatchObject({ name: 'New', alias: 'new', visibility: 'private' })
      expect((await api.get('/orgs/new', A)).body.org).toEqual(org)
      expect((await api.patch('/orgs/new', A, { visibility: 'public' })).body.org).toEqual({
        ...org,
        visibility: 'public',
      })
      expect((await api.get('/orgs/new/limits', A)).body.limits.members_per_target).toEqual({ max: 1000, used: 1 })
      const taken = await api.post('/orgs', 'svc-key-ben-admin', { name: 'Mine', alias: 'new' })
      expect([taken.status, taken.body.error]).toEqual([409, 'alias_taken'])
      expect((await api.patch('/orgs/ben-lab', 'svc-key-ben-admin', { alias: 'new' })).body.error).toBe('alias_taken')
    },
  },
]
