import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('stops what is left and keeps what was done', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const { execution } = await commands.ask('workflow.start_execution', {
    definition_id: 'ingest',
    session_id: 'run-05',
  })
  emulator.clock.advance(700)
  const cancelled = (await commands.ask('workflow.cancel_execution', { execution_id: execution.id })).execution
  expect(cancelled).toMatchObject({ status: 'cancelled', finished_at: expect.any(String) })
  emulator.clock.advance('1h')
  const kinds = emulator.world.execution_events.list({ execution_id: execution.id }).map(({ kind }) => kind)
  expect(kinds).toEqual([
    'execution_queued',
    'execution_started',
    'node_started',
    'node_finished',
    'node_started',
    'execution_cancelled',
  ])
  expect(
    emulator.world.session_events
      .list({ session_id: emulator.world.sessions.get('run-05')!.id })
      .map(({ kind }) => kind),
  ).toEqual(['execution_queued', 'execution_cancelled'])
})

it('one that is over is answered as it is, and nothing is written', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const before = emulator.clock.now()
  const { execution } = await commands.ask('workflow.cancel_execution', {
    execution_id: '00000000-0000-4000-8000-000000000301',
  })
  expect(execution.status).toBe('succeeded')
  expect(emulator.clock.now()).toBe(before)
})
