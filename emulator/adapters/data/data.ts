import { Collection } from '@msw/data'
import { requireEmulator } from '../../host/emulator-options.ts'
import type { Emulator } from '../../host/emulator.ts'
import { tableNames } from '../../engine/world/arrange.ts'
import type { BaseRecord } from '../../engine/world/row.ts'
import type { TableName } from '../../engine/world/tables/index.ts'
import type { RecordOf } from '../../engine/world/world.ts'
import { MirroredCollection, type TableSchema } from './data-collection.ts'

export type { TableSchema } from './data-collection.ts'

/** MSW Data collections by table. */
export type WorldCollections = { readonly [N in TableName]: Collection<TableSchema<RecordOf<N>>> }

/**
 * Tables of an emulator's world as collections of `@msw/data`. Records that a collection creates, updates or deletes
 * are validated by the world (`EmulatorError`, without any change), and changes by requests are visible in the next
 * query, which costs a pass over the table. Records are frozen copies: change them with `update`. There are no relations, and no
 * extensions.
 */
export async function createCollections(emulator: Emulator): Promise<WorldCollections> {
  requireEmulator('createCollections', emulator)
  const symbols = await recordSymbols()
  const collections = tableNames.map((name) => [name, new MirroredCollection(emulator, name, symbols)] as const)
  return Object.fromEntries(collections) as unknown as WorldCollections
}

/** Symbols by which the library identifies records. It does not export them, and sets both on every record. */
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
