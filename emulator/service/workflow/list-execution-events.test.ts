import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('tells each step with its time and its node', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const { execution } = await commands.ask('workflow.start_execution', { definition_id: 'report' })
  emulator.clock.advance('2s')
  const { events } = await commands.ask('workflow.list_execution_events', { execution_id: execution.id })
  const start = Date.parse(execution.created_at)
  expect(
    events.map(({ kind, at, data }: { kind: string; at: string; data: { node_id?: string } }) => [
      kind,
      Date.parse(at) - start,
      data.node_id,
    ]),
  ).toEqual([
    ['execution_queued', 0, undefined],
    ['execution_started', 0, undefined],
    ['node_started', 0, 'collect'],
    ['node_finished', 500, 'collect'],
    ['node_started', 500, 'render'],
    ['node_finished', 1000, 'render'],
    ['execution_succeeded', 1000, undefined],
  ])
})
