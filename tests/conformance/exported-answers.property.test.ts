import fc from 'fast-check'
import { expect, it } from 'vitest'
import { catalog } from '../../emulator/service/catalog.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import { EPOCH, LAST_MS } from '../../emulator/engine/world/clock.ts'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { admittedValues } from '../helpers/shape-values.ts'
import { direct } from './direct.ts'

interface Drawn {
  readonly unit: Unit
  readonly request: () => Request
}

/** Fields that name a record: drawn values name none, and would show refusals alone. */
const namesARecord = (field: string) =>
  (/(?:^|_)id$/.test(field) && field !== 'thread_id') || ['from', 'to', 'start'].includes(field)

/** Path parameters that are free text. */
const freeParams = new Set(['alias', 'name'])

/** Requests of a unit: its sample, with any of its values replaced by others that its shape admits. */
function drawRequests(unit: Unit): fc.Arbitrary<Drawn> {
  const { params = {}, query = {}, body = {}, file, as = ada } = unit.sample ?? {}
  const entries = Object.entries(unit.bodySchema.entries).filter(([field]) => !namesARecord(field))
  const fields = fc.record(Object.fromEntries(entries.map(([field, schema]) => [field, admittedValues(schema)])), {
    requiredKeys: [],
  })
  const own = fc.record({
    fields,
    open: unit.openBody ? fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) : fc.constant({}),
    params: fc.record(
      Object.fromEntries(
        Object.keys(params)
          .filter((name) => freeParams.has(name))
          .map((name) => [
            name,
            fc.oneof(fc.constantFrom('me', ' x', 'a/b', 'x'.repeat(129)), fc.string({ minLength: 1 })),
          ]),
      ),
      { requiredKeys: [] },
    ),
  })
  return own.map((values) => ({
    unit,
    request: () => {
      const given = { ...params, ...values.params } as Record<string, string>
      const path = unit.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name]!))
      const json = JSON.stringify({ ...body, ...values.open, ...values.fields })
      const headers: Record<string, string> = { 'x-api-key': as }
      const upload = unit.transfer === 'upload'
      if (upload) headers['x-request-body'] = json.replace(/[^\x20-\x7e]/g, escaped)
      headers['content-type'] = upload ? 'application/octet-stream' : 'application/json'
      const sent = unit.method === 'GET' ? undefined : upload ? (file ?? 'bytes') : json
      return new Request(`http://emulator/v1${path}?${new URLSearchParams(query)}`, {
        method: unit.method,
        headers,
        ...(sent !== undefined && { body: sent }),
      })
    },
  }))
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** Expects the state that was reached to be exported, imported and started again as it was. */
async function expectToStartAgain(emulator: Emulator, answered: readonly string[] = []): Promise<void> {
  const exported: unknown = JSON.parse(JSON.stringify(emulator.export()))
  const again = createEmulator({ state: exported })
  expect(JSON.parse(JSON.stringify(again.export())), answered.join(', ')).toEqual(exported)
  const replaced = await emulator.fetch(
    new Request('http://127.0.0.1/__emulator/export', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(exported),
    }),
  )
  expect([replaced.status, await replaced.text()], answered.join(', ')).toEqual([200, expect.anything()])
}

async function sendAll(emulator: Emulator, requests: readonly Drawn[]): Promise<string[]> {
  const answered: string[] = []
  for (const { unit, request } of requests) {
    const { status } = await emulator.fetch(request())
    answered.push(`${unit.id} ${status}`)
    expect(status, answered.join(', ')).toBeLessThan(500)
  }
  return answered
}

const ada = 'svc-key-ada-admin'
const base = createEmulator()

it.each(catalog)('what $id answers with success is exported, imported and starts again', async (unit) => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawRequests(unit), { minLength: 1, maxLength: 12 }), async (requests) => {
      const emulator = base.fork()
      await expectToStartAgain(emulator, await sendAll(emulator, requests))
    }),
    { numRuns: 3 },
  )
})

it('so is what all units together answer', async () => {
  const any = fc.oneof(...catalog.map(drawRequests))
  await fc.assert(
    fc.asyncProperty(
      fc.array(any, { minLength: 10, maxLength: 60 }),
      fc.constantFrom(0, 3_000, 3_600_000, LAST_MS - EPOCH - 1_000),
      async (requests, ahead) => {
        const emulator = createEmulator({ settings: { request_ms: 700 } })
        // The last time that can be written is among them.
        if (ahead > 0)
          emulator.world.schedules.list().forEach(({ id }) => emulator.world.schedules.update(id, { enabled: false }))
        if (ahead > 0) emulator.clock.advance(ahead)
        await expectToStartAgain(emulator, await sendAll(emulator, requests))
      },
    ),
    { numRuns: 10 },
  )
})

it.each(['a/b', 'me', ' x', '\u0000', '00000000-0000-4000-8000-00000000000', 'x'.repeat(128)])(
  'a thread may be named %j',
  async (thread_id) => {
    const { api, emulator } = direct()
    const params = { session_id: 'run-02', thread_id, role: 'user', content: 1 }
    expect(await api.post('/workflow/append_session_thread_item', ada, params)).toMatchObject({ status: 200 })
    await expectToStartAgain(emulator)
    expect(emulator.world.threads.insert({ session: 'run-03', name: thread_id })).toMatchObject({ name: thread_id })
    const listed = await api.post('/workflow/list_session_thread_items', ada, { session_id: 'run-02', thread_id })
    expect(listed.body.items).toMatchObject([{ content: 1 }])
  },
)

it.each(['', 'x'.repeat(129)])('no thread is named %j, wherever it comes from', async (thread_id) => {
  const { api, emulator } = direct()
  const params = { session_id: 'run-02', thread_id, role: 'user', content: 1 }
  expect(await api.post('/workflow/append_session_thread_item', ada, params)).toMatchObject({
    status: 400,
    body: { error: 'invalid_request_body', message: expect.stringContaining('thread_id') },
  })
  expect(() => emulator.world.threads.insert({ session: 'run-02', name: thread_id })).toThrow(/^name: expected at/)
})

it('a schedule may be so slow that its time never comes', async () => {
  const { api, emulator } = direct()
  const params = { org_id: 'acme', definition_id: 'ingest', every_seconds: Number.MAX_VALUE }
  expect(await api.post('/scheduler/create_schedule', ada, params)).toMatchObject({ status: 200 })
  await expectToStartAgain(emulator)
})

it('a token may end with the last time that can be written', async () => {
  const { api, emulator } = direct({ start: LAST_MS - 1_000 })
  const { status, body } = await api.post('/users/build-bot/acting-token', ada)
  expect([status, body.expires_at]).toEqual([200, '9999-12-31T23:59:59.999Z'])
  await expectToStartAgain(emulator)
})

it('a file may have parameters that look like bytes', async () => {
  const { api, emulator } = direct()
  for (const parameters of [{ base64: '!' }, { base64: 'AA==' }]) {
    const { status } = await api.request('PUT', '/workflow/sessions/run-01/files/x', {
      as: ada,
      body: 'bytes',
      headers: { 'content-type': 'application/octet-stream', 'x-request-body': JSON.stringify(parameters) },
    })
    expect(status).toBe(200)
    await expectToStartAgain(emulator)
    expect(emulator.world.files.list().at(-1)).toMatchObject({ parameters })
  }
})
