import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { World } from '../../engine/world/world.ts'
import { createEmulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Bundle } from '../../scenario/bundle.ts'
import { findBundleCalls } from './bundle-calls.ts'
import type { RecordedCall } from './recorded-call.ts'

/** The calls of a run, and the worlds with the records that a bound can name. */
export interface KeyRun {
  readonly name: string
  readonly calls: readonly RecordedCall[]
  readonly worlds: readonly World[]
  /** Lines about lost parts of the run. */
  readonly notes: readonly string[]
}

/** Reads the run in a bundle. Throws `EmulatorError` for one without calls. */
export function readBundleRun(name: string, bundle: Bundle): KeyRun {
  const calls = findBundleCalls(bundle)
  if (calls.length === 0) throw new EmulatorError(`${name} has no call of the API: ask it something first`)
  const notes = bundle.result.notes.filter((note) => note.startsWith('the journal no longer has'))
  return { name, calls, worlds: [hostOf(createEmulator({ state: bundle.state, journal: false })).world], notes }
}
