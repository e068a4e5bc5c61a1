import { dirname, resolve } from 'node:path'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import { play } from '../../../emulator/scenario/replay.ts'
import type { ReplayResult, StepResult } from '../../../emulator/scenario/result.ts'
import { createRunner } from '../../../emulator/scenario/run/run-step.ts'
import { InProcessTarget } from '../../../emulator/scenario/targets/in-process.ts'
import { runsPrograms } from '../../../emulator/scenario/needs.ts'
import { validate } from '../../../emulator/scenario/validate.ts'
import { checkFolder } from '../../shared/write-file.ts'
import { keepBundle } from '../keep-bundle.ts'
import { serveWorld } from '../serve-world.ts'

/** Plays a scenario in process. Returns the failed steps. `folder`: for the bundle of a failed run. */
export async function replayScenario(source: string | object, folder: string | undefined): Promise<object> {
  if (folder !== undefined) await checkFolder('check: replay.bundle', folder)
  const { loaded, emulator, problems } = await validate(source, { trace: folder !== undefined, labelsWarn: true })
  if (loaded === undefined) throw new EmulatorError(problems)
  const runner = runsPrograms(loaded) ? createRunner({ folder: findFolder(loaded) }) : undefined
  try {
    const target = new InProcessTarget(emulator, serveWorld)
    const result = await play(loaded, target, { run: runner?.run })
    const bundle = result.ok || folder === undefined ? undefined : await keepBundle(folder, loaded, result, emulator)
    return { ...describeResult(result), ...(bundle !== undefined && { bundle }) }
  } finally {
    await runner?.close()
  }
}

function findFolder({ file }: LoadedScenario): string | undefined {
  return file === undefined ? undefined : dirname(resolve(file))
}

function describeResult({ name, ok, steps, problems, notes }: ReplayResult): object {
  const count = (status: StepResult['status']): number => steps.filter((step) => step.status === status).length
  const failed = steps.filter(({ status }) => status === 'failed')
  return {
    name,
    ok,
    steps: `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    ...(failed.length > 0 && {
      failed: failed.map(({ number, title, reasons, transcript }) => ({ step: number, title, reasons, transcript })),
    }),
    ...(problems.length > 0 && { problems }),
    ...(notes.length > 0 && { notes }),
  }
}
