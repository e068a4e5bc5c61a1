import { setupServer } from 'msw/node'
import { createEmulator } from 'svc-emulator'
import { createHandlers } from 'svc-emulator/msw'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listSessions, runToEnd } from './sessions.js'

const emulator = createEmulator()
const server = setupServer(...createHandlers(emulator, { baseUrl: 'https://api.example.com/v1' }))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => emulator.reset())
afterAll(() => server.close())

test('reads every page, newest first', async () => {
  const sessions = await listSessions('svc-key-ada-admin', 'acme')
  expect(sessions).toHaveLength(25)
  expect(sessions[0].alias).toBe('run-25')
  expect(emulator.verify({ command: 'workflow.list_sessions', caller: 'ada' }, { times: 3 }).ok).toBe(true)
})

test('sees what the test arranged', async () => {
  emulator.world.sessions.insert({ alias: 'of-this-test', org: 'acme' })
  const [newest] = await listSessions('svc-key-ada-admin', 'acme')
  expect(newest.alias).toBe('of-this-test')
})

test('asks again when a page fails once', async () => {
  emulator.triggers.add({
    when: { command: 'workflow.list_sessions', nth: 2 },
    do: { fail: { error: 'internal_error' } },
  })
  expect(await listSessions('svc-key-ada-admin', 'acme')).toHaveLength(25)
})

test('gives up when the record that the cursor names is gone', async () => {
  emulator.triggers.add({
    when: { command: 'workflow.list_sessions', nth: 1, at: 'after' },
    do: { delete: { sessions: 'run-16' } },
  })
  await expect(listSessions('svc-key-ada-admin', 'acme')).rejects.toMatchObject({ code: 'internal_error' })
})

test('a refusal is not asked again', async () => {
  await expect(listSessions('svc-key-ada-admin', 'ben-lab')).rejects.toMatchObject({ code: 'org_not_found' })
  expect(emulator.journal.entries()).toHaveLength(1)
})

test('an execution runs to its end in world time: the test does not wait', async () => {
  const execution = await runToEnd('svc-key-ada-admin', 'ingest', () => emulator.clock.advance('1s'))
  expect(execution.status).toBe('succeeded')
})

test('met the documented behaviour that it is about', async () => {
  await listSessions('svc-key-ada-admin', 'acme')
  const met = emulator
    .coverage()
    .clauses.items.filter(({ count }) => count > 0)
    .map(({ id }) => id)
  expect(met).toEqual(
    expect.arrayContaining(['pagination.record.page-of-ten', 'pagination.record.resumes-at-start-id']),
  )
})
