import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../tests/helpers/cases.ts'
import { createEmulator, type Emulator } from '../../index.ts'
import type { TableDefinition } from './definition.ts'
import { failOperation } from '../../service/operations/finish-operation.ts'
import type { BaseRecord } from './row.ts'
import { tables } from './tables/index.ts'
import type { World } from './world.ts'
import { handle } from '../../host/dispatch.ts'
import { hostOf } from '../../host/instance-of.ts'

type Fields = Record<string, unknown>

const definitions = Object.values(tables) as unknown as TableDefinition[]
const insertable = definitions.filter((definition) => !definition.internal)
const base = createEmulator()

const step = fc.record({
  kind: fc.constantFrom(
    'insert',
    'insert',
    'insert',
    'delete',
    'delete by request',
    'commit by request',
    'fail',
    'advance',
    'fork',
  ),
  a: fc.nat(),
  b: fc.nat(),
  c: fc.nat(),
})

test('after any sequence of writes no table keeps a reference to what is gone, and every index holds exactly its rows', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 80 }), (steps) => {
      let emulator = base.fork()
      const ever = new Set<string>()
      for (const each of steps) {
        emulator = take(emulator, each)
        for (const id of listIds(hostOf(emulator).world)) ever.add(id)
      }
      const { world } = hostOf(emulator)
      expect(dangling(world)).toEqual([])
      expect(mentions(world, ever)).toEqual([])
      expect(wrongIndexes(world)).toEqual([])
    }),
    cases(150),
  )
})

test.each(insertable.map((definition) => [definition.name, definition] as const))(
  'the property can write to %s',
  (name, definition) => {
    const emulator = base.fork()
    const { size } = emulator.world.table(name)!
    insert(emulator, definition, [0, 0])
    expect(emulator.world.table(name)!.size).toBeGreaterThan(size)
  },
)

test('two records of different tables may have one id', () => {
  const { world } = createEmulator()
  const id = '99999999-0000-4000-8000-000000000000'
  world.blobs.insert({ id, org: 'acme', alias: 'twin' })
  world.revisions.insert({ id, blob: 'twin' })
  expect(world.blobs.delete('twin')).toBe(2)
  expect(world.revisions.get(id)).toBeUndefined()
})

function take(emulator: Emulator, { kind, a, b, c }: { kind: string; a: number; b: number; c: number }): Emulator {
  const { world } = hostOf(emulator)
  if (kind === 'insert') insert(emulator, insertable[a % insertable.length]!, [b, c])
  else if (kind === 'advance') emulator.clock.advance(a % 5000)
  else if (kind === 'fork') return emulator.fork()
  else if (kind === 'fail') failOperation(world, pick(world, 'operations', a)?.id ?? '')
  else if (kind === 'delete') {
    const definition = insertable[a % insertable.length]!
    const record = pick(world, definition.name, b)
    if (record !== undefined) emulator.world.table(definition.name)!.delete(record.id)
  } else request(emulator, kind, a)
  return emulator
}

function request(emulator: Emulator, kind: string, a: number): void {
  const { world } = hostOf(emulator)
  const paths = {
    orgs: (id: string) => `/v1/orgs/${id}`,
    blobs: (id: string) => `/v1/blobs/${world.blobs.get(id)!.org_id}/${id}`,
    revisions: (id: string) => `/v1/revisions/${id}`,
  }
  const table = kind === 'commit by request' ? 'revisions' : (['orgs', 'blobs', 'revisions'] as const)[a % 3]!
  const record = pick(world, table, a)
  if (record === undefined) return
  const path = paths[table](record.id)
  const commit = kind === 'commit by request'
  const answer = handle(emulator, {
    method: commit ? 'POST' : 'DELETE',
    url: commit ? `${path}/commit` : path,
    headers: ['x-api-key', 'svc-key-ada-admin'],
    body: null,
  })
  expect((answer as { status: number }).status).not.toBe(500)
}

/** Inserts a record with random references, after those that it requires. */
function insert(emulator: Emulator, definition: TableDefinition, seeds: readonly [number, number]): void {
  const { world } = hostOf(emulator)
  const fields: Fields = {}
  for (const [i, { field, table }] of definition.references.entries()) {
    if (typeof table !== 'string') {
      const kinds = (definition.schemaEntries[table.by] as { options: readonly string[] }).options
      fields[table.by] ??= kinds[seeds[i % 2]! % kinds.length]
    }
    const target = typeof table === 'string' ? table : table.tables[String(fields[table.by])]!
    if (world.table(target)!.size === 0 && target !== definition.name)
      insert(emulator, tables[target as keyof typeof tables] as unknown as TableDefinition, seeds)
    const record = pick(world, target, seeds[(i + 1) % 2]! + i)
    if (record !== undefined) fields[field] = record.id
  }
  emulator.world.table(definition.name)!.insert({ ...plainFields(definition, world.state.seq, seeds[1]), ...fields })
}

function plainFields({ name, schemaEntries }: TableDefinition, n: number, seed: number): Fields {
  const values: Fields = { alias: `r-${n}`, name: `r-${n}`, key: `r-${n}`, value: `r-${n}` }
  if (name === 'operations')
    values['kind'] = ['create_blob', 'delete_blob', 'commit_revision', 'delete_revision'][seed % 4]
  return Object.fromEntries(Object.entries(values).filter(([field]) => field in schemaEntries || field === 'kind'))
}

function pick(world: World, table: string, n: number): BaseRecord | undefined {
  const rows = [...world.table(table)!.rows()]
  return rows[n % Math.max(1, rows.length)]?.record
}

/** Declared references to missing records. */
function dangling(world: World): string[] {
  const found: string[] = []
  for (const { name, references } of definitions) {
    for (const { record } of world.table(name)!.rows()) {
      for (const { field, table } of references) {
        const value = (record as unknown as Fields)[field]
        if (value === null || value === undefined) continue
        const target =
          typeof table === 'string' ? table : table.tables[String((record as unknown as Fields)[table.by])]!
        if (world.table(target)!.get(String(value)) === undefined)
          found.push(`${name}.${field} of ${record.id} names ${target} ${String(value)}`)
      }
    }
  }
  return found
}

function* listIds(world: World): Generator<string> {
  for (const { name } of definitions) for (const { record } of world.table(name)!.rows()) yield record.id
}

/** Tables of events, which may mention deleted records. */
const history = new Set(['session_events', 'execution_events'])

/** Records that mention a deleted record in any field, declared or not. */
function mentions(world: World, ever: ReadonlySet<string>): string[] {
  const present = new Set(listIds(world))
  return definitions.flatMap(({ name }) =>
    [...world.table(name)!.rows()].flatMap(({ record }) => {
      const held =
        JSON.stringify(history.has(name) ? { ...record, data: null } : record).match(
          /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
        ) ?? []
      return held.filter((id) => ever.has(id) && !present.has(id)).map((id) => `${name} ${record.id} mentions ${id}`)
    }),
  )
}

/** Indexes whose rows are not those of their table. */
function wrongIndexes(world: World): string[] {
  return definitions.flatMap(({ name, indexes }) =>
    Object.keys(indexes)
      .filter((index) => {
        const field = (indexes as Record<string, { fields: readonly string[] }>)[index]!.fields[0]!
        const rows = [...world.table(name)!.rows()]
          .map(({ record }) => record as unknown as Fields & BaseRecord)
          .filter((record) => record[field] != null)
        const values = new Set(rows.map((record) => record[field] as string))
        const reached = [...values].flatMap((value) => [
          ...(world.table(name)! as never as { by(index: string, value: string): Iterable<BaseRecord> }).by(
            index,
            value,
          ),
        ])
        return (
          rows
            .map(({ id }) => id)
            .sort()
            .join() !==
          reached
            .map(({ id }) => id)
            .sort()
            .join()
        )
      })
      .map((index) => `${name}.${index}`),
  )
}
