import { expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { exportState } from './export.ts'
import { applyDifference, differenceFrom, type StateDifference } from './state-difference.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const post = (emulator: Emulator, path: string, body: object) =>
  emulator.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })

/** The difference of a change, through JSON, and both states. */
async function differ(change: (emulator: Emulator) => unknown) {
  const emulator = createEmulator()
  const base = hostOf(emulator).world.fork()
  await change(emulator)
  const difference = differenceFrom(base.snapshot(), emulator.snapshot())
  const again = base.fork()
  applyDifference(again, JSON.parse(JSON.stringify(difference)) as StateDifference)
  return { difference, again, emulator }
}

it('is empty for a world that was only read', async () => {
  const { difference } = await differ((emulator) => emulator.fetch('/v1/users/me', { headers }))
  expect(difference).toEqual({})
})

const changes: Readonly<Record<string, (emulator: Emulator) => unknown>> = {
  'records that come': (emulator) => post(emulator, '/v1/orgs', { name: 'New', alias: 'new' }),
  'a record that changes': (emulator) =>
    emulator.fetch('/v1/orgs/acme', { method: 'PATCH', headers, body: '{"name":"Other"}' }),
  'records that go': (emulator) => emulator.world.orgs.delete(emulator.world.orgs.get('acme')!.id),
  'a record that goes and comes again with its id': (emulator) => {
    const { id } = emulator.world.users.insert({ alias: 'zoe' })
    emulator.world.users.delete(id)
    emulator.world.users.insert({ id, alias: 'zoe2' })
  },
  'work that is due': async (emulator) => {
    await post(emulator, '/v1/blobs/acme', { alias: 'logs', type: 'text' })
    emulator.clock.advance('1s')
  },
  'triggers and settings': (emulator) => {
    emulator.triggers.add({ when: { endpoint: '*' }, do: [{ delay: '1s' }] })
    hostOf(emulator).world.settings = { ...hostOf(emulator).world.settings, node_ms: 7 }
  },
  'the number of varied answers': (emulator) => void (hostOf(emulator).world.state.varied = 5),
  'another seed': (emulator) => emulator.restore({ ...emulator.snapshot(), seed: 9 }),
  'a table that is emptied': (emulator) => {
    for (const { id } of emulator.world.blobs.list()) emulator.world.blobs.delete(id)
  },
}

it.each(Object.keys(changes))('holds %s, and the world goes on as it would have', async (name) => {
  const { again, emulator } = await differ(changes[name]!)
  expect(exportState(again)).toEqual(exportState(hostOf(emulator).world))
  expect(again.state.nextDue).toBe(hostOf(emulator).world.state.nextDue)
  again.advance(10_000)
  emulator.clock.advance(10_000)
  expect(exportState(again)).toEqual(exportState(hostOf(emulator).world))
})

it('has the rows that changed alone, and a table as a whole where little of it is left', async () => {
  const one = await differ((emulator) => emulator.world.orgs.insert({ alias: 'new' }))
  expect(Object.keys(one.difference)).toEqual(['drawn', 'next_seq', 'rows'])
  expect(one.difference.rows!['orgs']).toHaveLength(1)
  const many = await differ((emulator) => {
    for (const { id } of emulator.world.orgs.list().slice(1)) emulator.world.orgs.delete(id)
  })
  expect(many.difference.removed!['orgs']).toBe('all')
})

it.each<[object, string]>([
  [{ removed: { usrs: 'all' } }, "unknown table 'usrs', did you mean 'users'?"],
  [{ rows: { usrs: [] } }, "unknown table 'usrs', did you mean 'users'?"],
  [{ rows: { users: [[1]] } }, 'users'],
  [{ rows: { orgs: [[900, { id: 'x' }]] } }, 'orgs'],
])('refuses %j', (difference, message) => {
  const world = hostOf(createEmulator()).world.fork()
  expect(() => applyDifference(world, difference as StateDifference)).toThrow(message)
})

it('looks at what changed alone, however much a table holds', () => {
  const emulator = createEmulator()
  for (let n = 0; n < 5_000; n++) emulator.world.users.insert({ alias: `many-${n}` })
  const base = emulator.snapshot()
  emulator.world.users.update('many-2500', { name: 'Changed' })
  emulator.world.users.delete('many-100')
  let looked = 0
  const rows = base.tables.find(({ definition }) => definition.name === 'users')!.rows
  vi.spyOn(rows, 'values').mockImplementation(() => {
    looked++
    return [][Symbol.iterator]()
  })
  const difference = differenceFrom(base, emulator.snapshot())
  expect([difference.rows!['users']!.length, difference.removed!['users']!.length, looked]).toEqual([1, 1, 0])
})
