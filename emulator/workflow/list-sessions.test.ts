import { expect, it } from 'vitest'
import { Commands } from '../conformance/commands.ts'
import { direct } from '../conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('says how to go on with what it answered', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const first = await commands.ask('workflow.list_sessions', { org_id: 'acme' })
  expect(first.last_session_id).toBe(first.sessions[9].id)
  const reply = await commands.call('workflow.list_sessions', { org_id: 'acme', last_session_id: first.last_session_id }, admin)
  expect(reply).toMatchObject({ error: 'invalid_request_body', message: expect.stringContaining('start_session_id') })
})
