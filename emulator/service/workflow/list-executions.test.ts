import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('lists scheduled executions too', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  emulator.clock.advance('1h')
  const { executions } = await commands.ask('workflow.list_executions', { org_id: 'acme' })
  expect(executions).toHaveLength(10)
  const fired = await commands.ask('scheduler.list_executions', { schedule_id: 'every-01' })
  expect(executions[0].id).toBe(fired.executions[0].execution_id)
})
