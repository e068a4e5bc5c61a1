import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

it('answers firings: what was due when, and the execution that it became', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const { executions } = await commands.ask('scheduler.list_executions', { schedule_id: 'every-01' })
  expect(executions[0]).toMatchObject({
    execution_id: '00000000-0000-4000-8000-000000000312',
    due_at: '2025-12-31T23:00:00.000Z',
  })
  expect(Object.keys(executions[0]).sort()).toEqual(['created_at', 'due_at', 'execution_id', 'id', 'schedule_id'])
  expect((await commands.ask('scheduler.list_executions', { schedule_id: 'every-02' })).executions).toEqual([])
})
