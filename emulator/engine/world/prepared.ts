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

/** What stands in the first line of a prepared world; each table has a line below, in which its rows are as an export has them. */
export interface PreparedHead {
  readonly state: Omit<ExportedState, 'tables'>
  /** Number of rows of each table, in the order of the lines. */
  readonly rows: readonly (readonly [table: string, rows: number])[]
  readonly version: number
  /** Due time of the first pending record; null without one. */
  readonly next_due: number | null
  /** The settings that filling it looked at. */
  readonly looked: readonly (keyof Settings)[]
}

/** A world that the build filled. */
export interface PreparedWorld {
  readonly looked: ReadonlySet<keyof Settings>
  readonly snapshot: Snapshot
}

/** As importing it would give, but unchecked, and the line of a table is read when someone first looks into it. */
export function readPrepared(text: string): PreparedWorld {
  const [head = '', ...lines] = text.split('\n')
  const { state, rows, version, next_due, looked } = JSON.parse(head) as PreparedHead
  const { seed, settings, now_ms: now, next_seq: seq, drawn, triggers } = state
  const pending = new Map(rows.map(([table, length], n) => [table, { length, line: lines[n]! }]))
  const owner = {}
  return {
    looked: new Set(looked),
    snapshot: {
      tables: (Object.values(tables) as unknown as TableDefinition[]).map(
        (definition) => new Table(definition, owner, pendingInserts(definition, pending.get(definition.name)!)),
      ),
      seed,
      settings,
      now,
      seq,
      drawn,
      version,
      triggers: triggerState(triggers.entries, triggers.next),
      nextDue: next_due ?? Infinity,
    },
  }
}

function pendingInserts(
  definition: TableDefinition,
  { length, line }: { readonly length: number; readonly line: string },
): PendingInserts {
  return { length, make: () => (JSON.parse(line) as Exported).map(([seq, record]) => rowOf(definition, seq, record)) }
}

function rowOf(definition: TableDefinition, seq: number, record: BaseRecord): AnyRow {
  const decoded =
    definition.measure === undefined
      ? record
      : (decodeBytes(record as unknown as Record<string, unknown>) as unknown as BaseRecord)
  return new StoredRow(decoded, seq, definition) as unknown as AnyRow
}
