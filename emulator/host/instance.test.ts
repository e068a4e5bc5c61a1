import { describe, expect, it } from 'vitest'
import { starter } from '../../tests/conformance/direct.ts'
import { Api } from '../../tests/conformance/api.ts'
import { createEmulator, type Emulator } from '../index.ts'

const ada = 'svc-key-ada-admin'
const deletedRecord = 'pagination.record.deleted-record'

const makeApi = (emulator: Emulator) => new Api('http://emulator/v1', (request) => emulator.fetch(request))
const exercised = (emulator: Emulator) =>
  emulator
    .coverage()
    .clauses.items.filter(({ count }) => count > 0)
    .map(({ id }) => id)

async function firstPage(emulator: Emulator): Promise<string> {
  const { body } = await makeApi(emulator).post('/workflow/list_sessions', ada, { org_id: 'acme' })
  return body.last_session_id
}

/** Resumes a listing at a missing session. */
async function resume(emulator: Emulator, id: string): Promise<boolean> {
  if (emulator.world.sessions.get(id) !== undefined) emulator.world.sessions.delete(id)
  const { body } = await makeApi(emulator).post('/workflow/list_sessions', ada, {
    org_id: 'acme',
    start_session_id: id,
  })
  expect(body.error).toBe('internal_error')
  return exercised(emulator).includes(deletedRecord)
}

describe('whether a page token was answered', () => {
  it('a reset forgets', async () => {
    const emulator = createEmulator()
    const id = await firstPage(emulator)
    expect(await resume(emulator.fork(), id)).toBe(true)
    emulator.reset()
    expect(await resume(emulator, id)).toBe(false)
  })

  it('a fork knows of its world, and its world nothing of what the fork answers', async () => {
    const emulator = createEmulator()
    const first = emulator.fork()
    const id = await firstPage(first)
    expect(await resume(first.fork(), id)).toBe(true)
    expect(await resume(first.fork({ from: 'start' }), id)).toBe(false)
    expect(await resume(emulator, id)).toBe(false)
  })

  it('a fork at an entry knows of what came before it', async () => {
    const emulator = createEmulator({ trace: true })
    const id = await firstPage(emulator)
    await makeApi(emulator).post('/workflow/create_session', ada, { org_id: 'acme', alias: 'late' })
    const late = await firstPage(emulator)
    await makeApi(emulator).post('/workflow/list_sessions', ada, { org_id: 'acme', start_session_id: late })
    expect(await resume(emulator.fork({ at: 1 }), id)).toBe(true)
    expect(await resume(emulator.fork({ at: 1 }), late)).toBe(false)
  })

  it('holds for the shape in which `vary` answers it', async () => {
    const emulator = createEmulator({ settings: { unspecified: 'vary', otherwise: [] }, seed: 3 })
    const api = makeApi(emulator)
    const { body } = await api.post('/workflow/list_executions', ada, { org_id: 'acme' })
    const id: string = body.last_execution_id
    emulator.world.executions.delete(id)
    await api.post('/workflow/list_executions', ada, { org_id: 'acme', start_execution_id: id })
    expect(exercised(emulator)).toContain(deletedRecord)
  })
})

it('a fork varies its next answer as its world does', async () => {
  const emulator = createEmulator({ settings: { unspecified: 'vary', otherwise: [] } })
  const ask = async (world: Emulator) =>
    (await world.fetch(`/v1/revisions/${starter.revision.committed}`, { headers: { 'x-api-key': ada } })).text()
  for (let n = 0; n < 5; n++) {
    const fork = emulator.fork()
    expect(await ask(fork)).toBe(await ask(emulator))
  }
})
