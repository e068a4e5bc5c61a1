import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { hostOf } from '../../../emulator/host/instance-of.ts'
import { findRunCalls } from '../../../emulator/lab/permissions/run-calls.ts'
import { readBundleRun, type KeyRun } from '../../../emulator/lab/permissions/run.ts'
import type { Bundle } from '../../../emulator/scenario/bundle.ts'
import { findKind } from '../../../emulator/scenario/check.ts'
import { isPath, readDocument } from '../../../emulator/scenario/files.ts'
import { validate } from '../../../emulator/scenario/validate.ts'
import { namesRunning } from '../names-running.ts'
import { playHere } from '../play-here.ts'
import { readBundle } from '../read-bundle.ts'

/**
 * Reads the calls of a running emulator, those of a bundle, or those of a scenario, recording or HTTP archive, which is
 * played. Throws `EmulatorError` if there is none of them, or for a run without calls.
 */
export async function readRun(source: string, controlToken: string | undefined): Promise<KeyRun> {
  const bundle = await findBundle(source, controlToken)
  return bundle === undefined ? await playRun(source) : readBundleRun(source, bundle)
}

async function findBundle(source: string, token: string | undefined): Promise<Bundle | undefined> {
  const isBundle = namesRunning(source) || (isPath(source) && findKind((await readDocument(source)).value) === 'bundle')
  return isBundle ? readBundle(source, token) : undefined
}

/** Plays a scenario in a traced world. */
async function playRun(source: string): Promise<KeyRun> {
  const { loaded, emulator, problems } = await validate(source, { trace: true, labelsWarn: true })
  if (loaded === undefined) throw new EmulatorError(problems)
  const { ok, notes } = await playHere(loaded, emulator)
  const calls = findRunCalls(emulator)
  if (calls.length === 0) throw new EmulatorError(`${source} makes no call of the API`)
  const worlds = [emulator, emulator.fork({ from: 'start' })].map((each) => hostOf(each).world)
  const failed = `its replay fails: later calls of ${source} may be missing`
  return { name: source, calls, worlds, notes: ok ? notes : [...notes, failed] }
}
