import { expect } from 'vitest'
import { starter, starterId } from './direct.ts'
import type { FixtureDocument } from '../../emulator/index.ts'
import type { Case } from './suite.ts'
import type { Api, Reply } from './api.ts'

const admin = 'svc-key-ada-admin'
const weights = '/blobs/acme/weights/revisions'
const notes = '/blobs/acme/notes/revisions'
const many: FixtureDocument = {
  fixture: 1,
  name: 'many',
  generate: { revisions: { count: 210, blob: 'notes', phase: 'commit' } },
}
const ids = ({ body }: Reply): string[] => body.revisions.map((revision: { id: string }) => revision.id)

/** Follows the cursor to its end, as a client does: only null means exhausted. */
async function walk(api: Api, path: string, as: string, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const reply: Reply = await api.get(
      `${path}?limit=${limit}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      as,
    )
    expect(reply.status).toBe(200)
    pages.push(ids(reply))
    cursor = reply.body.cursor
    if (pages.length > 100) throw new Error('the listing does not end')
  }
  return pages
}

export const listRevisions: readonly Case[] = [
  {
    name: 'answers the revisions of the named blob, and a cursor that is null at the end',
    clauses: [
      'revisions.list.answers-revisions-of-blob',
      'revisions.list.answers-cursor',
      'revisions.list.null-when-exhausted',
      'pagination.opaque.cursor-in-response',
      'pagination.opaque.null-means-exhausted',
      'pagination.opaque.limit-is-optional',
    ],
    async run(api) {
      const reply = await api.get(weights, admin)
      expect(ids(reply).sort()).toEqual(['e1', 'e2', 'e3', 'e4'].map(starterId))
      for (const revision of reply.body.revisions) expect(revision.blob_id).toBe(starter.blob.weights)
      expect(reply.body.cursor).toBeNull()
    },
  },
  {
    name: 'takes cursor and limit from the query string and goes on where the page before ended',
    clauses: [
      'pagination.revisions.cursor-in-query',
      'pagination.opaque.resumes-at-cursor',
      'pagination.first-call-omits-cursor',
      'revisions.list.answers-cursor',
    ],
    async run(api) {
      const pages = await walk(api, weights, admin, 3)
      expect(pages.flat().sort()).toEqual(['e1', 'e2', 'e3', 'e4'].map(starterId))
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(3)
    },
  },
  {
    name: 'reads 50 by default and 200 at most',
    clauses: ['pagination.revisions.limit-default-50', 'pagination.revisions.limit-maximum-200'],
    fixtures: ['starter', many],
    async run(api) {
      expect(ids(await api.get(notes, admin))).toHaveLength(50)
      expect(ids(await api.get(`${notes}?limit=200`, admin))).toHaveLength(200)
      expect(ids(await api.get(`${notes}?limit=1`, admin))).toHaveLength(1)
      expect(new Set((await walk(api, notes, admin, 100)).flat()).size).toBe(210)
    },
  },
  {
    name: 'a limit out of range is invalid_limit and is not clamped',
    clauses: ['pagination.revisions.limit-out-of-range', 'pagination.opaque.limit-above-maximum-refused'],
    async run(api) {
      for (const limit of ['0', '-1', '201', '1000000']) {
        expect((await api.get(`${weights}?limit=${limit}`, admin)).body).toMatchObject({
          status: 'failure',
          error: 'invalid_limit',
        })
      }
    },
  },
  {
    name: 'a modified cursor is invalid_cursor, and so is one of another listing',
    clauses: ['pagination.opaque.modified-cursor-refused'],
    async run(api) {
      const { cursor } = (await api.get(`${weights}?limit=1`, admin)).body as { cursor: string }
      const modified = [
        `${cursor}A`,
        cursor.slice(0, -1),
        `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`,
        'cursor',
      ]
      for (const each of modified) {
        expect((await api.get(`${weights}?cursor=${encodeURIComponent(each)}`, admin)).body).toMatchObject({
          status: 'failure',
          error: 'invalid_cursor',
        })
      }
      expect((await api.get(`${notes}?cursor=${encodeURIComponent(cursor)}`, admin)).body).toMatchObject({
        error: 'invalid_cursor',
      })
    },
  },
  {
    name: 'limit bounds what is read and access filters afterwards: short and empty pages are not the end',
    clauses: [
      'pagination.limit-bounds-rows-read',
      'pagination.empty-page-is-not-the-end',
      'pagination.short-page-is-not-the-end',
    ],
    assumptions: ['A-23'],
    async run(api) {
      const reader = 'svc-key-ben-admin'
      const pages = await walk(api, weights, reader, 2)
      expect(pages[0]).toEqual([])
      expect(pages.flat().sort()).toEqual(['e1', 'e2'].map(starterId))
      const short = await api.get(`${weights}?limit=3`, reader)
      expect(ids(short)).toHaveLength(1)
      expect(short.body.cursor).not.toBeNull()
    },
  },
]
