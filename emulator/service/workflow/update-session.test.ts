import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('a session may keep its own alias', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  expect((await commands.ask('workflow.update_session', { session_id: 'run-01', alias: 'run-01' })).session.alias).toBe(
    'run-01',
  )
  expect(
    await commands.call('workflow.update_session', { session_id: 'run-01', definition_id: 'report' }, admin),
  ).toMatchObject({ error: 'invalid_request_body' })
})
