import { decodeBytes } from './bytes.ts'
import type { TableDefinition } from './definition.ts'
import type { ExportedState } from './export.ts'
import { triggerState } from './triggers.ts'
import { StoredRow, type BaseRecord, type Row } from './row.ts'
import { Table, type PendingInserts } from './table.ts'
import { tables } from './tables/index.ts'
import type { Settings } from './settings.ts'
import type { Snapshot } from './world.ts'

type Exported = readonly (readonly [seq: number, record: BaseRecord])[]
type AnyRow = Row<BaseRecord & Record<string, unknown>>

/** The state of a world that the build filled, and what an export does not tell. Only Node reads one. */
export interface PreparedWorld {
  readonly state: ExportedState
  readonly version: number
  /** The settings that filling it looked at. */
  readonly looked: readonly (keyof Settings)[]
}

/** As importing it would give, but unchecked, and each table is built when someone first looks into it. */
export function snapshotOf({ state, version }: Pick<PreparedWorld, 'state' | 'version'>): Snapshot {
  const owner = {}
  const definitions = Object.values(tables) as unknown as TableDefinition[]
  const { seed, settings, now_ms: now, next_seq: seq, drawn, triggers } = state
  const pending = (state.tables['pending'] ?? []) as unknown as [number, { due_ms: number }][]
  return {
    tables: definitions.map((definition) => Table.of(definition, owner, pendingInserts(definition, state.tables[definition.name] ?? []))),
    seed, settings, now, seq, drawn, version, triggers: triggerState(triggers.entries, triggers.next),
    nextDue: Math.min(...pending.map(([, { due_ms }]) => due_ms)),
  }
}

function pendingInserts(definition: TableDefinition, exported: Exported): PendingInserts {
  return { length: exported.length, make: () => exported.map((entry) => rowOf(definition, entry[0], entry[1])) }
}

function rowOf(definition: TableDefinition, seq: number, record: BaseRecord): AnyRow {
  const decoded = definition.measure === undefined ? record : decodeBytes(record as unknown as Record<string, unknown>) as unknown as BaseRecord
  return new StoredRow(decoded, seq, definition) as unknown as AnyRow
}
