import { Collection } from '@msw/data'
import { requireEmulator } from '../../host/emulator-options.ts'
import type { Emulator } from '../../host/emulator.ts'
import { tableNames } from '../../engine/world/arrange.ts'
import type { BaseRecord } from '../../engine/world/row.ts'
import type { TableName } from '../../engine/world/tables/index.ts'
import type { RecordOf } from '../../engine/world/world.ts'
import { MirroredCollection, type TableSchema } from './data-collection.ts'

export type { TableSchema } from './data-collection.ts'

/** One MSW Data collection for each table of the world. */
export type WorldCollections = { readonly [N in TableName]: Collection<TableSchema<RecordOf<N>>> }

/**
 * The tables of an emulator's world as collections of `@msw/data`. What a collection creates, updates or deletes goes into the
 * world with its checks (`EmulatorError`, and nothing changes), and what requests change is there in the next query. Records
 * are frozen copies. docs/decisions/0450-collections-beside-the-world.md has the limits.
 */
export async function createCollections(emulator: Emulator): Promise<WorldCollections> {
  requireEmulator('createCollections', emulator)
  const symbols = await recordSymbols()
  const collections = tableNames.map((name) => [name, new MirroredCollection(emulator, name, symbols)] as const)
  return Object.fromEntries(collections) as unknown as WorldCollections
}

/** The symbols by which the library knows a record. It does not export them, and puts both on every record. */
async function recordSymbols(): Promise<{ key: symbol; relations: symbol }> {
  const probe = new Collection<TableSchema<BaseRecord>>({
    schema: {
      '~standard': { version: 1, vendor: 'svc-emulator', validate: (value) => ({ value: value as BaseRecord }) },
    },
  })
  const symbols = Object.getOwnPropertySymbols(await probe.create({}))
  const named = (name: string): symbol => {
    const found = symbols.find(({ description }) => description === name)
    if (found === undefined)
      throw new TypeError(
        `this version of @msw/data marks its records in another way: no symbol ${name}; 1.1 is known to work`,
      )
    return found
  }
  return { key: named('kPrimaryKey'), relations: named('kRelationMap') }
}
