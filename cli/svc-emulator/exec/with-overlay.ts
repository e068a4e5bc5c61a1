import { FROM_VARIABLE } from '../../../emulator/host/chosen-start.ts'
import { LabFolder } from '../../../emulator/lab/runners/lab-folder.ts'
import { selfContained } from '../../../emulator/scenario/bundle.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import { makeTemporaryFolder } from '../../../emulator/scenario/temporary-folder.ts'
import { readStart, type ServeSettings } from '../start-options.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Runs work with the variables by which emulators in the processes of a command follow `--from`, `--broken` and
 * `--otherwise`, as the server does.
 */
export async function withOverlay<Result>(
  { from, broken, otherwise }: Pick<ServeSettings, 'from' | 'broken' | 'otherwise'>,
  work: (variables: Variables) => Promise<Result>,
): Promise<Result> {
  if ((from ?? broken ?? otherwise) === undefined) return work({})
  const start = from === undefined ? undefined : await readStart(from)
  const lab = new LabFolder(await makeTemporaryFolder('svc-exec-'))
  try {
    await lab.give({
      notes: false,
      settings: {
        ...(broken !== undefined && { broken: [...broken] }),
        ...(otherwise !== undefined && { otherwise: [...otherwise] }),
      },
      ...(start !== undefined && { start: 'state' in start ? (start.state as object) : writeScenario(start.scenario) }),
    })
    return await work({ ...lab.variables, ...(from !== undefined && { [FROM_VARIABLE]: undefined }) })
  } finally {
    await lab.remove()
  }
}

function writeScenario(loaded: LoadedScenario): object {
  const { scenario, fixtures } = selfContained(loaded)
  return { ...scenario, world: { ...scenario.world, fixtures } }
}
