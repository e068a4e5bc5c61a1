import { expect, it } from 'vitest'
import { createEmulator, type TriggerInput } from '../../index.ts'

/** Statements of the journal for a call whose answer meets these faults. */
function shownBy(id: number | undefined, ...faults: object[]) {
  const emulator = createEmulator()
  const session = emulator.connect({ url: '/v1/realtime?api_key=svc-key-ada-admin', send() {}, close() {} })
  emulator.triggers.add({ when: { command: 'workflow.list_sessions' }, do: faults } as TriggerInput)
  session.receive(JSON.stringify({ jsonrpc: '2.0', id, method: 'workflow.list_sessions', params: { org_id: 'acme' } }))
  const { clauses, assumptions } = emulator.journal.entries()[0]!
  return [...clauses, ...assumptions]
}

it('an answer that nobody sees shows nothing', () => {
  expect(shownBy(1, { duplicate: true })).toContain('pagination.record.workflow-list-sessions')
  expect(shownBy(undefined, { duplicate: true })).toEqual([])
  expect(shownBy(1, { lose_response: true })).toEqual([])
  expect(shownBy(1, { duplicate: true }, { lose_response: true })).toEqual([])
})

it('a failure that a trigger made up shows nothing of the emulator, not even that the caller was known', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: { fail: { status: 503 } } })
  const response = await emulator.fetch('/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  expect(response.status).toBe(503)
  const { clauses, assumptions } = emulator.journal.entries()[0]!
  expect([...clauses, ...assumptions]).toEqual([])
})
