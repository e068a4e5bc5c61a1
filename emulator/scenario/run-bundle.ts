/** What happened to an emulator, outside of any replay, in one file. */
import type { Emulator } from '../host/emulator.ts'
import { hostOf, instanceOf } from '../host/instance-of.ts'
import { FORMAT } from '../engine/matching/format.ts'
import { recordedBy, type Bundle } from './bundle.ts'
import { scenarioSince } from './record/from-journal.ts'
import type { ReplayResult } from './result.ts'

export interface RunOptions {
  /** Lower case words joined by `-`. */
  readonly name: string
  readonly about: string
  /** Why the run is kept: the errors of a test. */
  readonly problems: readonly string[]
}

/**
 * A bundle of what was asked of an emulator since its start: its scenario plays the same requests again. Needs an emulator with a
 * journal; with a trace it tells what each request changed.
 */
export function bundleOfRun(emulator: Emulator, options: RunOptions): Bundle {
  const state = emulator.export()
  return { ...headOfRun(emulator, options), state, ...recordedBy(emulator) }
}

/** Such a bundle without what the emulator keeps: its state, its journal and its trace. */
export function headOfRun(
  emulator: Emulator,
  { name, about, problems }: RunOptions,
): Omit<Bundle, 'state' | 'journal' | 'trace' | 'undo'> {
  const { seed } = hostOf(emulator).world
  const { scenario, left_out: leftOut } = scenarioSince(emulator, { name, about })
  const { start } = instanceOf(emulator)
  const fixtures = (start.world?.fixtures ?? []).map(({ includes: _includes, ...fixture }) => fixture)
  const notes = leftOut.map(({ entry, reason }) => (entry === null ? reason : `entry ${entry}: ${reason}`))
  const result: ReplayResult = {
    name,
    about,
    file: undefined,
    target: 'in process',
    ok: problems.length === 0,
    steps: [],
    problems,
    notes,
    clauses: [],
  }
  return { bundle: FORMAT, scenario, fixtures, seed, result }
}

/** A name for scenarios and files, made of any text: `GET /users, twice` is `get-users-twice`. */
export function nameOfRun(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-+|-+$/g, '') || 'run'
  )
}
