import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { exportState } from '../../engine/world/export.ts'
import type { ExportedState } from '../../engine/world/exported-state.ts'
import { createEmulator } from '../emulator.ts'
import { instanceOf } from '../instance-of.ts'
import { MAIN } from '../world-names.ts'
import { restoreServer } from './restore-server.ts'
import { RunOptions } from './run-options.ts'

/** The state of one of the worlds that `--state` keeps. Throws `EmulatorError` that begins with `source`. */
export function exportKept(state: object, name: string, source: string): ExportedState {
  const main = instanceOf(createEmulator({ state, warn: () => {} }))
  restoreServer(main, state, { run: new RunOptions({}), now: 0 })
  const world = main.site.worlds().find(([each]) => each === name)?.[1]
  if (world !== undefined) return exportState(world.host.world)
  const names = main.site.worlds().map(([each]) => each)
  throw new EmulatorError(`${source}: there is no world '${name}' in it${didYouMean(name, [...names, MAIN]) || '.'}`)
}
