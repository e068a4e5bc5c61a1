import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FROM_VARIABLE } from '../../../emulator/host/chosen-start.ts'
import { selfContained } from '../../../emulator/scenario/bundle.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import { makeTemporaryFolder } from '../../../emulator/scenario/temporary-folder.ts'
import { readStart } from '../start-options.ts'

/** Runs work with the variable by which emulators of a process begin with what a file of `--from` holds. */
export async function withFrom<Result>(
  file: string | undefined,
  work: (variables: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return work({})
  const start = await readStart(file)
  const folder = await makeTemporaryFolder('svc-from-')
  try {
    const json = join(folder, 'from.json')
    await writeFile(json, JSON.stringify('state' in start ? start.state : writeScenario(start.scenario)))
    return await work({ [FROM_VARIABLE]: json })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function writeScenario(loaded: LoadedScenario): object {
  const { scenario, fixtures } = selfContained(loaded)
  return { ...scenario, world: { ...scenario.world, fixtures } }
}
