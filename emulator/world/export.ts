import * as v from 'valibot'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import { problemsIn } from '../diagnostics/issues.ts'
import { encodeBytes } from './bytes.ts'
import { putRecords } from './put-records.ts'
import { freezeDeep } from './row.ts'
import { settingsSchema, type Settings } from './settings.ts'
import { tables } from './tables/index.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** Version of the export; a later one says which release reads it. */
export const STATE_VERSION = 1

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const stateSchema = v.strictObject({
  svc_emulator_state: v.literal(STATE_VERSION),
  seed: v.pipe(v.number(), v.safeInteger()),
  settings: settingsSchema,
  /** What the clock can show as text. */
  now_ms: v.pipe(v.number(), v.minValue(-8_640_000_000_000_000), v.maxValue(8_640_000_000_000_000)),
  drawn: count,
  next_seq: count,
  tables: v.record(v.string(), v.array(v.tuple([count, v.looseObject({ id: v.string() })]))),
  triggers: v.strictObject({
    next: count,
    entries: v.array(v.strictObject({ id: v.string(), trigger: v.looseObject({}), matched: count, fired: count, problem: v.nullable(v.string()) })),
  }),
})

/** The whole state of a world as plain JSON; binary content is base64. */
export type ExportedState = v.InferOutput<typeof stateSchema>

export function exportState(world: World): ExportedState {
  const exported: ExportedState['tables'] = {}
  for (const { name } of Object.values(tables)) {
    exported[name] = Array.from(world.table(name)!.rows(), ({ seq, record }) => [seq, encodeBytes(record)] as [number, { id: string }])
  }
  const { now, drawn, seq, triggers } = world.state
  return {
    svc_emulator_state: STATE_VERSION, seed: world.seed, settings: world.settings, now_ms: now, drawn, next_seq: seq, tables: exported,
    triggers: { next: triggers.next, entries: [...triggers.entries] },
  }
}

/** A world with an exported state. Throws `EmulatorError` with every problem when the state is not one. */
export function importState(state: unknown, options: Omit<WorldOptions, 'seed' | 'settings' | 'start'> = {}): World {
  const checked = checkState(state)
  const world = createWorld({ ...options, seed: checked.seed, settings: checked.settings as Settings, start: checked.now_ms })
  const problems = putRecords(world, checked.tables)
  if (problems.length > 0) throw new EmulatorError(problems)
  world.state.seq = Math.max(checked.next_seq, world.state.seq)
  world.state.drawn = checked.drawn
  world.state.triggers = freezeDeep(structuredClone(checked.triggers))
  world.state.nextDue = world.pending.first('due')?.due_ms ?? Infinity
  return world
}

function checkState(state: unknown): ExportedState {
  const version = (state as { svc_emulator_state?: unknown } | null)?.svc_emulator_state
  if (typeof version === 'number' && version > STATE_VERSION) {
    throw new EmulatorError(`this state has version ${version}; this release reads version ${STATE_VERSION}. Use the release that wrote it.`)
  }
  const problems = problemsIn(stateSchema, state)
  if (problems.length > 0) throw new EmulatorError(problems)
  // Not the parser's output: it would put `id` first in every record, and the answers would no longer be the same bytes.
  const checked = state as ExportedState
  return { ...checked, settings: v.parse(settingsSchema, checked.settings) }
}
