import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/host/emulator.ts'
import { starter } from '../../emulator/host/fixtures/starter.ts'
import { exportState } from '../../emulator/engine/world/export.ts'
import { loadRecords } from '../../emulator/engine/world/load.ts'
import { readPrepared } from '../../emulator/engine/world/prepared.ts'
import { createWorld, type World } from '../../emulator/engine/world/world.ts'
import { starterWorld } from './starter-world.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'

const prepared = () => readPrepared(starterWorld()).snapshot

function contents({ state: { tables, ...rest } }: World): unknown {
  return {
    ...rest,
    tables: tables.map((table) => ({
      name: table.definition.name,
      size: table.size,
      rows: Array.from(table.rows.values(), ({ seq, bytes, record }) => [
        seq,
        bytes,
        JSON.stringify(record),
        Object.isFrozen(record),
      ]),
      uniques: table.uniques.map((unique) => [
        unique.field,
        Array.from(table.rows.values(), ({ record }) => unique.get(String(record[unique.field]))?.seq),
      ]),
      indexes: table.indexes.map(({ name, tree, counts }) => [
        name,
        Array.from(tree.keys(), ({ seq }) => seq),
        Array.from(counts?.keys() ?? [], (key) => [key, counts!.get(key)]),
      ]),
    })),
  }
}

it('is the world that a checked load fills, in every row and index', () => {
  const world = createWorld()
  world.restore(prepared())
  const loaded = createWorld()
  loadRecords(loaded, starter)
  expect(contents(world)).toEqual(contents(loaded))
})

it('goes on as a loaded world does', () => {
  const lives = (emulator: Emulator): unknown => {
    emulator.clock.advance('1h')
    emulator.world.orgs.insert({ alias: 'new' })
    emulator.world.orgs.delete('acme')
    return exportState(hostOf(emulator).world)
  }
  const emulator = createEmulator({ settings: { node_ms: 500 } })
  const before = emulator.snapshot()
  const expected = lives(emulator)
  emulator.restore({ ...prepared(), settings: before.settings })
  expect(lives(emulator)).toEqual(expected)
})
