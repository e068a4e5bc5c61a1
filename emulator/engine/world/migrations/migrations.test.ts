import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createEmulator } from '../../../index.ts'
import { STATE_VERSION, type ExportedState } from '../exported-state.ts'
import { defaultSettings } from '../settings.ts'
import { putRecords } from '../put-records.ts'
import { tables } from '../tables/index.ts'
import { createWorld } from '../world.ts'
import { migrate, migrations } from './index.ts'
import type { Migration } from './migration.ts'

const folder = new URL('states/', import.meta.url)
const readState = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as ExportedState
const names = readdirSync(folder)

/**
 * Files written by releases of each version. If one no longer loads, the state has changed: add a migration, and a
 * state of the new version with a record in every table.
 */
it.each(names)('a state of version %s loads and is exported as one of today', (name) => {
  const state = readState(name)
  const exported = createEmulator({ state }).export()
  expect(exported.svc_emulator_state).toBe(STATE_VERSION)
  expect(Object.entries(exported.tables).map(([table, rows]) => [table, rows.length])).toEqual(
    Object.values(tables).map(({ name: table }) => [table, state.tables[table]?.length ?? 0]),
  )
  // Ids, time and secrets continue.
  expect([exported.seed, exported.drawn, exported.next_seq, exported.now_ms]).toEqual([
    state.seed,
    state.drawn,
    state.next_seq,
    state.now_ms,
  ])
})

it('keeps a state of each version, and that of today has a record in every table', () => {
  expect(names.toSorted()).toEqual(Array.from({ length: STATE_VERSION }, (_, index) => `${index + 1}.json`))
  const state = readState(`${STATE_VERSION}.json`)
  for (const { name } of Object.values(tables)) expect(state.tables[name]?.length, name).toBeGreaterThan(0)
  const { release: _then, contract: _contractThen, ...before } = state
  const { release: _now, contract: _contractNow, ...exported } = createEmulator({ state }).export()
  // Settings and limits that were added later have their defaults.
  const defaults = defaultSettings()
  const settings = { ...defaults, ...before.settings, limits: { ...defaults.limits, ...before.settings.limits } }
  expect(JSON.parse(JSON.stringify(exported))).toEqual({ ...before, settings })
})

it('leads from version 1 to that of the release, and counts', () => {
  expect(STATE_VERSION).toBe(1 + migrations.length)
})

const steps: readonly Migration[] = [
  { about: 'Organizations have a name.', added: { orgs: ['name'] } },
  {
    about: 'Tickets are gone.',
    change: ({ tables: held, ...state }) => ({ ...state, tables: { ...(held as object), tickets: undefined } }),
  },
]

it('goes the rest of the way from any version', () => {
  const first = migrate({ svc_emulator_state: 1, tables: { orgs: [], tickets: [[0, { id: 'a' }]] } }, steps)
  expect(first).toEqual({
    state: { svc_emulator_state: 3, tables: { orgs: [], tickets: undefined } },
    added: { orgs: ['name'] },
  })
  const second = migrate({ svc_emulator_state: 2, tables: { tickets: [] } }, steps)
  expect(second).toEqual({ state: { svc_emulator_state: 3, tables: { tickets: undefined } }, added: {} })
  for (const other of [
    { svc_emulator_state: 3 },
    { svc_emulator_state: 0 },
    { svc_emulator_state: 'x' },
    {},
    null,
    7,
  ]) {
    expect(migrate(other, steps)).toEqual({ state: other, added: {} })
  }
})

it('derives a field that was added later, and only for an older state', () => {
  const state = readState(`${STATE_VERSION}.json`)
  const [[seq, { name: _name, ...org }]] = state.tables['orgs'] as unknown as [
    [number, { id: string; name?: string; alias: string }],
  ]
  const world = () => createWorld({ seed: 7 })
  expect(putRecords(world(), { orgs: [[seq, org]] })).toMatchObject([
    { kind: 'missing', path: ['tables', 'orgs', org.id, 'name'] },
  ])
  const loaded = world()
  expect(putRecords(loaded, { orgs: [[seq, org]] }, { orgs: ['name'] })).toEqual([])
  expect(loaded.orgs.get(org.id)).toMatchObject({ id: org.id, alias: 'acme', name: 'acme' })
  expect(Object.keys(loaded.orgs.get(org.id)!)).toEqual(Object.keys(tables.orgs.schemaEntries))
})
