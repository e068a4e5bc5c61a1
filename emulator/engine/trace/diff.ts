import { isoTime } from '../world/clock.ts'
import type { AnyRow } from '../world/table-index.ts'
import { tables } from '../world/tables/index.ts'
import type { World } from '../world/world.ts'
import { differs, summarize, type Changes, type FieldChange, type Written } from './changes.ts'

/** Differences between two worlds: their records, and what is true of the whole. Secrets are redacted. */
export interface WorldDiff extends Changes {
  /** Seed, world time (`now`), and settings by name (`settings.node_ms`) that differ. */
  readonly world: readonly FieldChange[]
}

/** Tells two worlds apart: a record that only `after` holds is inserted, one that only `before` holds is deleted. */
export function diffWorlds(before: World, after: World): WorldDiff {
  const written = Object.values(tables).flatMap(({ name }, table) => diffTable(name, table, before, after))
  return { world: diffFields(describeWorld(before), describeWorld(after)), ...summarize(written) }
}

function diffTable(name: string, table: number, before: World, after: World): Written[] {
  const rows = new Map<string, AnyRow>()
  for (const row of before.table(name)!.rows()) rows.set(row.record.id, row as AnyRow)
  const written: Written[] = []
  for (const row of after.table(name)!.rows()) {
    const past = rows.get(row.record.id)
    rows.delete(row.record.id)
    if (past?.record !== row.record) written.push({ table, before: past, after: row as AnyRow })
  }
  return [...written, ...Array.from(rows.values(), (row): Written => ({ table, before: row, after: undefined }))]
}

type Fields = Readonly<Record<string, unknown>>

function describeWorld({ seed, now, settings }: World): Fields {
  const { limits, statuses, ...others } = settings
  return {
    seed,
    now: isoTime(now),
    ...named('settings', others),
    ...named('settings.limits', limits),
    ...named('settings.statuses', statuses),
  }
}

function named(prefix: string, fields: object): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}.${name}`, value]))
}

function diffFields(before: Fields, after: Fields): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((field) => differs(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }))
}
