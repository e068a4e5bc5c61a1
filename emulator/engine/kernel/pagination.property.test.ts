import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../tests/helpers/any-text.ts'
import { cases } from '../../../tests/helpers/cases.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import { starter } from '../../../tests/conformance/direct.ts'
import type { WireResponse } from './wire.ts'
import { handle } from '../../host/dispatch.ts'
import { hostOf } from '../../host/instance-of.ts'

const base = createEmulator()
const run = base.world.sessions.insert({ org: 'acme', alias: 'walked' }).id

/** Listing with an opaque cursor, and changes of its world. */
interface Walked {
  readonly items: string
  page(emulator: Emulator, limit: number, cursor: string | null): WireResponse
  create(emulator: Emulator): void
  ids(emulator: Emulator): string[]
  delete(emulator: Emulator, id: string): void
}

const revisions: Walked = {
  items: 'revisions',
  page: (emulator, limit, cursor) =>
    send(emulator, 'GET', `/blobs/acme/weights/revisions?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`),
  create: (emulator) => void emulator.world.revisions.insert({ blob: 'weights', phase: 'commit' }),
  ids: (emulator) => emulator.world.revisions.list({ blob_id: starter.blob.weights }).map(({ id }) => id),
  delete: (emulator, id) => void emulator.world.revisions.delete(id),
}

const objects: Walked = {
  items: 'objects',
  page: (emulator, limit, cursor) =>
    send(emulator, 'POST', '/workflow/list_session_objects', {
      session_id: run,
      limit,
      ...(cursor !== null && { cursor }),
    }),
  create: (emulator) =>
    void emulator.world.objects.insert({ session: run, key: `k${hostOf(emulator).world.state.seq}` }),
  ids: (emulator) => emulator.world.objects.list({ session_id: run }).map(({ id }) => id),
  delete: (emulator, id) => void emulator.world.objects.delete(id),
}

function send(emulator: Emulator, method: string, path: string, json?: unknown): WireResponse {
  const body = json === undefined ? null : new TextEncoder().encode(JSON.stringify(json))
  return handle(emulator, {
    method,
    url: `/v1${path}`,
    headers: ['x-api-key', 'svc-key-ada-admin'],
    body,
  }) as WireResponse
}

const change = fc.oneof(
  fc.record({ kind: fc.constant('page' as const), n: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ kind: fc.constant('create' as const), n: fc.nat(5) }),
  fc.record({ kind: fc.constant('delete' as const), n: fc.nat() }),
)

test.each([
  ['newest first, cursor in the query', revisions],
  ['oldest first, cursor in the body', objects],
] as const)('a walk answers no record twice, and each that lived throughout once: %s', (_, listing) => {
  fc.assert(
    fc.property(fc.nat(30), fc.array(change, { maxLength: 60 }), (count, changes) => {
      const emulator = base.fork()
      for (let n = 0; n < count; n++) listing.create(emulator)
      const atStart = listing.ids(emulator)
      const walk = startWalk(emulator, listing)
      for (const { kind, n } of changes) {
        if (kind === 'page') walk.read(n)
        else if (kind === 'create') for (let i = 0; i < n; i++) listing.create(emulator)
        else deleteOne(emulator, listing, n)
      }
      for (let pages = 0; !walk.ended; pages++) {
        walk.read(3)
        if (pages > 500) throw new Error('the walk does not end')
      }
      const survivors = new Set(listing.ids(emulator))
      expect(new Set(walk.seen).size).toBe(walk.seen.length)
      expect(atStart.filter((id) => survivors.has(id) && !walk.seen.includes(id))).toEqual([])
    }),
    cases(100),
  )
})

function deleteOne(emulator: Emulator, listing: Walked, n: number): void {
  const ids = listing.ids(emulator)
  const id = ids[n % Math.max(1, ids.length)]
  if (id !== undefined) listing.delete(emulator, id)
}

function startWalk(emulator: Emulator, listing: Walked) {
  let cursor: string | null = null
  const walk = {
    seen: [] as string[],
    ended: false,
    read(limit: number): void {
      if (walk.ended) return
      const { status, body } = listing.page(emulator, limit, cursor)
      expect(status).toBe(200)
      const answer = JSON.parse(body as string) as Record<string, { id: string }[]> & { cursor: string | null }
      walk.seen.push(...answer[listing.items]!.map(({ id }) => id))
      cursor = answer.cursor
      walk.ended = cursor === null
    },
  }
  return walk
}

const values = fc.array(anyText({ maxLength: 200 }), { maxLength: 40 })

test('for any byte budget an unpaginated page is the longest prefix that fits, of one record at least', () => {
  fc.assert(
    fc.property(values, fc.nat(40), fc.integer({ min: -2, max: 2 }), (given, records, off) => {
      const emulator = base.fork()
      for (const [n, value] of given.entries()) {
        emulator.world.metadata.insert({ target: 'blob', target_id: 'weights', alias: 'tags', key: `k${n}`, value })
      }
      // Budgets at and beside the size of a whole number of records, where a wrong comparison shows.
      const budget = Math.max(
        1,
        measureRecords(emulator)
          .slice(0, records)
          .reduce((sum, size) => sum + size, 0) + off,
      )
      hostOf(emulator).world.settings = { ...hostOf(emulator).world.settings, unpaginated_bytes: budget }
      const { body } = send(emulator, 'GET', '/blobs/acme/weights/metadata/tags')
      const { metadata } = JSON.parse(body as string) as { metadata: { key: string }[] }
      expect(metadata.map(({ key }) => key)).toEqual(
        emulator.world.metadata
          .list({ alias: 'tags' })
          .slice(0, prefix(emulator, budget))
          .map(({ key }) => key),
      )
    }),
    cases(200),
  )
})

/** Counts the records that fit, measured as JSON in UTF-8. */
function prefix(emulator: Emulator, budget: number): number {
  const sizes = measureRecords(emulator)
  let most = Math.min(1, sizes.length)
  while (most < sizes.length && sizes.slice(0, most + 1).reduce((sum, size) => sum + size, 0) <= budget) most++
  return most
}

function measureRecords(emulator: Emulator): number[] {
  return emulator.world.metadata
    .list({ alias: 'tags' })
    .map(
      ({ alias, key, value, created_at }) =>
        new TextEncoder().encode(JSON.stringify({ alias, key, value, created_at })).byteLength,
    )
}
