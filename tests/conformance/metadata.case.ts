import { expect } from 'vitest'
import { starter } from './direct.ts'
import type { Case } from './suite.ts'
import type { Api } from './api.ts'

const admin = 'svc-key-ada-admin'
const ofBlob = '/blobs/acme/weights/metadata'
const ofRevision = `/revisions/${starter.revision.committed}/metadata`
const entries = async (api: Api, path: string) =>
  (await api.get(path, admin)).body.metadata.map(({ alias, key, value }: Readonly<Record<string, unknown>>) => [
    alias,
    key,
    value,
  ])

export const metadata: readonly Case[] = [
  {
    name: 'each listing answers the entries under the named alias, of the blob or of the revision',
    clauses: ['blobs.metadata.under-alias', 'revisions.metadata.under-alias'],
    async run(api) {
      await api.request('PUT', `${ofBlob}/tags`, { as: admin, json: { stage: 'beta', score: 0.5 } })
      await api.request('PUT', `${ofBlob}/other`, { as: admin, json: { stage: 'none' } })
      await api.request('PUT', `${ofRevision}/tags`, { as: admin, json: { loss: [3, 2, 1] } })
      expect((await entries(api, `${ofBlob}/tags`)).sort()).toEqual([
        ['tags', 'score', 0.5],
        ['tags', 'stage', 'beta'],
      ])
      expect(await entries(api, `${ofRevision}/tags`)).toEqual([['tags', 'loss', [3, 2, 1]]])
      expect(await entries(api, `${ofRevision}/other`)).toEqual([])
    },
  },
  {
    name: 'both listings are cut near 1 MB, silently',
    clauses: [
      'pagination.unpaginated.single-page-of-1mb',
      'pagination.unpaginated.cut-is-silent',
      'pagination.unpaginated.blob-metadata',
      'pagination.unpaginated.revision-metadata',
    ],
    fixtures: ['large'],
    async run(api) {
      for (const path of [
        '/blobs/big/b-00001/metadata/tags',
        '/revisions/00000000-0000-4000-8000-0000000000f1/metadata/tags',
      ]) {
        const reply = await api.get(path, admin)
        expect(reply.body.metadata.length).toBeGreaterThan(1000)
        expect(reply.body.metadata.length).toBeLessThan(6000)
        expect(Object.keys(reply.body).sort()).toEqual(['metadata', 'status'])
      }
    },
  },
]
