import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Metadata } from '../world/tables/metadata.ts'
import type { World } from '../world/world.ts'
import { command, endpoint } from './unit/definition.ts'
import {
  complete,
  listedRows,
  opaque,
  recordCursor,
  unpaginated,
  type Listing,
  type PageShape,
  recordSource,
} from './pages.ts'
import { kernelOf, type Answer } from '../../../tests/helpers/kernel.ts'

/** The rows that every listing here reads: metadata of a blob, named by their keys `0`, `1`, … in order of creation. */
function listing(page: PageShape, options: { settings?: object; keep?: (record: Metadata) => boolean } = {}) {
  const rows = (world: World): Listing<Metadata> => ({
    rows: recordSource(world.metadata, world.metadata.by('target', world.blobs.find('weights')!.id, 'tags')),
    ...(options.keep && { keep: options.keep }),
    view: ({ key }) => Number(key),
  })
  const get = endpoint({
    method: 'GET',
    path: '/things',
    summary: 'Unit of this test.',
    clauses: [],
    page,
    handle: (_, { world }) => rows(world),
  })
  const post = command({
    engine: 'workflow',
    name: 'things',
    summary: 'Unit of this test.',
    clauses: [],
    page,
    params: { of: v.optional(v.string()) },
    handle: ({ body }, { world }) => ({ ...rows(world), binding: [body.of] }),
  })
  const { host, send } = kernelOf([get, post], options.settings === undefined ? {} : { settings: options.settings })
  const { world } = host
  let made = 0
  const add = (count: number) => {
    for (let i = 0; i < count; i++) {
      world.metadata.insert({
        id: world.ids.uuid(),
        target: 'blob',
        target_id: world.blobs.find('weights')!.id,
        alias: 'tags',
        key: String(made++),
        value: 'x',
        created_at: '2026-01-01T00:00:00.000Z',
      } as Metadata)
    }
  }
  return {
    world,
    add,
    get: (query = ''): Answer => send(`/things${query}`),
    call: (json: unknown): Answer => send('/workflow/things', { method: 'POST', body: JSON.stringify(json) }),
  }
}

const upTo = (n: number, from = 0) => Array.from({ length: n - from }, (_, i) => i + from)

describe('a complete listing', () => {
  it('answers everything, whatever the budget, and only its items', () => {
    const { add, get } = listing(complete('things', 'pagination.complete.api-keys'), {
      settings: { unpaginated_bytes: 1 },
    })
    expect(get().body).toEqual({ status: 'success', things: [] })
    add(500)
    expect(get('?limit=3').body).toEqual({ status: 'success', things: upTo(500) })
  })
})

describe('an unpaginated listing', () => {
  it('stops where the next record would cross the budget, filters what it read, and says nothing', () => {
    const whole = listing(unpaginated('things', 'pagination.unpaginated.org-blobs'))
    whole.add(3)
    const sizes = [...whole.world.metadata.rows()]
      .filter(({ record }) => record.alias === 'tags')
      .map(({ bytes }) => bytes)
    const [a, b, c] = sizes as [number, number, number]
    for (const [budget, shown] of [
      [1, 1],
      [a - 1, 1],
      [a, 1],
      [a + b - 1, 1],
      [a + b, 2],
      [a + b + c - 1, 2],
      [a + b + c, 3],
    ] as const) {
      const { add, get } = listing(unpaginated('things', 'pagination.unpaginated.org-blobs'), {
        settings: { unpaginated_bytes: budget },
      })
      add(3)
      expect(get().body).toEqual({ status: 'success', things: upTo(shown) })
    }
    const { add: addMore, get: getNewest } = listing(unpaginated('things', 'pagination.unpaginated.org-blobs'), {
      settings: { unpaginated_bytes: b + c, unpaginated_from: 'newest' },
    })
    addMore(3)
    expect(getNewest().body).toEqual({ status: 'success', things: [1, 2] })
    const filtered = listing(unpaginated('things', 'pagination.unpaginated.org-blobs'), {
      settings: { unpaginated_bytes: a + b },
      keep: ({ key }) => key === '2',
    })
    filtered.add(3)
    expect(filtered.get().body).toEqual({ status: 'success', things: [] })
  })
})

describe.each([
  ['oldest', (n: number) => upTo(n)],
  ['newest', (n: number) => upTo(n).reverse()],
] as const)('an opaque cursor in the body, %s first', (order, all) => {
  const page = opaque('things', { place: 'body', order, clause: 'pagination.opaque.list-session-objects' })

  it('walks everything once, and a page that ends on the last record still has a cursor', () => {
    const { add, call } = listing(page)
    add(6)
    const first = call({ limit: 3 }).body
    expect(first.things).toEqual(all(6).slice(0, 3))
    const second = call({ limit: 3, cursor: first.cursor }).body
    expect([second.things, typeof second.cursor]).toEqual([all(6).slice(3), 'string'])
    expect(call({ limit: 3, cursor: second.cursor }).body).toEqual({ status: 'success', things: [], cursor: null })
    expect(call({ limit: 4, cursor: first.cursor }).body).toEqual({
      status: 'success',
      things: all(6).slice(3),
      cursor: null,
    })
    expect(call({ limit: 7 }).body.cursor).toBeNull()
  })

  it('without the trailing page, the page that ends on the last record is the last', () => {
    const { add, call } = listing(page, { settings: { trailing_page: false } })
    add(6)
    expect(call({ limit: 6 }).body.cursor).toBeNull()
    expect(call({ limit: 5 }).body.cursor).toEqual(expect.any(String))
  })

  it('filters after it has read: pages are short or empty and still not the end', () => {
    const { add, call } = listing(page, { keep: ({ key }) => Number(key) % 4 === 0 })
    add(9)
    const seen: number[][] = []
    let cursor: string | null | undefined
    do {
      const { body } = call({ limit: 2, ...(cursor !== undefined && { cursor }) })
      seen.push(body.things)
      cursor = body.cursor
    } while (typeof cursor === 'string')
    expect(seen.flat()).toEqual(all(9).filter((n) => n % 4 === 0))
    expect(seen).toContainEqual([])
  })
})

describe('the limit of an opaque cursor', () => {
  it.each([
    [1, 200],
    [50, 200],
    [200, 200],
    [0, 400],
    [201, 400],
    [-1, 400],
    [1e9, 400],
  ])('of %i in a body answers %i', (limit, status) => {
    const { call } = listing(
      opaque('things', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-objects' }),
    )
    const answer = call({ limit })
    expect(answer.status).toBe(status)
    if (status === 400)
      expect(answer.body).toMatchObject({ error: 'invalid_limit', message: expect.stringContaining('from 1 to 200') })
  })

  it.each([
    [{ limit: 1.5 }],
    [{ limit: '5' }],
    [{ limit: null }],
    [{ limit: true }],
    [{ cursor: null }],
    [{ cursor: 5 }],
    [{ cursor: ['x'] }],
  ])('%j in a body is no shape', (json) => {
    const { call } = listing(
      opaque('things', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-objects' }),
    )
    expect(call(json).body.error).toBe('invalid_request_body')
  })

  it('is 50 when it is left out, 200 at most; settings move both for bodies, not for the query', () => {
    const settings = { default_limit: 5, maximum_limit: 8 }
    const body = listing(
      opaque('things', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-objects' }),
      { settings },
    )
    const query = listing(
      opaque('things', { place: 'query', order: 'oldest', clause: 'pagination.opaque.list-session-objects' }),
      { settings },
    )
    body.add(300)
    query.add(300)
    expect([body.call({}).body.things.length, body.call({ limit: 8 }).status, body.call({ limit: 9 }).status]).toEqual([
      5, 200, 400,
    ])
    expect([
      query.get().body.things.length,
      query.get('?limit=200').body.things.length,
      query.get('?limit=201').status,
    ]).toEqual([50, 200, 400])
  })

  it('left out, is never above the maximum', () => {
    const { add, call } = listing(
      opaque('things', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-objects' }),
      { settings: { maximum_limit: 10 } },
    )
    add(20)
    expect(call({}).body.things).toHaveLength(10)
  })

  it.each([
    ['1', 200],
    ['200', 200],
    ['007', 200],
    ['0', 400],
    ['201', 400],
    ['-5', 400],
    ['', 400],
    ['1.5', 400],
    ['1e2', 400],
    ['%201', 400],
    ['+1', 400],
    ['x', 400],
    ['0x10', 400],
    ['99999999999999999999', 400],
  ])("of '%s' in a query answers %i", (limit, status) => {
    const { get } = listing(
      opaque('things', { place: 'query', order: 'newest', clause: 'pagination.opaque.list-session-objects' }),
    )
    const answer = get(`?limit=${limit}`)
    expect([answer.status, answer.body.error]).toEqual([status, status === 400 ? 'invalid_limit' : undefined])
  })
})

describe('an opaque cursor', () => {
  it('is bound to its listing and its parameters, and an altered one is invalid_cursor', () => {
    const { add, call } = listing(
      opaque('things', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-objects' }),
    )
    add(5)
    const { cursor } = call({ limit: 2, of: 'a' }).body
    expect(call({ limit: 1, of: 'a', cursor }).body.things).toEqual([2])
    for (const json of [
      { of: 'b', cursor },
      { cursor },
      { of: 'a', cursor: `${cursor}x` },
      { of: 'a', cursor: cursor.slice(1) },
      { of: 'a', cursor: '' },
    ]) {
      expect(call({ limit: 2, ...json }).body.error).toBe('invalid_cursor')
    }
  })

  it('survives a restart: the same seed makes the same one, another seed another', () => {
    const page = opaque('things', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-objects' })
    const [one, two] = [listing(page), listing(page)]
    one.add(5)
    two.add(5)
    expect(two.call({ limit: 2 }).body.cursor).toBe(one.call({ limit: 2 }).body.cursor)
  })
})

describe('a record cursor', () => {
  const page = recordCursor('things', 'thing', 'pagination.record.workflow-list-sessions')
  const withRows = (count: number) => {
    const made = listing(page)
    made.add(count)
    const source = made.world.metadata
    return {
      ...made,
      idOf: (n: number) => [...source.rows()].filter(({ record }) => record.alias === 'tags')[n]!.record.id,
    }
  }

  it('takes no limit and no null', () => {
    const { call } = withRows(3)
    for (const json of [
      { limit: 5 },
      { limit: 10 },
      { start_thing_id: null },
      { start_thing_id: 4 },
      { order: 'oldest', clause: 'pagination.opaque.list-session-objects' },
      { cursor: 'x' },
    ]) {
      expect(call(json).body.error).toBe('invalid_request_body')
    }
  })

  it('reads ten, newest first, and names the last record that it read', () => {
    const { call, idOf } = withRows(25)
    const { things, last_thing_id: last } = call({}).body
    expect([things, last]).toEqual([upTo(25, 15).reverse(), idOf(15)])
  })

  it.each([
    [0, null],
    [9, null],
    [10, 0],
    [11, 1],
  ])('of %i rows in all, the first page names %s', (count, n) => {
    const { call, idOf } = withRows(count)
    expect(call({}).body.last_thing_id).toBe(n === null ? null : idOf(n))
  })

  it('cannot resume at a record that is not there, or not any more', () => {
    const { call, world } = withRows(12)
    const { last_thing_id: last } = call({}).body
    expect(call({ start_thing_id: last }).body.things).toEqual([1, 0])
    const refused = (id: string) => {
      const { status, body } = call({ start_thing_id: id })
      return [status, body.error, body.message]
    }
    expect(refused('nothing')).toEqual([
      500,
      'internal_error',
      "The listing cannot resume: it holds no thing with the id 'nothing'.",
    ])
    const [other] = Array.from(world.metadata.rows(), ({ record }) => record).filter(({ alias }) => alias !== 'tags')
    expect(refused(other!.id)).toEqual([
      500,
      'internal_error',
      `The listing cannot resume: it holds no thing with the id '${other!.id}'.`,
    ])
    world.metadata.delete(last)
    expect(refused(last)).toEqual([
      500,
      'internal_error',
      `The listing cannot resume: it holds no thing '${last}' any more.`,
    ])
  })
})

it('rows at hand are read by their positions, however they were given', () => {
  const row = (seq: number) => ({ record: { id: String(seq) }, seq, bytes: 1 })
  const source = listedRows([row(5), row(1), row(3)])
  const seqs = (rows: Iterable<{ seq: number }>) => Array.from(rows, ({ seq }) => seq)
  expect([
    seqs(source.oldest()),
    seqs(source.oldest(1)),
    seqs(source.newest()),
    seqs(source.newest({ seq: 5 })),
    seqs(source.newest({ seq: 1 })),
  ]).toEqual([[1, 3, 5], [3, 5], [5, 3, 1], [3, 1], []])
})
