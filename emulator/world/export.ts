import * as v from 'valibot'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import { problemsIn } from '../diagnostics/issues.ts'
import type { Problem } from '../diagnostics/problems.ts'
import { freezeDeep, type BaseRecord } from './row.ts'
import { settingsSchema, type Settings } from './settings.ts'
import { tables } from './tables/index.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** Version of the export; a later one says which release reads it. */
export const STATE_VERSION = 1

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const stateSchema = v.strictObject({
  svc_emulator_state: v.literal(STATE_VERSION),
  seed: v.number(),
  settings: settingsSchema,
  now_ms: v.number(),
  drawn: v.number(),
  next_seq: v.number(),
  tables: v.record(v.string(), v.array(v.tuple([v.number(), v.looseObject({ id: v.string() })]))),
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
    exported[name] = Array.from(world.table(name)!.rows(), ({ seq, record }) => [seq, encode(record)] as [number, { id: string }])
  }
  const { now, drawn, seq, triggers } = world.state
  return {
    svc_emulator_state: STATE_VERSION, seed: world.seed, settings: world.settings, now_ms: now, drawn, next_seq: seq, tables: exported,
    triggers: { next: triggers.next, entries: [...triggers.entries] },
  }
}

/** A world with an exported state. Throws `EmulatorError` when the state is not one. */
export function importState(state: unknown, options: Omit<WorldOptions, 'seed' | 'settings' | 'start'> = {}): World {
  const checked = checkState(state)
  const world = createWorld({ ...options, seed: checked.seed, settings: checked.settings as Settings, start: checked.now_ms })
  const rows = Object.values(tables).flatMap(({ name }) => (checked.tables[name] ?? []).map(([seq, record]) => ({ name, seq, record })))
  const problems: Problem[] = []
  for (const { name, seq, record } of rows.sort((a, b) => a.seq - b.seq)) {
    const collection = world.table(name)!
    // Only tables of binary content hold bytes; elsewhere an object with `base64` is a user's own value.
    const decoded = collection.definition.measure === undefined ? record : decode(record)
    const found = problemsIn(collection.definition.schema, decoded)
    problems.push(...found.map((problem) => ({ ...problem, path: ['tables', name, record.id, ...problem.path] })))
    world.state.seq = seq
    collection.put(decoded as unknown as BaseRecord)
  }
  if (problems.length > 0) throw new EmulatorError(problems)
  world.state.seq = checked.next_seq
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
  return v.parse(stateSchema, state)
}

function encode(record: BaseRecord): { id: string } {
  const encoded: Record<string, unknown> & { id: string } = { ...record }
  for (const field in encoded) {
    const value = encoded[field]
    if (value instanceof Uint8Array) encoded[field] = { base64: toBase64(value) }
  }
  return encoded
}

function decode(record: { id: string }): Record<string, unknown> {
  const decoded: Record<string, unknown> = { ...record }
  for (const field in decoded) {
    const base64 = (decoded[field] as { base64?: unknown } | null)?.base64
    if (typeof base64 === 'string') decoded[field] = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  }
  return decoded
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(text)
}
