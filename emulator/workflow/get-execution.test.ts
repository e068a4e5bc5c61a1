import { expect, it } from 'vitest'
import { Commands } from '../conformance/commands.ts'
import { direct } from '../conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('knows executions by id alone', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  expect((await commands.ask('workflow.get_execution', { execution_id: '00000000-0000-4000-8000-000000000301' })).execution).toMatchObject({ status: 'succeeded', input: null })
  expect(await commands.call('workflow.get_execution', { execution_id: 'first' }, admin)).toMatchObject({ error: 'execution_not_found' })
})
