import { expect } from 'vitest'
import { bothWays, type Case } from './suite.ts'

const body = { nodes: [{ id: 'only', kind: 'task' }], edges: [] }
const forbidden = { error: 'forbidden' }

export const commandAccess: readonly Case[] = bothWays([
  {
    name: 'an org-scoped key drives the commands on its organization and no other',
    clauses: ['keys.scope.org-key-drives-commands'],
    async run(commands) {
      const as = 'svc-key-acme-write'
      expect((await commands.ask('workflow.list_sessions', { org_id: 'acme' }, as)).sessions).toHaveLength(10)
      await commands.ask('workflow.create_session', { org_id: 'acme' }, as)
      await commands.ask('workflow.start_execution', { definition_id: 'ingest' }, as)
      expect(await commands.call('workflow.list_sessions', { org_id: 'ada-lab' }, as)).toMatchObject(forbidden)
      expect(await commands.call('workflow.delete_session', { session_id: 'run-01' }, as)).toMatchObject(forbidden)
    },
  },
  {
    name: 'a blob-scoped key drives the commands on the organization of its blob, within its role',
    clauses: ['keys.scope.blob-key-drives-commands'],
    async run(commands) {
      const as = 'svc-key-weights-read'
      for (const [command, params] of [
        ['workflow.list_sessions', { org_id: 'acme' }],
        ['workflow.list_session_objects', { session_id: 'run-01' }],
        ['scheduler.list_schedules', { org_id: 'acme' }],
      ] as const)
        expect((await commands.call(command, params, as)).error).toBeUndefined()
      expect(await commands.call('workflow.create_session', { org_id: 'acme' }, as)).toMatchObject(forbidden)
      expect(await commands.call('workflow.list_sessions', { org_id: 'ada-lab' }, as)).toMatchObject(forbidden)
    },
  },
  {
    name: "a service account's own key deploys, opens sessions and executes as a personal key of its role does",
    clauses: [
      'perimeter.workflow-deployment-admitted',
      'perimeter.scheduler-deployment-admitted',
      'perimeter.create-session-admitted',
      'perimeter.execute-admitted',
    ],
    async run(commands, emulator) {
      const as = 'svc-key-bot-write'
      await commands.ask('workflow.create_definition', { org_id: 'acme', alias: 'deployed', body }, as)
      await commands.ask(
        'scheduler.create_schedule',
        { org_id: 'acme', alias: 'planned', definition_id: 'deployed', every_seconds: 60 },
        as,
      )
      expect((await commands.ask('scheduler.get_schedule', { schedule_id: 'planned' }, as)).schedule.enabled).toBe(true)
      await commands.ask('workflow.create_session', { org_id: 'acme', alias: 'opened' }, as)
      expect((await commands.ask('workflow.get_session', { session_id: 'opened' }, as)).session.alias).toBe('opened')
      const { execution } = await commands.ask('workflow.start_execution', { definition_id: 'deployed' }, as)
      emulator.clock.advance('1s')
      expect((await commands.ask('workflow.get_execution', { execution_id: execution.id }, as)).execution.status).toBe(
        'succeeded',
      )
    },
  },
  {
    name: 'a reader looks but does not write; a stranger to a private organization finds nothing',
    clauses: ['identifiers.session.by-alias'],
    assumptions: ['A-379', 'A-9'],
    async run(commands) {
      const as = 'svc-key-ben-admin'
      expect((await commands.call('workflow.get_session', { session_id: 'run-01' }, as)).error).toBeUndefined()
      expect(
        await commands.call('workflow.put_session_object', { session_id: 'run-01', key: 'k', value: 1 }, as),
      ).toMatchObject(forbidden)
      const { session } = await commands.ask('workflow.create_session', { org_id: 'ada-lab' })
      expect(await commands.call('workflow.get_session', { session_id: session.id }, as)).toMatchObject({
        error: 'session_not_found',
      })
      expect(await commands.call('workflow.list_sessions', { org_id: 'ada-lab' }, as)).toMatchObject({
        error: 'org_not_found',
      })
      expect(await commands.call('workflow.list_sessions', { org_id: 'acme' })).toMatchObject({
        error: 'unauthenticated',
      })
    },
  },
])
