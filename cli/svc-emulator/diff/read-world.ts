import { createEmulator } from '../../../emulator/host/emulator.ts'
import { hostOf } from '../../../emulator/host/instance-of.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import type { World } from '../../../emulator/engine/world/world.ts'
import { findKind } from '../../../emulator/scenario/check.ts'
import { readDocument } from '../../../emulator/scenario/files.ts'
import { askRunning, namesRunning } from '../ask-running.ts'

/** The world of an exported state, of a bundle at its end, or of a running emulator. Throws `EmulatorError` naming the source. */
export async function readWorld(source: string, controlToken: string | undefined): Promise<World> {
  const state = namesRunning(source)
    ? await askRunning(source, { token: controlToken }, (control) => control.send('GET /export'))
    : await readState(source)
  try {
    return hostOf(createEmulator({ state: state as object })).world
  } catch (error) {
    throw error instanceof EmulatorError ? new EmulatorError(`${source}: ${error.message}`) : error
  }
}

async function readState(file: string): Promise<unknown> {
  const { value, problems } = await readDocument(file)
  if (problems.length > 0) throw new EmulatorError(problems)
  if (findKind(value) === 'bundle' && isObject(value)) return value['state']
  if (isObject(value) && 'svc_emulator_state' in value) return value
  throw new EmulatorError(
    `${file} is neither a state nor a bundle: expected what --state or GET /__emulator/export writes`,
  )
}
