import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FROM_VARIABLE } from '../../../emulator/host/chosen-start.ts'
import { selfContained } from '../../../emulator/scenario/bundle.ts'
import { loadScenario } from '../../../emulator/scenario/load.ts'
import { makeTemporaryFolder } from '../../../emulator/scenario/temporary-folder.ts'

/** Runs work with the variable by which emulators of a process begin with the scenario of a file, in any of its forms. */
export async function withFrom<Result>(
  file: string | undefined,
  work: (variables: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return work({})
  const { scenario, fixtures } = selfContained(await loadScenario(file))
  const folder = await makeTemporaryFolder('svc-from-')
  try {
    const json = join(folder, 'from.json')
    await writeFile(json, JSON.stringify({ ...scenario, world: { ...scenario.world, fixtures } }))
    return await work({ [FROM_VARIABLE]: json })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
