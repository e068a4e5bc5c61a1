import fc from 'fast-check'
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

const ways = ['answer', 'insert', 'trigger', 'put'] as const
type Way = (typeof ways)[number]

const ada = { 'x-api-key': 'svc-key-ada-admin' }

/** Makes an org in one way, with an id where one is given. Returns the status; 200 for what cannot be refused. */
async function makeOrg(emulator: Emulator, way: Way, alias: string, id?: string): Promise<number> {
  const given = { alias, name: alias, ...(id !== undefined && { id }) }
  if (way === 'insert') emulator.world.orgs.insert(given)
  if (way === 'insert') return 200
  if (way === 'trigger') {
    const trigger = { when: { endpoint: 'GET /users/me', first: 1 }, do: { insert: { orgs: given } } }
    emulator.triggers.add(trigger as never)
    return (await emulator.fetch('http://emulator/v1/users/me', { headers: ada })).status
  }
  const [path, method] =
    way === 'put' && id !== undefined ? [`__emulator/state/orgs/${id}`, 'PUT'] : ['v1/orgs', 'POST']
  const body = JSON.stringify(method === 'PUT' ? given : { alias, name: alias })
  const headers = { ...ada, 'content-type': 'application/json' }
  return (await emulator.fetch(`http://emulator/${path}`, { method, headers, body })).status
}

it('goes on after any way to make a record, with ids that would be drawn next', async () => {
  // Ids that an equal world draws, one after another.
  const drawn = createEmulator()
  const ids = Array.from({ length: 12 }, (_, n) => drawn.world.orgs.insert({ alias: `drawn-${n}` }).id)
  const step = fc.record({ way: fc.constantFrom(...ways), next: fc.option(fc.nat({ max: 11 }), { nil: undefined }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const emulator = createEmulator()
      for (const [n, { way, next }] of steps.entries()) {
        const id = next === undefined ? undefined : ids[next]
        const isTaken = id === undefined || emulator.world.orgs.get(id) !== undefined
        expect(await makeOrg(emulator, way, `step-${n}`, isTaken ? undefined : id)).toBeLessThan(300)
        expect(emulator.world.orgs.get(`step-${n}`)).toBeDefined()
      }
      const again = createEmulator({ state: emulator.export() })
      expect(await makeOrg(again, 'answer', 'last')).toBeLessThan(300)
    }),
    { numRuns: 40 },
  )
})
