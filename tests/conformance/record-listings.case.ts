import { expect } from 'vitest'
import type { ClauseId } from '../../emulator/index.ts'
import { bothWays, type Case, type CommandCase } from './suite.ts'
import { record, walk } from './walk.ts'

const admin = 'svc-key-ada-admin'

const listings: readonly {
  command: string
  params: object
  items: string
  noun: string
  total: number
  clause: ClauseId
}[] = [
  {
    command: 'workflow.list_sessions',
    params: { org_id: 'acme' },
    items: 'sessions',
    noun: 'session',
    total: 25,
    clause: 'pagination.record.workflow-list-sessions',
  },
  {
    command: 'workflow.list_executions',
    params: { org_id: 'acme' },
    items: 'executions',
    noun: 'execution',
    total: 12,
    clause: 'pagination.record.workflow-list-executions',
  },
  {
    command: 'scheduler.list_schedules',
    params: { org_id: 'acme' },
    items: 'schedules',
    noun: 'schedule',
    total: 12,
    clause: 'pagination.record.scheduler-list-schedules',
  },
  {
    command: 'scheduler.list_executions',
    params: { schedule_id: 'every-01' },
    items: 'executions',
    noun: 'execution',
    total: 11,
    clause: 'pagination.record.scheduler-list-executions',
  },
]

const perListing = listings.flatMap(({ command, params, items, noun, total, clause }): CommandCase[] => {
  const { sent, answered } = record(noun)
  return [
    {
      name: `${command} pages with a record cursor, ten at a time`,
      clauses: [
        clause,
        'pagination.record.last-id-in-response',
        'pagination.record.resumes-at-start-id',
        'pagination.record.page-of-ten',
        'pagination.record.null-means-exhausted',
        'pagination.cursor-is-a-body-field',
      ],
      async run(commands) {
        const pages = await walk(commands, command, params, items, { sent, answered })
        const ids = pages.flat()
        expect(pages[0]).toHaveLength(10)
        expect(new Set(ids).size).toBe(total)
        expect(ids).toHaveLength(total)
      },
    },
    {
      name: `${command} refuses a limit, an order, and a null cursor`,
      clauses: ['pagination.record.limit-refused', 'pagination.record.order-not-changeable'],
      assumptions: ['A-34'],
      async run(commands) {
        await commands.ask(command, params)
        for (const wrong of [
          { limit: 5 },
          { limit: 10 },
          { limit: null },
          { order: 'oldest' },
          { [sent]: null },
          { [sent]: 7 },
        ]) {
          expect(await commands.call(command, { ...params, ...wrong }, admin), JSON.stringify(wrong)).toMatchObject({
            error: 'invalid_request_body',
          })
        }
      },
    },
    {
      name: `${command} cannot resume at a record that was deleted`,
      clauses: ['pagination.record.deleted-record'],
      assumptions: ['A-34'],
      async run(commands, emulator) {
        const first = await commands.ask(command, params)
        const table = emulator.world.table(command === 'scheduler.list_executions' ? 'firings' : items)!
        table.delete(first[items][3].id)
        const after = await commands.ask(command, { ...params, [sent]: first[answered] })
        expect(after[items]).toHaveLength(Math.min(10, total - 10))
        table.delete(first[answered])
        expect(await commands.call(command, { ...params, [sent]: first[answered] }, admin)).toMatchObject({
          error: 'internal_error',
        })
        const never = '11111111-1111-4111-8111-111111111111'
        expect(await commands.call(command, { ...params, [sent]: never }, admin)).toMatchObject({
          error: 'internal_error',
        })
      },
    },
  ]
})

export const recordListings: readonly Case[] = bothWays([
  ...perListing,
  {
    name: 'the newest records come first',
    clauses: ['pagination.record.newest-first'],
    async run(commands) {
      const { sessions } = await commands.ask('workflow.list_sessions', { org_id: 'acme' })
      expect(sessions.map(({ alias }: { alias: string }) => alias)).toEqual(
        Array.from({ length: 10 }, (_, i) => `run-${25 - i}`),
      )
      await commands.ask('workflow.create_session', { org_id: 'acme', alias: 'newest' })
      expect((await commands.ask('workflow.list_sessions', { org_id: 'acme' })).sessions[0]).toMatchObject({
        alias: 'newest',
      })
    },
  },
  {
    name: 'a record of another organization is no place to resume at',
    clauses: [],
    assumptions: ['A-34'],
    async run(commands) {
      const { session } = await commands.ask('workflow.create_session', { org_id: 'ada-lab' })
      expect(
        await commands.call('workflow.list_sessions', { org_id: 'acme', start_session_id: session.id }, admin),
      ).toMatchObject({ error: 'internal_error' })
    },
  },
])
