import { expect } from 'vitest'
import { bothWays, type Case } from './suite.ts'

const admin = 'svc-key-ada-admin'

export const scheduler: readonly Case[] = bothWays([
  {
    name: 'a schedule is created, read by id and alias, changed and deleted',
    clauses: ['identifiers.schedule.by-id', 'identifiers.schedule.by-alias'],
    assumptions: ['A-27'],
    async run(commands) {
      const { schedule } = await commands.ask('scheduler.create_schedule', {
        org_id: 'acme',
        alias: 'nightly',
        definition_id: 'ingest',
        every_seconds: 86_400,
      })
      expect(schedule).toMatchObject({ alias: 'nightly', every_seconds: 86_400, enabled: true })
      for (const reference of [schedule.id, 'nightly'])
        expect(await commands.ask('scheduler.get_schedule', { schedule_id: reference })).toEqual({ schedule })
      const changed = await commands.ask('scheduler.update_schedule', {
        schedule_id: 'nightly',
        every_seconds: 60,
        enabled: false,
      })
      expect(changed.schedule).toEqual({ ...schedule, every_seconds: 60, enabled: false })
      await commands.ask('scheduler.delete_schedule', { schedule_id: schedule.id })
      expect(await commands.call('scheduler.get_schedule', { schedule_id: 'nightly' }, admin)).toMatchObject({
        error: 'schedule_not_found',
      })
      for (const every_seconds of [0, -1, 1.5, '60']) {
        expect(
          await commands.call(
            'scheduler.create_schedule',
            { org_id: 'acme', definition_id: 'ingest', every_seconds },
            admin,
          ),
        ).toMatchObject({ error: 'invalid_request_body' })
      }
    },
  },
  {
    name: 'a schedule fires once for each period passed, in order, however far the clock is advanced at once',
    clauses: ['pagination.record.scheduler-list-executions', 'pagination.record.workflow-list-executions'],
    assumptions: ['A-27', 'A-49'],
    async run(commands, emulator) {
      const { schedule } = await commands.ask('scheduler.create_schedule', {
        org_id: 'ada-lab',
        definition_id: (await ownDefinition(commands)).id,
        every_seconds: 60,
      })
      const start = Date.parse(schedule.created_at)
      emulator.clock.advance('5m')
      const { executions } = await commands.ask('scheduler.list_executions', { schedule_id: schedule.id })
      expect(executions.map(({ due_at }: { due_at: string }) => Date.parse(due_at))).toEqual(
        [5, 4, 3, 2, 1].map((minutes) => start + minutes * 60_000),
      )
      expect(await commands.ask('scheduler.list_executions', { org_id: 'ada-lab' })).toEqual({
        executions,
        last_execution_id: null,
      })
      const started = (await commands.ask('workflow.list_executions', { org_id: 'ada-lab' })).executions.slice(
        0,
        executions.length,
      )
      expect(started.map(({ id }: { id: string }) => id)).toEqual(
        executions.map(({ execution_id }: { execution_id: string }) => execution_id),
      )
      expect(started.slice(1).every(({ status }: { status: string }) => status === 'succeeded')).toBe(true)
    },
  },
  {
    name: 'a schedule that is switched off does not fire, and counts from when it is switched on',
    clauses: [],
    assumptions: ['A-27'],
    async run(commands, emulator) {
      const { id } = await ownDefinition(commands)
      await commands.ask('scheduler.create_schedule', {
        org_id: 'ada-lab',
        alias: 'off',
        definition_id: id,
        every_seconds: 60,
        enabled: false,
      })
      const fired = async () =>
        (await commands.ask('scheduler.list_executions', { schedule_id: 'off' })).executions.length
      emulator.clock.advance('90s')
      expect(await fired()).toBe(0)
      await commands.ask('scheduler.update_schedule', { schedule_id: 'off', enabled: true })
      emulator.clock.advance('59s')
      expect(await fired()).toBe(0)
      emulator.clock.advance('1s')
      expect(await fired()).toBe(1)
    },
  },
  {
    name: 'list_executions takes an organization or a schedule, not both and not neither',
    clauses: [],
    async run(commands) {
      for (const params of [{}, { org_id: 'acme', schedule_id: 'every-01' }]) {
        expect(await commands.call('scheduler.list_executions', params, admin)).toMatchObject({
          error: 'invalid_request_body',
        })
      }
    },
  },
])

async function ownDefinition(commands: {
  ask(command: string, params: object): Promise<{ definition: { id: string } }>
}): Promise<{ id: string }> {
  const body = { nodes: [{ id: 'only', kind: 'task' }], edges: [] }
  return (await commands.ask('workflow.create_definition', { org_id: 'ada-lab', alias: 'own', body })).definition
}
