import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { World } from '../../../emulator/engine/world/world.ts'
import { createEmulator } from '../../../emulator/host/emulator.ts'
import { hostOf } from '../../../emulator/host/instance-of.ts'
import { findBundleCalls } from '../../../emulator/lab/permissions/bundle-calls.ts'
import type { RecordedCall } from '../../../emulator/lab/permissions/recorded-call.ts'
import type { Bundle } from '../../../emulator/scenario/bundle.ts'
import { ControlClient } from '../../../emulator/scenario/control-client/control-client.ts'
import { readBundle } from '../show/read-bundle.ts'

/** The calls of a run, and the worlds whose records a bound may name. */
export interface Run {
  readonly name: string
  readonly calls: readonly RecordedCall[]
  readonly worlds: readonly World[]
  /** Lines about what the run has lost. */
  readonly notes: readonly string[]
}

/** Reads the calls that a running emulator has answered, or those of a bundle. Throws `EmulatorError` for anything else. */
export async function readRun(source: string, controlToken: string | undefined): Promise<Run> {
  const isUrl = /^https?:\/\//.test(source)
  const bundle = isUrl ? await fetchBundle(source, controlToken) : await readBundle(source)
  const calls = findBundleCalls(bundle)
  if (calls.length === 0) throw new EmulatorError(`${source} has no call of the API: ask it something first`)
  const notes = bundle.result.notes.filter((note) => note.startsWith('the journal no longer has'))
  return { name: source, calls, worlds: [hostOf(createEmulator({ state: bundle.state, journal: false })).world], notes }
}

async function fetchBundle(source: string, token: string | undefined): Promise<Bundle> {
  const root = `${source.replace(/\/(?:v1|__emulator)?\/?$/, '')}/__emulator`
  return (await new ControlClient(root, { token }).send('GET', '/bundle').catch((error: Error) => {
    if (error instanceof EmulatorError) throw error
    const reason = (error.cause as Error | undefined)?.message ?? error.message
    throw new EmulatorError(`${source}: no emulator answers there (${reason})`)
  })) as Bundle
}
