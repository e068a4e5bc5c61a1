import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('takes along what is in it; its executions stay', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  await commands.ask('workflow.delete_session', { session_id: 'run-01' })
  for (const table of ['objects', 'threads', 'thread_items', 'graph_elements', 'session_events', 'files'] as const)
    expect(emulator.world[table].size).toBe(0)
  expect(emulator.world.executions.get('00000000-0000-4000-8000-000000000301')).toMatchObject({
    session_id: null,
    status: 'succeeded',
  })
})

it('needs admin', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  expect(await commands.call('workflow.delete_session', { session_id: 'run-01' }, 'svc-key-acme-write')).toMatchObject({
    error: 'forbidden',
  })
})
