import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { handle } from '../../../host/dispatch.ts'
import { createEmulator } from '../../../index.ts'
import { noRows, opaque, recordCursor } from '../pages.ts'
import { kernelOf } from '../../../../tests/helpers/kernel.ts'
import { endpoint } from './definition.ts'

describe('what comes before the shape', () => {
  const early = (body: string | Uint8Array | null) => {
    let seen: unknown
    const unit = endpoint({
      method: 'POST',
      path: '/early',
      summary: 'Unit of this test.',
      clauses: [],
      openBody: true,
      admit: ({ raw }) => {
        seen = raw()
      },
      handle: () => undefined,
    })
    kernelOf([unit]).send('/early', { method: 'POST', body })
    return seen
  }

  it.each([
    ['{"a": 1}', { a: 1 }],
    ['{}', {}],
    ['null', {}],
    ['1', {}],
    ['"a"', {}],
    ['true', {}],
    ['{"a":', {}],
    ['', {}],
    [null, {}],
    [new Uint8Array([0xff]), {}],
  ])('sees of the body %j the fields %j', (body, seen) => {
    expect(early(body)).toEqual(seen)
  })
})

describe('what a refusal shows', () => {
  const clauses = {
    name: 'users.get.answers-user',
    kind: 'users.get.any-authenticated-caller',
    alias: 'identifiers.alias.user-uuid-shape-refused',
  } as const
  const uuid = '00000000-0000-4000-8000-000000000001'
  const ruled = (more: object = {}) =>
    endpoint({
      method: 'POST',
      path: '/ruled/:kind',
      summary: 'Unit of this test.',
      clauses: [],
      params: { kind: v.picklist(['small']) },
      body: { name: v.string(), alias: v.optional(v.string()), free: v.optional(v.number()) },
      aliasRule: clauses.alias,
      shapeRules: { name: { missing: clauses.name }, kind: { wrong: clauses.kind } },
      handle: () => undefined,
      ...more,
    })
  const refused = (
    body: unknown,
    { path = '/ruled/small', ...more }: { readonly path?: string; readonly page?: object } = {},
  ) => {
    const { body: answer, headers } = kernelOf([ruled(more)], { explain: true }).send(path, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    const shown = [headers['x-svc-emulator-clauses'], headers['x-svc-emulator-assumptions']]
      .filter((list) => list !== undefined)
      .join(', ')
      .split(', ')
    return {
      message: answer.message as string,
      shown: shown
        .filter(
          (id) =>
            [...Object.values<string>(clauses), 'A-378', 'A-29', 'A-34', 'A-38'].includes(id) ||
            id.startsWith('pagination.'),
        )
        .toSorted(),
    }
  }
  const record = recordCursor('things', 'thing', 'pagination.record.limit-refused')
  const opaquePage = opaque('things', { place: 'body', order: 'oldest', clause: 'pagination.record.limit-refused' })

  it.each([
    ['a field that is missing', {}, [clauses.name]],
    ['a field of another type', { name: 1 }, []],
    ['a field without a clause', { name: 'a', free: 'x' }, []],
    ['a field that is not known', { name: 'a', order: 'up' }, ['A-38']],
    ['no object', 1, []],
  ])('is the clause of the field: %s', (_, body, shown) => {
    expect(refused(body).shown).toEqual(shown)
  })

  it('is the clause of a path parameter', () => {
    expect(refused({ name: 'a' }, { path: '/ruled/large' }).shown).toEqual(['A-378', clauses.kind].toSorted())
  })

  it('is the clause of an alias with the shape of a UUID, where a unit has one', () => {
    expect(refused({ name: 'a', alias: uuid })).toEqual({
      message: `'alias' must not have the shape of a UUID; it was '${uuid}'.`,
      shown: [clauses.alias],
    })
    const { send: ask } = kernelOf([
      ruled({ path: '/free', params: undefined, aliasRule: undefined }),
      ruled({ path: '/ruled', params: undefined }),
    ])
    const status = (path: string, alias: unknown) =>
      ask(path, { method: 'POST', body: JSON.stringify({ name: 'a', alias }) }).status
    expect([
      status('/free', uuid),
      status('/ruled', uuid),
      status('/ruled', `${uuid}x`),
      status('/ruled', 'a'),
      status('/ruled', 1),
    ]).toEqual([200, 400, 200, 200, 400])
  })

  it('is what a page refuses', () => {
    expect(refused({ name: 'a', start_thing_id: null }, { page: record })).toEqual({
      message: "'start_thing_id' must be a string, not null. Omit it on the first call.",
      shown: ['A-34'],
    })
    expect(refused({ name: 'a', limit: 5 }, { page: record })).toEqual({
      message: "'limit' is not accepted here: this listing has a fixed page size of 10.",
      shown: ['pagination.record.limit-refused'],
    })
    expect(refused({ name: 'a', cursor: null }, { page: opaquePage })).toEqual({
      message: "'cursor' must be a string, not null. Omit it on the first call.",
      shown: ['pagination.null-cursor-refused'],
    })
    expect(refused({ name: 'a', limit: 0 }, { page: opaquePage }).message).toMatch(
      /^'limit' must be an integer from 1 to/,
    )
    expect(refused({ name: 'a', cursor: null }).message).toMatch(/^cursor: unknown field/)
  })

  it('is that a record page keeps its order, where another one is asked for', () => {
    const kept = 'pagination.record.order-not-changeable'
    for (const field of ['order', 'order_by', 'sort', 'sort_by', 'direction', 'descending', 'ascending', 'reverse']) {
      expect(refused({ name: 'a', [field]: 'up' }, { page: record }).shown).toEqual(['A-38', kept])
    }
    expect(refused({ name: 'a', color: 'red' }, { page: record }).shown).toEqual(['A-38'])
    expect(refused({ name: 'a', sort: 'up' }, { page: opaquePage }).shown).toEqual(['A-38'])
  })
})

describe('query parameters of a page', () => {
  const page = {
    kind: 'opaque',
    items: 'revisions',
    order: 'newest',
    clause: 'pagination.record.limit-refused',
  } as const
  const readNotes = (path: string, method = 'GET') => {
    const emulator = createEmulator()
    void handle(emulator, {
      method,
      url: `/v1${path}`,
      headers: ['x-api-key', 'svc-key-ada-admin'],
      body: method === 'POST' ? new TextEncoder().encode('{}') : null,
    })
    return [...emulator.journal.raw()][0]!.notes
  }

  it('are noted as fields of the body where they are that', () => {
    expect(readNotes('/workflow/list_sessions?start_session_id=x', 'POST')).toEqual([
      "query parameter 'start_session_id' is not known to workflow.list_sessions and was ignored; 'start_session_id' is a field of the JSON body here",
    ])
    expect(readNotes('/workflow/list_sessions?zzz=x', 'POST')).toEqual([
      "query parameter 'zzz' is not known to workflow.list_sessions and was ignored",
    ])
    expect(readNotes('/orgs?name=x', 'POST')).toEqual([
      "query parameter 'name' is not known to POST /orgs and was ignored",
    ])
    expect(readNotes('/users/me')).toBeUndefined()
  })

  it('are checked where the query takes the limit', () => {
    const unit = endpoint({
      method: 'GET',
      path: '/paged',
      summary: 'Unit of this test.',
      clauses: [],
      page: { ...page, place: 'query' },
      handle: () => ({ rows: noRows() }),
    })
    const { send: ask } = kernelOf([unit])
    expect([ask('/paged').status, ask('/paged?limit=1').status, ask('/paged?limit=200').status]).toEqual([
      200, 200, 200,
    ])
    for (const limit of ['0', '201', 'x', ''])
      expect(ask(`/paged?limit=${limit}`).body).toMatchObject({
        error: 'invalid_limit',
        message: expect.stringContaining(JSON.stringify(limit)),
      })
    expect(ask('/paged?limit=1&limit=1').body.message).toBe("query parameter 'limit' was given more than once")
  })

  it('are not what stands in the path', () => {
    const unit = endpoint({
      method: 'GET',
      path: '/word',
      summary: 'Unit of this test.',
      clauses: [],
      query: { '/v1/word': v.optional(v.string()) },
      handle: ({ query }) => ({ query }),
    })
    expect(kernelOf([unit]).send('/word').body.query).toEqual({})
  })
})
