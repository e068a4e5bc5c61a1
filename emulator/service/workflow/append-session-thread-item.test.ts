import { expect, it } from 'vitest'
import { Commands } from '../../../tests/conformance/commands.ts'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('a name that was never used makes a thread, and its items stay in it', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const append = (thread_id: string, content: unknown) =>
    commands.ask('workflow.append_session_thread_item', { session_id: 'run-02', thread_id, role: 'user', content })
  const first = (await append('notes', { text: 'one' })).item
  const second = (await append('notes', null)).item
  expect(second.thread_id).toBe(first.thread_id)
  expect((await append(first.thread_id, 3)).item.thread_id).toBe(first.thread_id)
  expect((await append('other', 4)).item.thread_id).not.toBe(first.thread_id)
  expect(
    emulator.world.threads.list({ session_id: emulator.world.sessions.get('run-02')!.id }).map(({ name }) => name),
  ).toEqual(['notes', 'other'])
})

it('a UUID that is no thread of the session is refused, and makes none', async () => {
  const { api, emulator } = direct()
  const commands = new Commands(api, 'http')
  const params = { session_id: 'run-02', thread_id: '00000000-0000-4000-8000-000000000501', role: 'user', content: 1 }
  expect(await commands.call('workflow.append_session_thread_item', params, admin)).toMatchObject({
    error: 'invalid_request_body',
    message: expect.stringContaining('run-02'),
  })
  expect(emulator.world.threads.size).toBe(1)
})

it('content must be given', async () => {
  const { api } = direct()
  const commands = new Commands(api, 'http')
  const reply = await commands.call(
    'workflow.append_session_thread_item',
    { session_id: 'run-01', thread_id: 'main', role: 'user' },
    admin,
  )
  expect(reply).toMatchObject({ error: 'invalid_request_body', message: expect.stringContaining('content') })
})
