import { createEmulator } from '../../../emulator/host/emulator.ts'
import { hostOf } from '../../../emulator/host/instance-of.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { World } from '../../../emulator/engine/world/world.ts'
import { askRunning, namesRunning } from '../ask-running.ts'
import { readFrom } from '../from-file.ts'

/**
 * The world of an exported state, of a bundle at its end, or of a running emulator; `state.json#mia` is one of the worlds
 * that `--state` keeps. Throws `EmulatorError` naming the source.
 *
 * @param note called with a line about worlds and snapshots that are left out
 */
export async function readWorld(
  source: string,
  controlToken: string | undefined,
  note: (line: string) => void,
): Promise<World> {
  const state = namesRunning(source)
    ? await askRunning(source, { token: controlToken }, (control) => control.send('GET /export'))
    : await readState(source)
  try {
    return hostOf(createEmulator({ state: state as object, warn: (line) => note(`${source}: ${line}`) })).world
  } catch (error) {
    throw error instanceof EmulatorError ? new EmulatorError(`${source}: ${error.message}`) : error
  }
}

async function readState(source: string): Promise<unknown> {
  const read = await readFrom(source)
  if ('state' in read) return read.state
  throw new EmulatorError(
    `${source} is neither a state nor a bundle: expected what --state or GET /__emulator/export writes`,
  )
}
