/** A run of an emulator outside of any replay, in one file. */
import type { Emulator } from '../host/emulator.ts'
import { hostOf, instanceOf } from '../host/instance-of.ts'
import { FORMAT } from '../engine/matching/format.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import type { Step } from './schema-steps.ts'
import { exercisedBy, keptBy, standInsFor, type Bundle } from './bundle.ts'
import { planScenarioSince, type PlannedScenario } from './record/from-journal.ts'
import { finish } from './record/record-scenario.ts'
import { IN_PROCESS, type ReplayResult } from './result.ts'
import type { StandIns } from './stand-ins.ts'
import { underContract } from './written-under.ts'

export interface RunOptions {
  /** Lower case words joined by `-`. */
  readonly name: string
  readonly about: string
  /** The reason for keeping the run: errors of a test. */
  readonly problems: readonly string[]
}

/**
 * A bundle of an emulator's exchanges since its start, with a scenario that repeats its requests. Needs an emulator
 * with a journal. With a trace, the bundle has the changes by each request.
 */
export function bundleOfRun(emulator: Emulator, options: RunOptions): Bundle {
  const standIns = standInsForRun(emulator)
  const head = finish(planRunHead(emulator, options, standIns))
  const scenario = { ...head.scenario, steps: [...head.scenario.steps] }
  return { ...head, scenario, ...keptBy(emulator, emulator.export(), standIns) }
}

/** A bundle without state, journal and trace, and with steps that are generated while they are read. */
export type RunHead = Omit<Bundle, 'scenario' | 'state' | 'journal' | 'trace' | 'undo'> &
  Pick<PlannedScenario, 'scenario'>

/**
 * Makes the head of a bundle in small pieces of work, with an empty text after each. It speaks of the moment of this
 * call.
 */
export function planRunHead(emulator: Emulator, options: RunOptions, standIns: StandIns): Generator<'', RunHead> {
  const { seed } = hostOf(emulator).world
  const fixtures = startFixtures(emulator).map((fixture) => standIns.fixture(fixture))
  const under = underContract(exercisedBy(emulator))
  return headFrom(planScenarioSince(emulator, options), { ...under, seed, fixtures }, options, standIns)
}

/** Stand-ins for the secrets of an emulator and of its start. */
export function standInsForRun(emulator: Emulator): StandIns {
  return standInsFor(emulator, [startFixtures(emulator), instanceOf(emulator).start.world?.section])
}

function startFixtures(emulator: Emulator): FixtureDocument[] {
  const { start } = instanceOf(emulator)
  return (start.world?.fixtures ?? []).map(({ includes: _includes, ...fixture }) => fixture)
}

function* replaceEach(steps: Iterable<Step>, standIns: StandIns): Generator<Step, void> {
  for (const step of steps) yield standIns.step(step)
}

function* headFrom(
  plan: Generator<'', PlannedScenario>,
  { seed, fixtures, ...under }: Pick<Bundle, 'contract' | 'sentences' | 'seed' | 'fixtures'>,
  { name, about, problems }: RunOptions,
  standIns: StandIns,
): Generator<'', RunHead> {
  const { scenario: planned, left_out: leftOut } = yield* plan
  const { steps, ...rest } = planned
  const scenario = { ...standIns.scenario(rest), steps: replaceEach(steps, standIns) }
  const notes = leftOut.map(({ entry, reason }) => (entry === null ? reason : `entry ${entry}: ${reason}`))
  const result: ReplayResult = {
    name,
    about,
    file: undefined,
    target: IN_PROCESS,
    ok: problems.length === 0,
    steps: [],
    problems,
    notes,
    clauses: [],
  }
  return { bundle: FORMAT, ...under, scenario, fixtures, seed, result: standIns.result(result) }
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
