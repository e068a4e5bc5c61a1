import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import type { ReplayResult, StepResult } from '../../../emulator/scenario/result.ts'
import { shippedScenarios } from '../../../emulator/scenario/files.ts'
import { validate } from '../../../emulator/scenario/validate.ts'
import { checkFolder } from '../../shared/write-file.ts'
import { keepBundle } from '../keep-bundle.ts'
import { playHere } from '../play-here.ts'

/**
 * Plays a scenario in process. Returns the failed steps. Programs are run for files of the project and shipped ones
 * alone, unless `allowRun`: an agent may have an inline document from anywhere.
 *
 * @param folder for the bundle of a failed run, below the project
 */
export async function replayScenario(
  source: string | object,
  folder: string | undefined,
  allowRun: boolean,
): Promise<object> {
  if (folder !== undefined) {
    if (!isBelow(process.cwd(), folder))
      throw new EmulatorError(`check: replay.bundle: expected a folder below ${process.cwd()}, got '${folder}'`)
    await checkFolder('check: replay.bundle', folder)
  }
  const { loaded, emulator, problems } = await validate(source, { trace: folder !== undefined, labelsWarn: true })
  if (loaded === undefined) throw new EmulatorError(problems)
  const mayRun = mayRunPrograms(loaded, allowRun)
  const result = await playHere(loaded, emulator, mayRun)
  const bundle = result.ok || folder === undefined ? undefined : await keepBundle(folder, loaded, result, emulator)
  return { ...describeResult(result, mayRun), ...(bundle !== undefined && { bundle }) }
}

/** True where programs of a scenario may be run: it is a file of the project or a shipped one, or any may. */
export function mayRunPrograms({ file }: Pick<LoadedScenario, 'file'>, allowRun: boolean): boolean {
  return allowRun || (file !== undefined && isOwnFile(file))
}

export const NOT_RUN =
  'programs of a scenario are run from a file of the project alone; start mcp with --allow-run to run those of any document'

/** True for a file of the project, or a shipped one, links followed. */
function isOwnFile(file: string): boolean {
  return isBelow(process.cwd(), file) || shippedScenarios().some((shipped) => resolve(shipped.file) === resolve(file))
}

function isBelow(folder: string, path: string): boolean {
  const below = relative(realpathSync(folder), follow(resolve(path)))
  return below !== '' && !below.startsWith('..') && !isAbsolute(below)
}

/** A path with the links of its part that exists followed. */
function follow(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const above = dirname(path)
  return above === path ? path : join(follow(above), basename(path))
}

/** `mayRun`: programs were run. Steps that did not run are no pass, nor is a scenario without steps. */
function describeResult({ name, ok, steps, problems, notes }: ReplayResult, mayRun: boolean): object {
  const count = (status: StepResult['status']): number => steps.filter((step) => step.status === status).length
  const failed = steps.filter(({ status }) => status === 'failed')
  return {
    name,
    ok: ok && steps.length > 0 && count('skipped') === 0,
    steps: `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    ...(failed.length > 0 && {
      failed: failed.map(({ number, title, reasons, transcript }) => ({ step: number, title, reasons, transcript })),
    }),
    ...(problems.length > 0 && { problems }),
    ...(notes.length > 0 && { notes }),
    ...(!mayRun && count('skipped') > 0 && { not_run: NOT_RUN }),
  }
}
