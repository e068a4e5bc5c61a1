/** A failing run in one file: the scenario with its fixtures, the seed, the state it ended in and the journal. */
import * as v from 'valibot'
import { dictionary } from '../engine/checking/dictionary.ts'
import type { Emulator } from '../host/emulator.ts'
import { boundedParse } from '../engine/checking/bounded-parse.ts'
import { problemsFrom } from '../engine/checking/issues.ts'
import type { Problem } from '../engine/checking/problems.ts'
import { fields } from '../engine/checking/strict.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import { hostOf, instanceOf } from '../host/instance-of.ts'
import type { TimelineEntry } from '../engine/journal/journal-entry.ts'
import type { TraceStep } from '../engine/trace/trace.ts'
import type { Undo } from '../engine/trace/undo.ts'
import type { ExportedState } from '../engine/world/exported-state.ts'
import { stampSchema } from '../engine/checking/contract-stamp.ts'
import { VERSION } from '../contract/version.ts'
import type { LoadedScenario } from './loaded-scenario.ts'
import { StandIns } from './stand-ins.ts'
import { underContract, type UnderContract } from './written-under.ts'
import type { ReplayResult } from './result.ts'
import { FORMAT } from '../engine/matching/format.ts'
import type { Scenario } from './schema.ts'
import type { NamedKeys } from '../engine/matching/schema-keys.ts'
import type { Caller, Step } from './schema-steps.ts'
import type { World } from '../engine/world/world.ts'
import { findNamedKey, secretsIn } from './keys.ts'
import { shippedSecrets } from './secret-places.ts'
import { describeKey } from './record/key-names.ts'

export interface Bundle extends UnderContract {
  /** Version of the format. */
  readonly bundle: typeof FORMAT
  readonly scenario: Scenario
  /** Every fixture of its world, whole, so that the bundle needs no other file. */
  readonly fixtures: readonly FixtureDocument[]
  readonly seed: number
  /** The result of the replay. */
  readonly result: ReplayResult
  /** The world after the replay: `createEmulator({ state })` starts there. */
  readonly state: ExportedState
  /** Requests and answers without secrets, due work of a traced world, and other changes of the world. */
  readonly journal: readonly TimelineEntry[]
  /** Changes of each entry, and changes between entries, without secrets. */
  readonly trace?: readonly TraceStep[]
  /** Steps back from the state to the one at each entry. */
  readonly undo?: readonly Undo[]
}

const bundleSchema = fields({
  bundle: v.literal(FORMAT),
  contract: v.optional(stampSchema),
  sentences: v.optional(dictionary(v.string(), v.string())),
  scenario: v.looseObject({}),
  fixtures: v.array(v.looseObject({ fixture: v.literal(1), name: v.string() })),
  seed: v.number(),
  result: v.looseObject({}),
  state: v.looseObject({}),
  journal: v.array(v.looseObject({})),
  trace: v.optional(v.array(v.looseObject({}))),
  undo: v.optional(
    v.array(
      v.looseObject({
        entry: v.nullable(v.number()),
        rows: v.array(
          v.strictTuple([
            v.string(),
            v.string(),
            v.nullable(v.strictTuple([v.number(), v.looseObject({ id: v.string() })])),
          ]),
        ),
      }),
    ),
  ),
})

/** Makes a bundle of a replay in process. Stand-ins are in place of every key, token and credential. */
export function createBundle(loaded: LoadedScenario, result: ReplayResult, emulator: Emulator): Bundle {
  const state = emulator.export()
  const { scenario, fixtures } = selfContained(loaded, state.seed)
  const standIns = standInsFor(emulator, fixtures).noteScenario(scenario).noteResult(result)
  const start = hostOf(emulator.fork({ from: 'start' })).world
  return {
    bundle: FORMAT,
    ...underContract([...exercisedBy(emulator), ...result.clauses.map(({ id }) => id)]),
    scenario: standIns.scenario(nameCallers(scenario, start)),
    fixtures: fixtures.map((fixture) => standIns.fixture(fixture)),
    seed: state.seed,
    result: standIns.result(result),
    ...keptBy(emulator, state, standIns),
  }
}

/** Stand-ins for the secrets of an emulator: of its current and its traced states, of its requests, and of data. */
export function standInsFor(emulator: Emulator, data: unknown): StandIns {
  const { world, tracer } = hostOf(emulator)
  const { journal } = instanceOf(emulator)
  const standIns = new StandIns()
    .noteWorld(world)
    .noteEntries(journal?.all() ?? [])
    .noteData(data)
  return tracer === undefined ? standIns : standIns.noteUndo(emulator.trace.undos())
}

/** The state, journal and trace of an emulator, with stand-ins for secrets. */
export function keptBy(
  emulator: Emulator,
  state: ExportedState,
  standIns: StandIns,
): Pick<Bundle, 'state' | 'journal' | 'trace' | 'undo'> {
  const { journal, trace, undo } = recordedBy(emulator)
  return {
    state: standIns.state(state),
    journal: standIns.value(journal),
    ...(trace !== undefined && { trace: standIns.value(trace) }),
    ...(undo !== undefined && { undo: undo.map((step) => standIns.undo(step)) }),
  }
}

/** Ids of the clauses and assumptions that answers of an emulator rested on. */
export function exercisedBy(emulator: Emulator): string[] {
  const { clauses, assumptions } = emulator.coverage()
  return [...clauses.items, ...assumptions.items].filter(({ count }) => count > 0).map(({ id }) => id)
}

/** The journal of an emulator, and its trace if it keeps one. */
export function recordedBy(emulator: Emulator): Pick<Bundle, 'journal' | 'trace' | 'undo'> {
  const journal = emulator.journal.timeline()
  return instanceOf(emulator).host.tracer === undefined
    ? { journal }
    : { journal, trace: emulator.trace.history(), undo: emulator.trace.undos() }
}

/** A scenario that names its fixtures by name alone, and those fixtures in the order in which they are loaded. */
export function selfContained(
  { scenario, fixtures }: LoadedScenario,
  seed = scenario.world?.seed,
): { scenario: Scenario; fixtures: FixtureDocument[] } {
  const world = { ...scenario.world, fixtures: fixtures.map(({ name }) => name), ...(seed !== undefined && { seed }) }
  return { scenario: { ...scenario, world }, fixtures: fixtures.map(({ includes: _includes, ...fixture }) => fixture) }
}

/** Find problems of the bundle around its scenario. */
export function bundleProblems(document: unknown): Problem[] {
  const { bundle: version } = document as { bundle?: unknown }
  if (typeof version === 'number' && version > FORMAT) {
    return [
      {
        kind: 'value',
        path: ['bundle'],
        message: `this bundle has version ${version}; svc-emulator ${VERSION} reads version ${FORMAT}. Use the release that wrote it, or a newer one.`,
      },
    ]
  }
  const result = boundedParse(bundleSchema, document)
  return result.success ? [] : problemsFrom(result, bundleSchema)
}

/**
 * Replaces secrets of a world as callers by named keys. A replay finds keys by their description, or gets them for a
 * server with another world. A key without a unique description is not replaced. A shipped key stays.
 */
function nameCallers(scenario: Scenario, world: World): Scenario {
  const keys: NamedKeys = { ...scenario.keys }
  const names = new Map<string, string>()
  const shipped = shippedSecrets()
  const nameSecret = (secret: string): string => {
    if (Object.hasOwn(keys, secret) || shipped.has(secret)) return secret
    const known = names.get(secret)
    if (known !== undefined) return known
    const found = findNamedKey(world, secret)
    if (found === undefined || secretsIn(world, { key: found })['key'] !== secret) return secret
    const name = describeKey(found, new Set(Object.keys(keys)))
    keys[name] = found
    names.set(secret, name)
    return name
  }
  const nameCaller = (caller: Caller): Caller => {
    if (typeof caller === 'string') return nameSecret(caller)
    return 'bearer' in caller ? { bearer: nameSecret(caller.bearer) } : { api_key: nameSecret(caller.api_key) }
  }
  const steps = scenario.steps?.map((step): Step =>
    'as' in step && step.as !== undefined ? { ...step, as: nameCaller(step.as) } : step,
  )
  const as = scenario.as === undefined ? {} : { as: nameCaller(scenario.as) }
  return { ...scenario, ...as, ...(steps && { steps }), ...(Object.keys(keys).length > 0 && { keys }) }
}
