import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('says how to go on with what it answered', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const first = await commands.ask('workflow.list_sessions', { org_id: 'acme' })
  expect(first.last_session_id).toBe(first.sessions[9].id)
  const reply = await commands.call(
    'workflow.list_sessions',
    { org_id: 'acme', last_session_id: first.last_session_id },
    admin,
  )
  expect(reply).toMatchObject({ error: 'invalid_request_body', message: expect.stringContaining('start_session_id') })
})

it('says "any more" only of a session that was there: not of an alias, nor of a session of another organization', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const { last_session_id: last } = await commands.ask('workflow.list_sessions', { org_id: 'acme' })
  const other = emulator.world.sessions.insert({ org: 'ada-lab' }).id
  for (const start of ['run-01', other]) {
    const { message } = await commands.call(
      'workflow.list_sessions',
      { org_id: 'acme', start_session_id: start },
      admin,
    )
    expect(message).toBe(`The listing cannot resume: it holds no session with the id '${start}'.`)
  }
  emulator.world.sessions.delete(last)
  const { message } = await commands.call('workflow.list_sessions', { org_id: 'acme', start_session_id: last }, admin)
  expect(message).toBe(`The listing cannot resume: it holds no session '${last}' any more.`)
})
