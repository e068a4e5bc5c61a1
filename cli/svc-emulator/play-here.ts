import { dirname, resolve } from 'node:path'
import type { Emulator } from '../../emulator/host/emulator.ts'
import type { LoadedScenario } from '../../emulator/scenario/loaded-scenario.ts'
import { runsPrograms } from '../../emulator/scenario/needs.ts'
import { play } from '../../emulator/scenario/replay.ts'
import type { ReplayResult } from '../../emulator/scenario/result.ts'
import { createRunner } from '../../emulator/scenario/run/run-step.ts'
import { InProcessTarget } from '../../emulator/scenario/targets/in-process.ts'
import { serveWorld } from './serve-world.ts'

/** Plays a scenario in process, with the programs of its steps if it `mayRun` them. */
export async function playHere(loaded: LoadedScenario, emulator: Emulator, mayRun = true): Promise<ReplayResult> {
  const folder = loaded.file === undefined ? undefined : dirname(resolve(loaded.file))
  const runner = mayRun && runsPrograms(loaded) ? createRunner({ folder }) : undefined
  try {
    return await play(loaded, new InProcessTarget(emulator, serveWorld), { run: runner?.run })
  } finally {
    await runner?.close()
  }
}
