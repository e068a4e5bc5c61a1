import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Emulator } from '../../emulator/host/emulator.ts'
import type { LoadedScenario } from '../../emulator/scenario/loaded-scenario.ts'
import { moveScenario } from '../../emulator/scenario/move-scenario.ts'
import type { ReplayResult } from '../../emulator/scenario/result.ts'
import { writeWhole } from '../shared/write-file.ts'

/**
 * Writes a bundle and returns its path. `hide` takes secrets of the user's out of its text. Its state is that of the emulator in process; a remote emulator keeps its own.
 */
export async function keepBundle(
  folder: string,
  loaded: LoadedScenario,
  result: ReplayResult,
  emulator: Emulator,
  hide: (text: string) => string = (text) => text,
): Promise<string> {
  const { createBundle } = await import('../../emulator/scenario/bundle.ts')
  await mkdir(folder, { recursive: true })
  const { file: source, scenario } = loaded
  const moved = source === undefined ? loaded : { ...loaded, scenario: moveScenario(scenario, dirname(source), folder) }
  const file = join(folder, `${result.name}.bundle.json`)
  await writeWhole('', file, hide(`${JSON.stringify(createBundle(moved, result, emulator), null, 1)}\n`))
  return file
}
