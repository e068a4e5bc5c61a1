import { isoTime } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { differs, summarize, type Changes, type FieldChange } from './changes.ts'
import { diffTables } from './diff-tables.ts'
import type { Fields } from '../checking/is-object.ts'

/** Differences between two worlds: their records, and what is true of the whole. Secrets are redacted. */
export interface WorldDiff extends Changes {
  /** Seed, world time (`now`), and settings by name (`settings.node_ms`) that differ. */
  readonly world: readonly FieldChange[]
}

/** Tells two worlds apart: a record that only `after` holds is inserted, one that only `before` holds is deleted. */
export function diffWorlds(before: World, after: World): WorldDiff {
  return { world: diffFields(describeWorld(before), describeWorld(after)), ...summarize(diffTables(before, after)) }
}

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
