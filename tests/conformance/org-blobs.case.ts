import { expect } from 'vitest'
import { starter } from './direct.ts'
import type { Case } from './suite.ts'
import type { Reply } from './api.ts'

const aliases = ({ body }: Reply): string[] => body.blobs.map((blob: { alias: string }) => blob.alias)

export const orgBlobs: readonly Case[] = [
  {
    name: 'lists the blobs of the organization and no other, without a pagination field',
    clauses: ['orgs.blobs.answers-blobs-of-org'],
    async run(api) {
      const acme = await api.get('/orgs/acme/blobs', 'svc-key-ada-admin')
      expect(aliases(acme).sort()).toEqual(['arriving', 'leaving', 'notes', 'weights'])
      expect(new Set(acme.body.blobs.map((blob: { org_id: string }) => blob.org_id))).toEqual(
        new Set([starter.org.acme]),
      )
      expect(acme.body).not.toHaveProperty('cursor')
      expect(aliases(await api.get('/orgs/ada-lab/blobs', 'svc-key-ada-admin'))).toEqual(['draft'])
    },
  },
  {
    name: 'filters by visibility',
    clauses: ['orgs.blobs.filters-by-visibility'],
    async run(api) {
      expect(aliases(await api.get('/orgs/acme/blobs?visibility=public', 'svc-key-ada-admin'))).toEqual(['weights'])
      expect(aliases(await api.get('/orgs/acme/blobs?visibility=private', 'svc-key-ada-admin'))).not.toContain(
        'weights',
      )
    },
  },
  {
    name: 'takes no pagination from the query string',
    clauses: ['pagination.no-query-parameters'],
    async run(api) {
      const whole = await api.get('/orgs/acme/blobs', 'svc-key-ada-admin')
      expect((await api.get('/orgs/acme/blobs?limit=1&cursor=x', 'svc-key-ada-admin')).body).toEqual(whole.body)
    },
  },
  {
    name: 'is cut near 1 MB, and nothing in the answer says so',
    clauses: ['pagination.unpaginated.single-page-of-1mb', 'pagination.unpaginated.cut-is-silent'],
    fixtures: ['large'],
    async run(api) {
      const reply = await api.get('/orgs/big/blobs', 'svc-key-ada-admin')
      expect(reply.bytes.byteLength).toBeGreaterThan(0.9 * 1_048_576)
      expect(reply.bytes.byteLength).toBeLessThan(1.1 * 1_048_576)
      expect(reply.body.blobs.length).toBeLessThan(6000)
      expect(Object.keys(reply.body).sort()).toEqual(['blobs', 'status'])
    },
  },
  {
    name: 'the visibility filter runs after the budget is spent: an empty answer does not prove absence',
    clauses: ['pagination.unpaginated.blobs-filter-after-cut', 'pagination.unpaginated.empty-does-not-prove-absence'],
    fixtures: ['large'],
    async run(api) {
      expect((await api.patch('/blobs/big/b-06000', 'svc-key-ada-admin', { visibility: 'private' })).status).toBe(200)
      expect(aliases(await api.get('/orgs/big/blobs?visibility=private', 'svc-key-ada-admin'))).toEqual([])
    },
  },
]
