import * as v from 'valibot'
import { EmulatorError } from '../checking/emulator-error.ts'
import { isObject } from '../checking/is-object.ts'
import { problemsIn } from '../checking/issues.ts'
import { valueText } from '../checking/problems.ts'
import { VERSION } from '../../contract/version.ts'
import { STATE_VERSION, stateSchema, type ExportedState } from './exported-state.ts'
import { migrate, readVersion } from './migrations/index.ts'
import { putRecords } from './put-records.ts'
import { freezeDeep } from './row.ts'
import { settingsSchema, type Settings } from './settings.ts'
import { triggerState } from './triggers.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

type ImportOptions = Omit<WorldOptions, 'seed' | 'settings' | 'start'>

/** Creates a world from an exported state. Throws `EmulatorError` with all problems. */
export function importState(state: unknown, options: ImportOptions = {}): World {
  const { state: migrated, added } = migrate(refuseNewer(state))
  const checked = checkState(migrated)
  const world = createWorld({
    ...options,
    seed: checked.seed,
    settings: checked.settings as Settings,
    start: checked.now_ms,
  })
  const problems = putRecords(world, checked.tables, added)
  if (problems.length > 0) throw new EmulatorError(problems)
  world.state.seq = Math.max(checked.next_seq, world.state.seq)
  world.state.drawn = checked.drawn
  world.state.varied = checked.varied
  const { entries, next } = freezeDeep(structuredClone(checked.triggers))
  world.state.triggers = triggerState(entries, next)
  world.state.nextDue = world.pending.first('due')?.due_ms ?? Infinity
  return world
}

function refuseNewer(state: unknown): unknown {
  if (!isObject(state) || !('svc_emulator_state' in state)) {
    throw new EmulatorError(
      `not a state: expected what export() gives or --state writes, an object with svc_emulator_state; got ${valueText(state)}`,
    )
  }
  const version = readVersion(state) ?? STATE_VERSION
  if (version <= STATE_VERSION) return state
  const { release } = state as { release?: unknown }
  const writer = typeof release === 'string' ? `svc-emulator ${release}` : 'a newer release'
  throw new EmulatorError(
    `this state was written by ${writer} and has version ${version}; svc-emulator ${VERSION} reads versions up to ${STATE_VERSION}. Use the release that wrote it, or a newer one.`,
  )
}

function checkState(state: unknown): ExportedState {
  const problems = problemsIn(stateSchema, state)
  if (problems.length > 0) throw new EmulatorError(problems)
  // The parser's output is not used: it puts `id` first in every record, which would change the bytes of answers.
  const checked = state as ExportedState
  return { ...checked, settings: v.parse(settingsSchema, checked.settings) }
}
