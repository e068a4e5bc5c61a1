import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('answers 404 for an unknown session', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  expect(await commands.call('workflow.get_session', { session_id: 'run-99' }, admin)).toMatchObject({
    error: 'session_not_found',
    message: expect.stringContaining('run-99'),
  })
})
