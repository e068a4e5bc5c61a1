import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('knows executions by id alone', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  expect(
    (await commands.ask('workflow.get_execution', { execution_id: '00000000-0000-4000-8000-000000000301' })).execution,
  ).toMatchObject({ status: 'succeeded', input: null })
  expect(await commands.call('workflow.get_execution', { execution_id: 'first' }, admin)).toMatchObject({
    error: 'execution_not_found',
  })
})

it('takes the id of a firing for the execution that it started (A-73)', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const { last_execution_id: firing, executions } = await commands.ask('scheduler.list_executions', { org_id: 'acme' })
  const { execution_id: started } = executions.at(-1)
  expect(firing).toBe(executions.at(-1).id)
  expect((await commands.ask('workflow.get_execution', { execution_id: firing })).execution.id).toBe(started)
  expect((await commands.ask('workflow.list_execution_events', { execution_id: firing })).events).toEqual(
    (await commands.ask('workflow.list_execution_events', { execution_id: started })).events,
  )
})
