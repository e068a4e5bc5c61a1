import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { plural } from '../../engine/checking/plural.ts'
import type { World } from '../../engine/world/world.ts'
import { createEmulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Bundle } from '../../scenario/bundle.ts'
import { findBundleCalls } from './bundle-calls.ts'
import { isKeyGuessed } from './find-sender.ts'
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
  const guessed = bundle.journal.filter((entry) => entry.request !== null && isKeyGuessed(entry)).length
  if (guessed > 0)
    notes.push(
      `${name} names no key for ${plural(guessed, 'call')}, as older releases wrote it: what they used may be shown too high`,
    )
  return { name, calls, worlds: [hostOf(createEmulator({ state: bundle.state, journal: false })).world], notes }
}
