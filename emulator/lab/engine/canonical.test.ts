import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { applyChange } from '../../host/apply-change.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { World } from '../../engine/world/world.ts'
import { canonicalWorld, listRecords, isWorldBetween, worldDifferences, type Canonical } from './canonical.ts'

const base = createEmulator()
const differences = (change: (world: World) => void): string[] => {
  const { world } = hostOf(base.fork())
  const start = world.fork()
  change(world)
  return worldDifferences(canonicalWorld(start, start), canonicalWorld(world, start))
}
const schedule = Array.from(hostOf(base).world.schedules.rows(), ({ record }) => record).find(({ enabled }) => enabled)

it('what schedules begin while time passes is no difference', () => {
  expect(
    differences((world) => {
      const { size } = world.firings
      world.advance(schedule!.every_seconds * 1000)
      expect(world.firings.size).toBeGreaterThan(size)
    }),
  ).toEqual([])
})

it('a schedule that was switched off is one', () => {
  expect(differences((world) => void world.schedules.update(schedule!.id, { enabled: false }))).toEqual([
    expect.stringContaining(`+ schedules {"id":"${schedule!.id}"`),
  ])
})

const session_id = '00000000-0000-4000-8000-000000000201'
const put = (world: World, key: string) => applyChange(world, { insert: { objects: { session_id, key, value: 1 } } })

it('the key of an object is what the client chose, and no secret that is drawn', () => {
  const one = hostOf(base.fork()).world
  const start = one.fork()
  const other = one.fork()
  put(one, 'left')
  put(other, 'right')
  expect(worldDifferences(canonicalWorld(one, start), canonicalWorld(other, start))).toEqual([
    expect.stringMatching(/^\+ objects .*"key":"right"/),
    expect.stringMatching(/^- objects .*"key":"left"/),
  ])
})

it('bytes are told apart by what they are, in a line', () => {
  const file = (text: string) => (world: World) =>
    applyChange(world, { insert: { files: { session_id, name: 'a.txt', data: { base64: btoa(text) } } } })
  expect(differences(file('hello'))).toEqual([expect.stringMatching(/"data":"bytes:5:\d+"/)])
  expect(differences(file('hallo'))).not.toEqual(differences(file('hello')))
})

describe('a world between two that are right', () => {
  const holding = (...orgs: string[]): Canonical => ({
    tables: new Map([['orgs', orgs.toSorted()]]),
    labels: new Map(),
  })
  const between = (...orgs: string[]) =>
    isWorldBetween(holding(...orgs), holding('both', 'a', 'b'), holding('both', 'c', 'd'))

  it.each([[['both', 'a', 'b']], [['both', 'c', 'd']], [['both', 'a', 'd']]])('may hold %j', (orgs) => {
    expect(between(...orgs)).toBe(true)
  })

  it.each([
    ['lacks what both have', ['a', 'b', 'c']],
    ['has what neither has', ['both', 'a', 'x']],
    ['has a record twice', ['both', 'a', 'a']],
    ['has too many', ['both', 'a', 'b', 'c']],
    ['has too few', ['both', 'a']],
  ])('%s: it is none', (_, orgs) => {
    expect(between(...orgs)).toBe(false)
  })
})

describe('what a client wrote down of what was drawn', () => {
  const written = (id: string, key: string, at: string) => {
    const { world } = hostOf(base.fork())
    const start = world.fork()
    applyChange(world, {
      insert: { api_keys: { id, key, role: 'read', target: 'user', target_id: 'ada', created_by: 'ada' } },
    })
    applyChange(world, {
      insert: { objects: { session_id, key: 'note', value: { text: `minted ${id} at ${at}`, key } } },
    })
    return canonicalWorld(world, start)
  }
  const one = () => written('10000000-0000-4000-8000-000000000001', 'svc-0123456789abcdef', '2026-01-01T00:00:01.250Z')

  it('stands for what it names: an id within a text, a secret in another record, a time', () => {
    expect(
      worldDifferences(
        one(),
        written('10000000-0000-4000-8000-000000000002', 'svc-fedcba9876543210', '2026-01-01T00:00:07.000Z'),
      ),
    ).toEqual([])
  })

  it('is another where it names another record', () => {
    const other = written('10000000-0000-4000-8000-000000000001', 'svc-0123456789abcdef', 'the wrong place')
    expect(worldDifferences(one(), other)).toEqual([
      expect.stringMatching(/^\+ objects .*the wrong place/),
      expect.stringMatching(/^- objects /),
    ])
  })
})

it('an alias that nobody chose is none to compare, in no table and no text', () => {
  const made = (id: string, alias: string) => {
    const { world } = hostOf(base.fork())
    const start = world.fork()
    applyChange(world, { insert: { orgs: { id, alias, name: 'Data' } } })
    applyChange(world, { insert: { objects: { session_id, key: 'note', value: `made ${alias}` } } })
    return canonicalWorld(world, start)
  }
  const drawn = made('10000000-0000-4000-8000-000000000001', 'org-10000000')
  expect(worldDifferences(drawn, made('20000000-0000-4000-8000-000000000001', 'org-20000000'))).toEqual([])
  expect(worldDifferences(drawn, made('20000000-0000-4000-8000-000000000001', 'org-30000000')).length).toBeGreaterThan(
    0,
  )
})

it('worlds of many records are compared in one pass', () => {
  const texts = Array.from({ length: 20_000 }, (_, n) => `{"n":${String(n).padStart(5, '0')}}`)
  const holding = (records: readonly string[]): Canonical => ({
    tables: new Map([['orgs', records]]),
    labels: new Map(),
  })
  const [first, second] = [holding(texts), holding(texts.map((text) => text.replace('n', 'm')))]
  expect(worldDifferences(first, second)).toHaveLength(40_000)
  expect(
    isWorldBetween(holding([...texts.slice(0, 10_000), ...listRecords(second, 'orgs').slice(10_000)]), first, second),
  ).toBe(true)
})
