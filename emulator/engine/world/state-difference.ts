/** A state as its differences from another one, so that a thousand worlds with one start need little space. */
import * as compared from 'sorted-btree/extended/diffAgainst.js'
import * as v from 'valibot'
import { EmulatorError } from '../checking/emulator-error.ts'
import { unknownName } from '../checking/problems.ts'
import { fields, noArray } from '../checking/strict.ts'
import { exportedRow, exportTriggers } from './export.ts'
import { stateSchema } from './exported-state.ts'
import { isRow, putRecords, type Exported } from './put-records.ts'
import type { Settings } from './settings.ts'
import type { Table } from './table.ts'
import { tables as tableDefinitions } from './tables/index.ts'
import type { AnyRow } from './table-index.ts'
import { triggerState } from './triggers.ts'
import type { Snapshot, WorldState } from './world-state.ts'
import type { World } from './world.ts'
import { freezeDeep } from './row.ts'

type DiffAgainst = typeof compared.default.default

// The package is CommonJS, as in `btree.ts`.
const diffAgainst = ((compared.default as { default?: DiffAgainst }).default ?? compared.default) as DiffAgainst

const { settings, now_ms: now, triggers, seed, drawn, varied, next_seq: seq, tables } = stateSchema.entries

export const differenceSchema = fields({
  seed: v.optional(seed),
  settings: v.optional(settings),
  now_ms: v.optional(now),
  drawn: v.optional(drawn),
  varied: v.optional(varied),
  next_seq: v.optional(seq),
  triggers: v.optional(triggers),
  /** Ids of removed records, by table; `all` if no record of the base is kept. */
  removed: v.optional(noArray(v.record(v.string(), v.union([v.literal('all'), v.array(v.string())])))),
  /** Rows `[position, record]` that are added, or replace those with their ids. */
  rows: v.optional(tables),
})

/** Fields that are equal in both states are left out. */
export type StateDifference = v.InferOutput<typeof differenceSchema>

/** Finds the changes that turn `base` into `state`. */
export function differenceFrom(base: Snapshot, state: Snapshot): StateDifference {
  const removed: Record<string, 'all' | string[]> = {}
  const rows: Exported = {}
  for (const [position, table] of state.tables.entries()) {
    const before = base.tables[position]!
    if (table === before) continue
    const { name } = table.definition
    const differing = compareTables(before, table)
    if (differing.removed.length > 0) removed[name] = differing.removed.map(({ record }) => record.id)
    if (differing.added.length > 0) rows[name] = differing.added.map(exportedRow)
    // A table of which little is left is shorter as a whole.
    if (differing.removed.length + differing.added.length <= table.size) continue
    removed[name] = 'all'
    rows[name] = Array.from(table.rows.values(), exportedRow)
  }
  return {
    ...differingHead(base, state),
    ...(Object.keys(removed).length > 0 && { removed }),
    ...(Object.keys(rows).length > 0 && { rows }),
  }
}

function differingHead(base: Snapshot, state: Snapshot): StateDifference {
  return {
    ...(state.seed !== base.seed && { seed: state.seed }),
    ...(!isSameSettings(base.settings, state.settings) && { settings: state.settings }),
    ...(state.now !== base.now && { now_ms: state.now }),
    ...(state.drawn !== base.drawn && { drawn: state.drawn }),
    ...(state.varied !== base.varied && { varied: state.varied }),
    ...(state.seq !== base.seq && { next_seq: state.seq }),
    ...(state.triggers !== base.triggers && { triggers: exportTriggers(state) }),
  }
}

function isSameSettings(a: Settings, b: Settings): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** Rows of each table that are not equal in the other. Parts of a common origin are skipped. */
function compareTables(before: Table, after: Table): { removed: AnyRow[]; added: AnyRow[] } {
  const removed: AnyRow[] = []
  const added: AnyRow[] = []
  before.rows.with(after.rows, (own, others) =>
    diffAgainst(
      own,
      others,
      (_, row: AnyRow) => {
        if (after.find('id', row.record.id) === undefined) removed.push(row)
      },
      (_, row: AnyRow) => void added.push(row),
      (_, _old, row: AnyRow) => void added.push(row),
    ),
  )
  return { removed, added }
}

/**
 * Makes the state of a difference in a fork of its base. Missing fields of `added` are derived as for new records.
 * Throws `EmulatorError` with all problems.
 */
export function applyDifference(
  world: World,
  difference: StateDifference,
  added: Readonly<Record<string, readonly string[]>> = {},
): void {
  const { removed = {} } = difference
  // Rows are validated when they are inserted.
  const rows = (difference.rows ?? {}) as Exported
  const before: WorldState = { ...world.state }
  removeRows(world, removed, rows)
  const problems = putRecords(world, rows, added)
  if (problems.length > 0) throw new EmulatorError(problems)
  const { state } = world
  state.now = difference.now_ms ?? before.now
  state.seq = difference.next_seq ?? before.seq
  state.drawn = difference.drawn ?? before.drawn
  state.varied = difference.varied ?? before.varied
  if (difference.settings !== undefined) state.settings = v.parse(settings, difference.settings)
  if (difference.triggers !== undefined) {
    const { entries, next } = freezeDeep(structuredClone(difference.triggers))
    state.triggers = triggerState(entries, next)
  }
  state.nextDue = world.pending.first('due')?.due_ms ?? Infinity
  if (difference.seed !== undefined) world.restore({ ...world.snapshot(), seed: difference.seed })
}

function removeRows(world: World, removed: NonNullable<StateDifference['removed']>, rows: Exported): void {
  const names = new Set([...Object.keys(removed), ...Object.keys(rows)])
  for (const name of names) {
    const table = world.table(name)
    if (table === undefined) throw new EmulatorError(unknownName('table', name, Object.keys(tableDefinitions)))
    const gone = removed[name] ?? []
    const replaced = (rows[name] ?? []).flatMap((row) => (isRow(row) ? [row[1].id] : []))
    const ids = gone === 'all' ? Array.from(table.rows(), ({ record }) => record.id) : [...gone, ...replaced]
    table.removeRows(new Set(ids.filter((id) => table.row(id) !== undefined)))
  }
}
