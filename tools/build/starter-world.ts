/** Bundled and run by the build: what `dist/starter-world.jsonl` holds. */
import { inOneGo } from '../../emulator/engine/checking/sliced.ts'
import { watched } from '../../emulator/host/fixtures/base-worlds.ts'
import { starter } from '../../emulator/host/fixtures/starter.ts'
import { exportState } from '../../emulator/engine/world/export.ts'
import { loadingRecords } from '../../emulator/engine/world/load.ts'
import type { PreparedHead } from '../../emulator/engine/world/prepared.ts'
import { createWorld } from '../../emulator/engine/world/world.ts'

/** The starter world with seed 1 at the usual start, as a checked load fills it, for `readPrepared`. */
export function starterWorld(): string {
  const world = createWorld()
  const looked = inOneGo(watched(world, loadingRecords(world, starter)))
  const { tables, ...state } = exportState(world)
  const { version, nextDue } = world.state
  const rows = Object.entries(tables)
  const head: PreparedHead = {
    state,
    rows: rows.map(([table, { length }]) => [table, length]),
    version,
    next_due: nextDue === Infinity ? null : nextDue,
    looked: [...looked],
  }
  return [head, ...rows.map(([, each]) => each)].map((line) => `${JSON.stringify(line)}\n`).join('')
}
