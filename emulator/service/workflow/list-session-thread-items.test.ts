import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('lists by name or UUID, and a name that was never used as empty', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const list = async (thread_id: string, session_id = 'run-01') =>
    (await commands.ask('workflow.list_session_thread_items', { session_id, thread_id, limit: 100 })).items
  expect(await list('main')).toHaveLength(60)
  expect(await list('00000000-0000-4000-8000-000000000501')).toEqual(await list('main'))
  expect(await list('never')).toEqual([])
  expect(await list('main', 'run-02')).toEqual([])
  expect((await list('main'))[0]).toMatchObject({ role: 'user', content: 'Item 1' })
})

it('refuses the UUID of a thread of another session', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const params = { session_id: 'run-02', thread_id: '00000000-0000-4000-8000-000000000501' }
  expect(await commands.call('workflow.list_session_thread_items', params, admin)).toMatchObject({
    error: 'invalid_request_body',
  })
})
