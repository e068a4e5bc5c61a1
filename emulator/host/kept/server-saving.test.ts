import { beforeEach, expect, it } from 'vitest'
import { createEmulator } from '../../adapters/create-emulator.ts'
import { handle } from '../dispatch.ts'
import type { Emulator } from '../emulator.ts'
import { hostOf, instanceOf } from '../instance-of.ts'
import { RunOptions } from './run-options.ts'
import { ServerSaving } from './server-saving.ts'

const MIB = 1024 * 1024
/** 4 MiB are counted beside the documents: two large records fit, and three do not. */
const settings = { limits: { state_bytes: 7 * MIB } }

let emulator: Emulator
let saving: ServerSaving
beforeEach(() => {
  emulator = createEmulator({ settings })
  const instance = instanceOf(emulator)
  const run = new RunOptions({ settings })
  run.createdFrom({ settings }, instance.host.world, instance.start.world)
  saving = new ServerSaving(instance, run)
  instance.host.saving = saving
})

async function ask(method: string, path: string, body?: string): Promise<{ status: number; body: string }> {
  const headers = ['x-api-key', 'svc-key-ada-admin', 'content-type', 'application/json', 'host', '127.0.0.1']
  const bytes = body === undefined ? null : new TextEncoder().encode(body)
  const answer = await handle(emulator, { method, url: path, headers, body: bytes } as never)
  return { status: answer.status, body: String(answer.body) }
}

const large = (alias: string) => JSON.stringify({ alias, name: 'n'.repeat(900_000) })
const addLarge = async (alias: string) => (await ask('POST', '/v1/orgs', large(alias))).status

it('takes back the export of a world that fits once', async () => {
  expect([await addLarge('one'), await addLarge('two')]).toEqual([200, 200])
  const exported = JSON.stringify(emulator.export())
  expect((await ask('PUT', '/__emulator/export', exported)).status).toBe(200)
  expect((await ask('POST', '/__emulator/worlds', JSON.stringify({ from: 'current' }))).status).toBe(201)
  const again = await ask('PUT', '/__emulator/export', exported)
  expect(again).toMatchObject({ status: 409, body: expect.stringContaining("limit 'state_bytes'") })
})

it('counts a snapshot that takes the place of another once', async () => {
  expect(await addLarge('one')).toBe(200)
  const snapshot = async () => (await ask('POST', '/__emulator/snapshots', '{"name":"mine"}')).status
  for (let round = 0; round < 4; round++) {
    expect(await snapshot()).toBe(201)
    expect((await ask('PATCH', '/v1/orgs/one', JSON.stringify({ name: `${round}`.repeat(900_000) }))).status).toBe(200)
  }
})

it('counts what work that falls due by itself has written', async () => {
  const { orgs } = emulator.world
  const row = { ...orgs.list()[0]!, name: 'n'.repeat(2_900_000) }
  hostOf(emulator).saving = undefined
  orgs.update(row.alias, { name: row.name })
  hostOf(emulator).saving = saving
  saving.noteSave(undefined)
  expect(await addLarge('one')).toBe(403)
})
