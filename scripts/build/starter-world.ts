/** Bundled and run by the build: what `dist/starter-world.json` holds. */
import { inOneGo } from '../../emulator/diagnostics/sliced.ts'
import { watched } from '../../emulator/fixtures/base-worlds.ts'
import { starter } from '../../emulator/fixtures/starter.ts'
import { exportState } from '../../emulator/world/export.ts'
import { loadingRecords } from '../../emulator/world/load.ts'
import type { PreparedWorld } from '../../emulator/world/prepared.ts'
import { createWorld } from '../../emulator/world/world.ts'

/** The starter world with seed 1 at the usual start, as a checked load fills it. */
export function starterWorld(): PreparedWorld {
  const world = createWorld()
  const looked = inOneGo(watched(world, loadingRecords(world, starter)))
  return { looked: [...looked], version: world.state.version, state: exportState(world) }
}
