import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('answers the objects of the session alone, oldest first', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  await commands.ask('workflow.put_session_object', { session_id: 'run-02', key: 'elsewhere', value: 1 })
  const { objects } = await commands.ask('workflow.list_session_objects', { session_id: 'run-01', limit: 3 })
  expect(objects).toMatchObject([
    { key: 'object-001', value: { size: 1 } },
    { key: 'object-002' },
    { key: 'object-003' },
  ])
  expect(await commands.call('workflow.list_session_objects', { session_id: 'run-99' }, admin)).toMatchObject({
    error: 'session_not_found',
  })
})
