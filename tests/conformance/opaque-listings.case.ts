import { expect } from 'vitest'
import type { ClauseId } from '../../emulator/index.ts'
import { bothWays, type Case, type CommandCase } from './suite.ts'
import { opaque, walk } from './walk.ts'

const session = 'run-01'
const node = '00000000-0000-4000-8000-000000000601'
const execution = '00000000-0000-4000-8000-000000000301'

const listings: readonly { command: string; params: object; items: string; total: number; clauses: ClauseId[] }[] = [
  {
    command: 'list_session_objects',
    params: { session_id: session },
    items: 'objects',
    total: 120,
    clauses: ['pagination.opaque.list-session-objects'],
  },
  {
    command: 'list_session_thread_items',
    params: { session_id: session, thread_id: 'main' },
    items: 'items',
    total: 60,
    clauses: ['pagination.opaque.list-session-thread-items'],
  },
  {
    command: 'list_session_graph_elements',
    params: { session_id: session },
    items: 'elements',
    total: 30,
    clauses: ['pagination.opaque.list-session-graph-elements'],
  },
  {
    command: 'list_session_graph_neighbors',
    params: { session_id: session, element_id: node },
    items: 'neighbors',
    total: 2,
    clauses: ['pagination.opaque.list-session-graph-neighbors'],
  },
  {
    command: 'list_session_events',
    params: { session_id: session },
    items: 'events',
    total: 70,
    clauses: ['pagination.opaque.list-session-events', 'events.list-session-events'],
  },
  {
    command: 'list_execution_events',
    params: { execution_id: execution },
    items: 'events',
    total: 55,
    clauses: ['pagination.opaque.list-execution-events', 'events.list-execution-events'],
  },
]

const perListing = listings.map(({ command, params, items, total, clauses }): CommandCase => ({
  name: `${command} pages with an opaque cursor`,
  clauses: [
    ...clauses,
    'pagination.opaque.cursor-in-response',
    'pagination.opaque.resumes-at-cursor',
    'pagination.opaque.null-means-exhausted',
  ],
  async run(commands) {
    const limit = Math.ceil(total / 4)
    const pages = await walk(commands, `workflow.${command}`, { ...params, limit }, items, opaque)
    const ids = pages.flat()
    expect(new Set(ids).size).toBe(total)
    expect(ids).toHaveLength(total)
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit)
    const all = (await walk(commands, `workflow.${command}`, params, items, opaque)).flat()
    expect(all).toEqual(ids)
  },
}))

const objects = (commands: { call(command: string, params: object, as?: string): Promise<unknown> }, params: object) =>
  commands.call('workflow.list_session_objects', { session_id: session, ...params }, 'svc-key-ada-admin') as Promise<{
    error?: string
    message: string
    fields: { objects: object[]; cursor: string }
  }>

const rules: readonly CommandCase[] = [
  {
    name: 'events are those of the session that is named',
    clauses: ['events.list-session-events'],
    async run(commands) {
      await commands.ask('workflow.put_session_object', { session_id: 'run-02', key: 'k', value: 1 })
      const { events } = await commands.ask('workflow.list_session_events', { session_id: 'run-02' })
      expect(events).toHaveLength(1)
    },
  },
  {
    name: 'reads 50 rows without a limit, 200 at most, and refuses more instead of clamping',
    clauses: ['pagination.opaque.limit-is-optional', 'pagination.opaque.limit-above-maximum-refused'],
    assumptions: ['A-29'],
    async run(commands) {
      expect((await objects(commands, {})).fields.objects).toHaveLength(50)
      expect((await objects(commands, { limit: 200 })).fields.objects).toHaveLength(120)
      expect(await objects(commands, { limit: 201 })).toMatchObject({ error: 'invalid_limit' })
      expect(await objects(commands, { limit: 0 })).toMatchObject({ error: 'invalid_limit' })
      for (const limit of [1.5, '10', null])
        expect(await objects(commands, { limit })).toMatchObject({ error: 'invalid_request_body' })
    },
  },
  {
    name: 'a modified cursor, or one of another listing, is invalid_cursor; a null one is no string',
    clauses: [
      'pagination.opaque.modified-cursor-refused',
      'pagination.null-cursor-refused',
      'pagination.cursor-is-a-body-field',
      'pagination.first-call-omits-cursor',
    ],
    assumptions: ['A-33'],
    async run(commands) {
      const { cursor } = (await objects(commands, { limit: 10 })).fields
      expect((await objects(commands, { cursor, limit: 5 })).fields.objects).toHaveLength(5)
      const last = cursor.at(-1) === 'A' ? 'B' : 'A'
      for (const bad of [
        `${cursor.slice(0, -1)}${last}`,
        cursor.slice(0, -1),
        `${cursor}=`,
        `${cursor}A`,
        '',
        'x',
        '../../emulator',
      ]) {
        expect(await objects(commands, { cursor: bad })).toMatchObject({ error: 'invalid_cursor' })
      }
      const events = await commands.call(
        'workflow.list_session_events',
        { session_id: session, cursor },
        'svc-key-ada-admin',
      )
      expect(events).toMatchObject({ error: 'invalid_cursor' })
      const other = await commands.call(
        'workflow.list_session_objects',
        { session_id: 'run-02', cursor },
        'svc-key-ada-admin',
      )
      expect(other).toMatchObject({ error: 'invalid_cursor' })
      for (const wrong of [null, 1, {}])
        expect(await objects(commands, { cursor: wrong })).toMatchObject({ error: 'invalid_request_body' })
    },
  },
  {
    name: 'deletions between pages break no opaque cursor, and nothing is answered twice',
    clauses: ['pagination.opaque.resumes-at-cursor'],
    assumptions: ['A-33'],
    async run(commands, emulator) {
      const first = (await objects(commands, { limit: 10 })).fields
      const last = first.objects.at(-1) as { id: string }
      emulator.world.objects.delete(last.id)
      const { fields } = await objects(commands, { cursor: first.cursor, limit: 10 })
      expect(fields.objects).toMatchObject(Array.from({ length: 10 }, (_, i) => ({ key: `object-0${i + 11}` })))
    },
  },
  {
    name: 'a page that ends on the last record has a cursor all the same, and the next one is empty',
    clauses: ['pagination.opaque.null-means-exhausted'],
    assumptions: ['A-32'],
    async run(commands) {
      const pages = await walk(
        commands,
        'workflow.list_session_thread_items',
        { session_id: session, thread_id: 'main', limit: 30 },
        'items',
        opaque,
      )
      expect(pages.map((page) => page.length)).toEqual([30, 30, 0])
    },
  },
]

export const opaqueListings: readonly Case[] = bothWays([...perListing, ...rules])
