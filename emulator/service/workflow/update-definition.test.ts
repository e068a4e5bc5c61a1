import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('an execution under way keeps the body that it started with', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const { execution } = await commands.ask('workflow.start_execution', { definition_id: 'ingest' })
  emulator.clock.advance(100)
  await commands.ask('workflow.update_definition', {
    definition_id: 'ingest',
    body: { nodes: [{ id: 'only', kind: 'fail' }], edges: [] },
  })
  emulator.clock.advance('10s')
  expect((await commands.ask('workflow.get_execution', { execution_id: execution.id })).execution.status).toBe(
    'succeeded',
  )
})

it('nothing to change changes nothing', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const before = emulator.clock.now()
  const { definition } = await commands.ask('workflow.update_definition', { definition_id: 'ingest' })
  expect(definition.alias).toBe('ingest')
  expect(emulator.clock.now()).toBe(before)
})
