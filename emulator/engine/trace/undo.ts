import { encodeBytes } from '../world/bytes.ts'
import type { ExportedState } from '../world/exported-state.ts'
import type { StateChange } from '../world/world-state.ts'
import { tables } from '../world/tables/index.ts'
import { counted } from '../world/triggers.ts'
import type { HistoryStep } from './steps.ts'

type ExportedRow = ExportedState['tables'][string][number]
type WrittenRow = readonly [table: string, id: string, before: ExportedRow | null]

/** Difference from the state after a step to the one before it. */
export interface Undo extends Pick<ExportedState, 'now_ms' | 'drawn' | 'next_seq'> {
  /** Number of the entry; null for changes that no entry made. */
  readonly entry: number | null
  /** Number of the request at which triggers made the changes. */
  readonly of?: number
  /** Left out if the step did not change it. */
  readonly varied?: number
  /** Left out if the step did not change them. */
  readonly triggers?: ExportedState['triggers']
  /** Left out if the step did not change them. */
  readonly settings?: ExportedState['settings']
  /** Row of each written record as it was before; null if there was none. Pending work and secrets are included. */
  readonly rows: readonly WrittenRow[]
}

const names = Object.values(tables).map(({ name }) => name)

/** Undo of each step, oldest first. The state before the first step is unknown. */
export function* listUndos(steps: readonly HistoryStep[]): Generator<Undo, void> {
  for (const { entry, before, after, changes, of } of steps) {
    if (before === undefined) continue
    const { now: now_ms, drawn, seq: next_seq, varied, triggers, settings } = before
    const changed = {
      ...(varied !== after.varied && { varied }),
      ...(triggers !== after.triggers && { triggers: { next: triggers.next, entries: counted(triggers) } }),
      ...(settings !== after.settings && { settings }),
    }
    yield { entry, ...(of !== undefined && { of }), now_ms, drawn, next_seq, ...changed, rows: rowsBefore(changes) }
  }
}

function rowsBefore(changes: readonly StateChange[]): WrittenRow[] {
  const rows = new Map<string, WrittenRow>()
  for (const { table, before, after } of changes) {
    const { id } = (before ?? after)!.record
    const key = `${table} ${id}`
    // The first write of a record holds its original row.
    if (!rows.has(key))
      rows.set(key, [names[table]!, id, before === undefined ? null : [before.seq, encodeBytes(before.record)]])
  }
  return [...rows.values()]
}

/**
 * The state before or after an entry: the final state with later steps undone. `createEmulator({ state })` starts
 * there. Undefined for an unknown entry.
 */
export function stateAt(
  end: ExportedState,
  undos: readonly Undo[],
  entry: number,
  when: 'before' | 'after',
): ExportedState | undefined {
  const found = undos.findIndex((undo) => undo.entry === entry)
  if (found < 0) return undefined
  // Before a request is before its triggers acted.
  const index = when === 'before' && undos[found - 1]?.of === entry ? found - 1 : found
  const rows = new Map(
    Object.entries(end.tables).map(([name, list]) => [name, new Map(list.map((row) => [row[1].id, row]))]),
  )
  let { now_ms, drawn, next_seq, varied, triggers, settings } = end
  for (const undo of undos.slice(when === 'before' ? index : index + 1).toReversed()) {
    ;({ now_ms, drawn, next_seq, varied = varied, triggers = triggers, settings = settings } = undo)
    for (const [table, id, row] of undo.rows) {
      if (row === null) rows.get(table)?.delete(id)
      else rows.get(table)?.set(id, row)
    }
  }
  const tables = Object.fromEntries(
    [...rows].map(([name, list]) => [name, [...list.values()].toSorted(([a], [b]) => a - b)]),
  )
  return { ...end, now_ms, drawn, next_seq, varied, triggers, settings, tables }
}
