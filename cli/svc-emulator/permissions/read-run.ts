import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { World } from '../../../emulator/engine/world/world.ts'
import { createEmulator } from '../../../emulator/host/emulator.ts'
import { hostOf } from '../../../emulator/host/instance-of.ts'
import { findBundleCalls } from '../../../emulator/lab/permissions/bundle-calls.ts'
import { isKeyGuessed } from '../../../emulator/lab/permissions/find-sender.ts'
import type { RecordedCall } from '../../../emulator/lab/permissions/recorded-call.ts'
import type { Bundle } from '../../../emulator/scenario/bundle.ts'
import { ClientError } from '../../shared/client-error.ts'
import { askRunning, namesRunning } from '../ask-running.ts'
import { readBundle } from '../show/read-bundle.ts'

/** The calls of a run, and the worlds with the records that a bound can name. */
export interface Run {
  readonly name: string
  readonly calls: readonly RecordedCall[]
  readonly worlds: readonly World[]
  /** Lines about lost parts of the run. */
  readonly notes: readonly string[]
}

/**
 * Reads the calls of a running emulator, or those of a bundle. Throws `ClientError` if there is neither, and
 * `EmulatorError` for a run without calls.
 */
export async function readRun(source: string, controlToken: string | undefined): Promise<Run> {
  const read = namesRunning(source) ? fetchBundle(source, controlToken) : readBundle(source)
  const bundle = await read.catch((error: unknown) => {
    throw error instanceof EmulatorError ? new ClientError('UNEXPECTED', error.message) : error
  })
  const calls = findBundleCalls(bundle)
  if (calls.length === 0) throw new EmulatorError(`${source} has no call of the API: ask it something first`)
  const notes = bundle.result.notes.filter((note) => note.startsWith('the journal no longer has'))
  const guessed = bundle.journal.filter((entry) => entry.request !== null && isKeyGuessed(entry)).length
  if (guessed > 0)
    notes.push(
      `${source} names no key for ${plural(guessed, 'call')}, as older releases wrote it: what they used may be shown too high`,
    )
  return { name: source, calls, worlds: [hostOf(createEmulator({ state: bundle.state, journal: false })).world], notes }
}

function fetchBundle(source: string, token: string | undefined): Promise<Bundle> {
  return askRunning(source, { token }, (control) => control.send('GET /bundle') as Promise<object> as Promise<Bundle>)
}
