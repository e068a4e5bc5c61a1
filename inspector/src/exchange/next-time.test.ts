import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/index.ts'
import { nextTimes, nextTrigger, type NextTime } from './next-time.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

it.each(Object.keys(nextTimes) as NextTime[])('the next request like an entry meets the trigger: %s', async (how) => {
  const emulator = createEmulator()
  const create = () => emulator.fetch('/v1/orgs', { method: 'POST', headers, body: '{"name":"One","alias":"one"}' })
  await create()
  const [entry] = emulator.journal.entries()
  const trigger = nextTrigger(entry!, how)
  expect(trigger).toEqual({
    when: { endpoint: 'POST /orgs', caller: 'ada', params: { name: 'One', alias: 'one' }, first: 1 },
    do: [nextTimes[how].do],
  })
  emulator.triggers.add(trigger as never)
  const answer = create().catch(() => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  expect(emulator.triggers.list()).toMatchObject([{ matched: 1 }])
  for (const gate of emulator.gates) gate.remove()
  await answer
})

it('names the command of a call, and the query of a request', async () => {
  const emulator = createEmulator()
  await emulator.fetch('/v1/workflow/list_sessions', { method: 'POST', headers, body: '{"org_id":"acme"}' })
  await emulator.fetch('/v1/api-keys/target/org/acme?secret=1&limit=2', { headers })
  const [call, listing] = emulator.journal.entries()
  expect(nextTrigger({ ...call!, via: 'socket' }, 'hold')).toMatchObject({
    when: { command: 'workflow.list_sessions', params: { org_id: 'acme' } },
  })
  expect(nextTrigger(listing!, 'late')).toMatchObject({ when: { endpoint: 'GET /api-keys/target/org/acme' } })
})
