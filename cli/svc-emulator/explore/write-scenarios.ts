import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SavedScenario } from '../../../emulator/lab/explore/finding-scenarios/save-scenario.ts'
import { writeWhole } from '../../shared/write-file.ts'

/** Writes scenarios to the folder of `--save`. */
export async function writeScenarios(folder: string, scenarios: readonly SavedScenario[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, text } of scenarios) await writeWhole('--save', join(folder, name), text)
}
