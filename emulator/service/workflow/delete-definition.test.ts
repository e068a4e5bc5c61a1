import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct, starter } from '../../../tests/conformance/direct.ts'

it('takes its schedules along; sessions and executions stay and name no definition', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  await commands.ask('workflow.delete_definition', { definition_id: 'ingest' })
  expect(emulator.world.schedules.size).toBe(0)
  expect(emulator.world.sessions.get('run-01')!.definition_id).toBeNull()
  expect(
    emulator.world.executions.list({ org_id: starter.org.acme }).map(({ definition_id }) => definition_id),
  ).toEqual(Array(12).fill(null))
})

it('an execution that has not started yet fails', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const { execution } = await commands.ask('workflow.start_execution', { definition_id: 'ingest' })
  emulator.world.executions.update(execution.id, { status: 'cancelled' })
  emulator.world.executions.update(execution.id, { status: 'queued' })
  emulator.world.definitions.delete('ingest')
  emulator.clock.advance(1)
  expect(emulator.world.executions.get(execution.id)).toMatchObject({ status: 'failed', error: 'definition_deleted' })
})

it('needs admin', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  expect(
    await commands.call('workflow.delete_definition', { definition_id: 'ingest' }, 'svc-key-bot-write'),
  ).toMatchObject({ error: 'forbidden' })
})
