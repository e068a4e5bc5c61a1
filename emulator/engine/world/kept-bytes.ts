/** How long the exported form of a state is, in UTF-8, without making it. */
import { exportTriggers } from './export.ts'
import type { WorldState } from './world-state.ts'
import { utf8Length } from './row.ts'

/** Length of what a state has beside its settings, tables and triggers, and of the commas between them. */
const HEAD_BYTES = 2_000

const measured = new WeakMap<object, number>()

/** Length of an immutable part as JSON, in UTF-8. */
export function measureOnce(part: object, exported: () => object = () => part): number {
  const known = measured.get(part) ?? utf8Length(JSON.stringify(exported()))
  measured.set(part, known)
  return known
}

/** Length of a state in a file, at most. Tables keep theirs up to date. */
export function keptBytes(state: Pick<WorldState, 'settings' | 'tables' | 'triggers'>): number {
  const { settings, tables, triggers } = state
  let bytes = HEAD_BYTES + measureOnce(settings) + measureOnce(triggers, () => exportTriggers(state))
  for (const table of tables) bytes += table.bytes
  return bytes
}
