import { describe, expect, test } from 'vitest'
import { anyText } from '../../../tests/helpers/any-text.ts'
import { completeRecord } from '../../../tests/helpers/complete-record.ts'
import { cases } from '../../../tests/helpers/cases.ts'
import { createEmulator } from '../../index.ts'
import { EmulatorError } from '../checking/emulator-error.ts'
import { isUuid } from '../../contract/uuid.ts'
import { utf8Length } from './row.ts'
import { orgs } from './tables/orgs.ts'
import { createWorld } from './world.ts'
import fc from 'fast-check'
import { hostOf } from '../../host/instance-of.ts'

const upper = '00000000-0000-4000-8000-0000000000AB'

test.each([
  ['00000000-0000-0000-0000-000000000000', true],
  ['0123abcd-ffff-4000-8000-0123456789ab', true],
  [upper, false],
  ['00000000-0000-4000-8000-0000000000a', false],
  ['00000000-0000-4000-8000-0000000000abc', false],
  ['{0000000-0000-4000-8000-0000000000ab', false],
  ['000000000000400080000000000000ab', false],
  ['', false],
  ['acme', false],
  ['00000000-0000-4000-8000-0000000000ag', false],
  ['0000000-00000-4000-8000-0000000000ab', false],
])("whether '%s' has the shape of a UUID: %s", (text, expected) => {
  expect(isUuid(text)).toBe(expected)
})

test('a reference of UUID shape is an id and never an alias; any other is an alias', () => {
  const { world } = hostOf(createEmulator({ fixtures: [] }))
  const make = (id: string, alias: string) => world.orgs.insert(completeRecord(orgs, { id, alias }))
  const one = make('00000000-0000-4000-8000-000000000001', upper)
  const two = make('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001')
  expect(world.orgs.find(one.id)).toBe(one)
  expect(world.orgs.find(upper)).toBe(one)
  expect(world.orgs.find(two.id)).toBe(two)
  expect(world.orgs.find('ACME')).toBeUndefined()
})

test('records cannot be changed from outside, at any depth; an update makes a new one in the old place', () => {
  const { world } = hostOf(createEmulator())
  const before = world.definitions.find('ingest')!
  expect(() => Object.assign(before, { alias: 'x' })).toThrow(TypeError)
  expect(() => (before.body.nodes as unknown[]).push({})).toThrow(TypeError)
  const { seq } = world.definitions.row(before.id)!
  const after = world.definitions.update(before.id, { alias: 'renamed' })
  expect([before.alias, after.alias, world.definitions.row(before.id)!.seq]).toEqual(['ingest', 'renamed', seq])
  expect([world.definitions.find('ingest'), world.definitions.find('renamed')]).toEqual([undefined, after])
})

test('an index gives the new record, whether its fields changed or others', () => {
  const { world } = hostOf(createEmulator())
  const blob = world.blobs.find('weights')!
  const ofOrg = (id: string) => [...world.blobs.by('org', id)].find((each) => each.id === blob.id)
  const shown = world.blobs.update(blob.id, { visibility: 'public' })
  expect(ofOrg(blob.org_id)).toBe(shown)
  const elsewhere = [...world.orgs.rows()].find(({ record }) => record.id !== blob.org_id)!.record.id
  const moved = world.blobs.update(blob.id, { org_id: elsewhere })
  expect([ofOrg(blob.org_id), ofOrg(elsewhere)]).toEqual([undefined, moved])
})

test('an unknown index is a mistake of the caller', () => {
  const { world } = hostOf(createEmulator())
  expect(() => world.orgs.by('nothing' as never)).toThrow("table 'orgs' has no index 'nothing'")
})

test('the length of text in UTF-8 is what encoding it gives', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.string({ unit: 'grapheme' })), (text) => {
      const json = JSON.stringify(text)
      expect(utf8Length(json)).toBe(new TextEncoder().encode(json).length)
    }),
  )
})

test('rows that go together leave what they leave when they go one by one', () => {
  const fixture = {
    fixture: 1,
    name: 'many',
    records: { orgs: [{ alias: 'many' }] },
    generate: {
      users: { count: 30, alias: 'm-{n}' },
      members: { count: 30, user: 'm-{n}', target: 'org', target_id: 'many' },
    },
  }
  const emulator = createEmulator({ fixtures: ['starter', fixture as never] })
  const org = emulator.world.orgs.get('many')!
  const all = emulator.world.members.list()
  fc.assert(
    fc.property(fc.subarray(all.map(({ id }) => id)), (ids) => {
      const [{ world: together }, { world: apart }] = [hostOf(emulator.fork()), hostOf(emulator.fork())]
      together.members.removeRows(new Set(ids))
      for (const id of ids) apart.members.removeRow(id)
      const looks = [together, apart].map(({ members }) => ({
        size: members.size,
        rows: [...members.rows()],
        found: all.map(({ id }) => members.get(id)),
        ofOrg: [...members.by('target', org.id)],
        howMany: members.by('target', org.id).count(),
        ofUsers: all.map(({ user_id: user }) => [...members.by('user', user)]),
      }))
      expect(looks[0]).toEqual(looks[1])
      expect(hostOf(emulator).world.members.size).toBe(all.length)
      together.members.insert({ ...all[0]!, id: '00000000-0000-4000-8000-00000000ffff' })
      expect(together.members.size).toBe(all.length - ids.length + 1)
    }),
    cases(100),
  )
})

test('a look-up by a field that is not unique finds nothing', () => {
  const { world } = hostOf(createEmulator())
  expect([
    world.orgs.with('name', 'Acme'),
    world.orgs.with('alias', 'nobody'),
    world.orgs.with('alias', 'acme')?.alias,
  ]).toEqual([undefined, undefined, 'acme'])
})

describe('rows among which are all that match', () => {
  const world = createWorld()
  const entry = (n: number, target: string, alias: string, key: string) =>
    world.metadata.insert({
      id: world.ids.uuid(),
      target: 'blob',
      target_id: target,
      alias,
      key,
      value: n,
      created_at: '2026-01-01T00:00:00.000Z',
    })
  for (const [n, [target, alias, key]] of [
    ['t1', 'z', 'a'],
    ['t2', 'a', 'a'],
    ['t1', 'a', 'b'],
    ['t1', 'a', 'a'],
    ['t1', 'z', 'b'],
  ].entries())
    entry(n, target!, alias!, key!)
  const found = (match: object) => Array.from(world.metadata.candidates(match), ({ record }) => record.value)

  test('are read by the index that tells most of them, in order of creation', () => {
    expect(found({ target_id: 't1' })).toEqual([0, 2, 3, 4])
    expect(found({ target_id: 't1', alias: 'a' })).toEqual([2, 3])
    expect(found({ target_id: 't1', alias: 'a', key: 'a' })).toEqual([3])
    expect(found({ key: 'a', target_id: 't1' })).toEqual([0, 2, 3, 4])
    expect(found({ target_id: 't3', alias: 'a' })).toEqual([])
  })

  test('are all where no index begins with a field that is given', () => {
    for (const match of [{}, { key: 'a' }, { alias: 'a', key: 'a' }, { target_id: null }])
      expect(found(match)).toEqual([0, 1, 2, 3, 4])
  })

  test('is the one that holds a unique value', () => {
    const { id } = [...world.metadata.rows()][2]!.record
    expect([found({ id, target_id: 't9' }), found({ id: 'x' })]).toEqual([[2], []])
  })

  test('are told by numbers too', () => {
    for (const due of [5, 6, 5]) world.schedule('x', due, 'operations', 'o', due)
    expect(Array.from(world.pending.candidates({ due_ms: 5 }), ({ record }) => record.data)).toEqual([5, 5])
  })
})

test('a record is completed with what its table derives, in the order of its fields, and with nothing else', () => {
  const world = createWorld({ seed: 4 })
  const whole = world.users.create({ type: 'service', alias: 'x', name: undefined })
  expect(Object.keys(whole)).toEqual(['id', 'name', 'alias', 'type', 'status', 'owner_user_id', 'created_at'])
  expect([whole.id, whole.name]).toEqual([createWorld({ seed: 4 }).ids.uuid(), 'x'])
  const given = '00000000-0000-4000-8000-00000000000a'
  expect([world.users.create({ id: given, alias: 'y' }).id, world.drawn]).toEqual([given, 1])
})

test('a record that is wrong is not created, and leaves later ids as they were', () => {
  const world = createWorld({ seed: 4 })
  const wrong = [{ alias: '' }, { alias: 'x', extra: 1 }, { name: 'x' }, { alias: 'x', owner_user_id: 'ada' }]
  for (const fields of wrong) expect(() => world.users.create(fields as never)).toThrow(EmulatorError)
  expect([world.users.size, world.drawn, world.state.version]).toEqual([0, 0, 0])
})
