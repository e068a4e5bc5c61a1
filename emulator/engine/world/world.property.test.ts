import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeRecord } from '../../../tests/helpers/complete-record.ts'
import { cases } from '../../../tests/helpers/cases.ts'
import type { BaseRecord, Row } from './row.ts'
import type { Metadata } from './tables/metadata.ts'
import { orgs, type Org } from './tables/orgs.ts'
import { createWorld, type World } from './world.ts'
import type { Snapshot } from './world-state.ts'

/** Model of a world: its records in order of creation. */
interface Model {
  orgs: Map<string, Org>
  metadata: Map<string, Metadata>
}

/** All aliases of the current run, released ones included. */
const everHeld = new Set<string>()

interface Branch {
  readonly world: World
  model: Model
}

const places = ['p1', 'p2', 'p3']
const words = ['a', 'b', 'ab', 'ä', '']
const values = [null, 'x', 'é🙂', { deep: [1, 'ü'] }, '\ud800', 7]

const pick = fc.nat(60)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('insert' as const), a: pick, b: pick, c: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('update' as const), a: pick, b: pick, c: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), a: pick, b: pick, c: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('fork' as const, 'snapshot' as const, 'restore' as const),
      a: pick,
      b: pick,
      c: pick,
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const copy = ({ orgs, metadata }: Model): Model => ({ orgs: new Map(orgs), metadata: new Map(metadata) })
const at = <T>(list: readonly T[], n: number): T => list[n % list.length]!

function org(world: World, { a, b }: Step): Org {
  const draft = { id: world.ids.uuid(), name: at(words, b), alias: `org-${a}-${world.state.seq}` }
  return completeRecord(orgs, { ...draft, visibility: a % 2 ? 'public' : 'private' }, world)
}

function entry(world: World, { a, b, c }: Step): Metadata {
  return {
    id: world.ids.uuid(),
    target: 'blob',
    target_id: at(places, a),
    alias: at(words, b),
    key: at(words, c),
    value: at(values, a + c),
    created_at: '2026-01-01T00:00:00.000Z',
  }
}

function write({ world, model }: Branch, each: Step): void {
  const onOrgs = each.a % 3 === 0
  if (each.kind === 'insert') {
    if (onOrgs) {
      const record = org(world, each)
      everHeld.add(record.alias)
      model.orgs.set(record.id, world.orgs.insert(record))
    } else {
      const record = entry(world, each)
      model.metadata.set(record.id, world.metadata.insert(record))
    }
    return
  }
  const id = at([...(onOrgs ? model.orgs : model.metadata).keys(), 'nothing'], each.b)
  if (each.kind === 'delete') {
    expect(onOrgs ? world.orgs.delete(id) : world.metadata.delete(id)).toBe(
      Number(onOrgs ? model.orgs.delete(id) : model.metadata.delete(id)),
    )
  } else if (id === 'nothing') expect(() => world.orgs.update(id, {})).toThrow('holds no record')
  else if (onOrgs) {
    const changes = {
      alias: each.c % 2 ? `moved-${world.state.version}` : model.orgs.get(id)!.alias,
      name: at(words, each.c),
    }
    everHeld.add(changes.alias)
    world.orgs.update(id, changes)
    model.orgs.set(id, { ...model.orgs.get(id)!, ...changes })
  } else {
    const changes = { target_id: at(places, each.c), value: at(values, each.c) }
    world.metadata.update(id, changes)
    model.metadata.set(id, { ...model.metadata.get(id)!, ...changes })
  }
}

test('a world is a map of its records, whatever is written, forked and restored', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      everHeld.clear()
      const branches: Branch[] = [{ world: createWorld(), model: { orgs: new Map(), metadata: new Map() } }]
      const snapshots: { snapshot: Snapshot; model: Model }[] = []
      for (const each of steps) {
        const branch = at(branches, each.c)
        if (each.kind === 'fork') branches.push({ world: branch.world.fork(), model: copy(branch.model) })
        else if (each.kind === 'snapshot')
          snapshots.push({ snapshot: branch.world.snapshot(), model: copy(branch.model) })
        else if (each.kind === 'restore') {
          const from = snapshots[each.b % Math.max(1, snapshots.length)]
          if (from === undefined) continue
          branch.world.restore(from.snapshot)
          branch.model = copy(from.model)
        } else write(branch, each)
      }
      for (const branch of branches) agree(branch)
      for (const { snapshot, model } of snapshots) {
        const world = createWorld()
        world.restore(snapshot)
        agree({ world, model })
      }
    }),
    cases(150),
  )
})

/** Compares rows, look-ups, sizes and every range of every index with the model. */
function agree({ world, model }: Branch): void {
  for (const table of ['orgs', 'metadata'] as const) {
    const rows = [...world[table].rows()] as Row<BaseRecord>[]
    const expected = [...model[table].values()] as BaseRecord[]
    expect(rows.map(({ record }) => record)).toEqual(expected)
    expect(world[table].size).toBe(expected.length)
    expect(rows.map(({ seq }) => seq)).toEqual([...new Set(rows.map(({ seq }) => seq))].sort((a, b) => a - b))
    for (const { record, bytes, seq } of rows) {
      expect(world[table].get(record.id)).toEqual(record)
      expect(bytes).toBe(
        new TextEncoder().encode(JSON.stringify(world[table].definition.listed!(record as never))).length,
      )
      expect(Array.from(world[table].rows(seq) as Iterable<Row>, (row) => row.seq)).toEqual(
        rows.filter((row) => row.seq > seq).map((row) => row.seq),
      )
    }
  }
  const holders = new Map(Array.from(model.orgs.values(), ({ alias, id }) => [alias, id]))
  for (const alias of everHeld) expect(world.orgs.with('alias', alias)?.id).toBe(holders.get(alias))
  for (const place of places) {
    ranges(world, 'target', [place], ['alias'])
    for (const word of words) {
      ranges(world, 'target', [place, word], [])
      for (const key of words) ranges(world, 'entry', [place, word, key], [])
    }
  }
}

const fieldsOf = { target: ['target_id', 'alias'], entry: ['target_id', 'alias', 'key'] } as const

function ranges(world: World, index: 'target' | 'entry', given: string[], rest: (keyof Metadata)[]): void {
  const range = world.metadata.by(index, ...given)
  const scanned = [...world.metadata.rows()].filter(({ record }) =>
    given.every((value, i) => record[fieldsOf[index][i]!] === value),
  )
  const compare = (a: Row<Metadata>, b: Row<Metadata>) => {
    for (const field of rest)
      if (a.record[field] !== b.record[field]) return String(a.record[field]) < String(b.record[field]) ? -1 : 1
    return a.seq - b.seq
  }
  const expected = scanned.sort(compare).map(({ seq }) => seq)
  const seqs = (rows: Iterable<Row>) => Array.from(rows, ({ seq }) => seq)
  expect(seqs(range.oldest())).toEqual(expected)
  expect(seqs(range.newest())).toEqual([...expected].reverse())
  expect(range.first()?.id).toBe(scanned[0]?.record.id)
  if (rest.length > 0) return
  // One expectation for all: there are a million places in a run.
  const starts = [...expected, -1, 0, Number.MAX_SAFE_INTEGER - 1]
  expect(starts.map((from) => [seqs(range.oldest(from)), seqs(range.newest({ seq: from }))])).toEqual(
    starts.map((from) => [expected.filter((seq) => seq > from), expected.filter((seq) => seq < from).reverse()]),
  )
  expect(seqs([...world.metadata.rows()].filter((row) => range.contains(row)))).toEqual(expected)
}
