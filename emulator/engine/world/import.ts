import * as v from 'valibot'
import { EmulatorError } from '../checking/emulator-error.ts'
import { isObject } from '../checking/is-object.ts'
import { problemsIn } from '../checking/issues.ts'
import { valueText } from '../checking/problems.ts'
import { VERSION } from '../../contract/version.ts'
import { STATE_VERSION, stateSchema, type ExportedState } from './exported-state.ts'
import { putRecords } from './put-records.ts'
import { freezeDeep } from './row.ts'
import { settingsSchema, type Settings } from './settings.ts'
import { triggerState, type TriggerState } from './triggers.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

type ImportOptions = Omit<WorldOptions, 'seed' | 'settings' | 'start'>

/** Creates a world from an exported state. Throws `EmulatorError` with all problems. */
export function importState(state: unknown, options: ImportOptions = {}): World {
  refuseUnknown(state)
  const checked = checkState(state)
  const world = createWorld({
    ...options,
    seed: checked.seed,
    settings: checked.settings as Settings,
    start: checked.now_ms,
  })
  const problems = putRecords(world, checked.tables)
  if (problems.length > 0) throw new EmulatorError(problems)
  world.state.seq = Math.max(checked.next_seq, world.state.seq)
  world.state.drawn = checked.drawn
  world.state.varied = checked.varied
  world.state.triggers = importTriggers(checked.triggers)
  world.state.nextDue = world.pending.first('due')?.due_ms ?? Infinity
  return world
}

export function importTriggers(triggers: ExportedState['triggers']): TriggerState {
  const { entries, next } = freezeDeep(structuredClone(triggers))
  return triggerState(entries, next)
}

function refuseUnknown(state: unknown): void {
  if (!isObject(state) || !('svc_emulator_state' in state)) {
    throw new EmulatorError(
      `not a state: expected what export() gives or --state writes, an object with svc_emulator_state; got ${valueText(state)}`,
    )
  }
  const { svc_emulator_state: version, release } = state
  if (version === STATE_VERSION) return
  const writer = typeof release === 'string' ? `svc-emulator ${release}` : 'another release'
  throw new EmulatorError(
    `this state was written by ${writer} and has version ${JSON.stringify(version)}; svc-emulator ${VERSION} reads version ${STATE_VERSION}. Use the release that wrote it.`,
  )
}

function checkState(state: unknown): ExportedState {
  const problems = problemsIn(stateSchema, state)
  if (problems.length > 0) throw new EmulatorError(problems)
  // The parser's output is not used: it puts `id` first in every record, which would change the bytes of answers.
  const checked = state as ExportedState
  return { ...checked, settings: v.parse(settingsSchema, checked.settings) }
}
