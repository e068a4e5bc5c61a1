import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../index.ts'
import { handle } from '../../host/dispatch.ts'
import { sampleRequest } from '../../host/examples.ts'
import type { WireResponse } from '../kernel/wire.ts'
import { loadScenario } from '../../scenario/index.ts'
import { catalog } from '../../service/catalog.ts'
import { tables } from './tables/index.ts'

const writing = catalog.filter(({ method, sample }) => sample !== undefined && method !== 'GET' && method !== 'DELETE')

/** Does the sample of each unit that writes; `n` makes aliases of its own. Returns statuses and messages of defects. */
function writeAll(emulator: Emulator, n: number): string[] {
  return writing.flatMap((unit) => {
    const { alias, ...body } = { ...unit.sample!.body } as Record<string, unknown>
    const given = alias === undefined ? body : { ...body, alias: `${String(alias)}-${n}` }
    const { status, body: text } = handle(
      emulator,
      sampleRequest(unit, { ...unit.sample!, body: given }),
    ) as WireResponse
    return status >= 500 ? [`${unit.id}: ${String(text)}`] : []
  })
}

/** The records of a world as those of a scenario, with their ids and secrets. */
function listRecords(emulator: Emulator): Record<string, unknown[]> {
  const known = Object.values(tables).filter(({ internal }) => internal !== true)
  const { tables: all } = emulator.export()
  return Object.fromEntries(known.map(({ name }) => [name, (all[name] ?? []).map(([, record]) => record)]))
}

async function startWith(name: string, records: object): Promise<Emulator> {
  const document = { scenario: 1, name, world: { fixtures: [], records } } as never
  return createEmulator({ scenario: await loadScenario(document) })
}

it('goes on in a world that is written down with its ids and secrets, for each table whose ids are drawn', async () => {
  const first = createEmulator()
  expect(writeAll(first, 1)).toEqual([])
  const records = listRecords(first)
  const again = await startWith('again', records)
  expect(writeAll(again, 2)).toEqual([])
  expect(again.world.orgs.list().length).toBeGreaterThan(first.world.orgs.list().length)
  const twice = createEmulator({ state: again.export() })
  expect(writeAll(twice, 3)).toEqual([])
})

it('draws again until an id or a secret is free', () => {
  const first = createEmulator()
  const [org, key] = [
    first.world.orgs.insert({ alias: 'one' }),
    { role: 'read', target: 'org', created_by_user_id: 'ada' } as const,
  ]
  const minted = first.world.api_keys.insert({ ...key, target_id: 'one' })
  const second = createEmulator()
  second.world.orgs.insert({ id: org.id, alias: 'taken' })
  second.world.api_keys.insert({ ...key, target_id: 'taken', key: minted.key })
  expect(second.world.orgs.insert({ alias: 'two' }).id).not.toBe(org.id)
  expect(second.world.api_keys.insert({ ...key, target_id: 'two' }).key).not.toBe(minted.key)
})

it('takes no id that a later record of the same document has', async () => {
  const drawn = createEmulator({ fixtures: [] }).world.orgs.insert({ alias: 'one' }).id
  const records = { orgs: [{ alias: 'first' }, { alias: 'second', id: drawn }] }
  const emulator = await startWith('later', records)
  expect(emulator.world.orgs.get('second')?.id).toBe(drawn)
})
