import type { Emulator } from '../../host/emulator.ts'
import { applyChange } from '../../host/apply-change.ts'
import { hostOf } from '../../host/instance-of.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import type { World } from '../../engine/world/world.ts'
import { canonicalWorld, type Canonical, type WorldMasks } from './canonical.ts'
import { tableNames, type Change } from '../../engine/matching/schema-common.ts'
import { generate } from '../../engine/world/generate.ts'
import type { ExploreFault } from './fault.ts'
import type { Plan } from './plan.ts'
import { comparable } from './output.ts'
import type { Point } from './points.ts'
import { findNewSecrets, secretsIn, findSecrets, type SentSecret } from './secrets.ts'
import type { Limits, Outcome, Subject } from './subject.ts'
import { refuseUntil } from './refuse-until.ts'
import { putInForce } from '../../engine/triggers/triggers.ts'
import { counted } from '../../engine/world/triggers.ts'

/** One run of the subject: its outcome, its effect on the world, and its calls. */
export interface Observed {
  readonly outcome: Outcome
  readonly output: unknown
  readonly world: Canonical
  /** Rendered on demand: most runs are judged without entries. */
  readonly entries: () => readonly JournalEntry[]
  readonly raw: readonly KeptExchange[]
  /** Names of the experiment's triggers that fired. The world may have other triggers. */
  readonly acted: ReadonlySet<string>
  /** True if every change of the experiment was possible. */
  readonly isChanged: boolean
  /** Number of calls that came again before the `Retry-After` of a refusal was over. */
  readonly earlyCalls: number
  /** Secrets of the world that a request held outside of its credentials. */
  readonly sentSecrets: readonly SentSecret[]
  /** Secrets created in this run: keys, tokens, contents of credentials. */
  readonly newSecrets: readonly string[]
  /** Number of opened sockets. */
  readonly openings: number
  /** True if calls arrived as the experiment's order needs them. */
  readonly inOrder: boolean
}

/** One or two faults at the calls of a run. */
export interface Experiment {
  /** Id for `--case`: `GET /users/me#1:lost-answer`. */
  readonly id: string
  readonly fault: ExploreFault
  /** Undefined for a fault of the whole run. */
  readonly point: Point | undefined
  readonly plans: readonly Plan[]
  /** The experiment to whose calls this one adds a second fault. */
  readonly after?: Experiment
}

/** True if all triggers of an experiment fired. A client that calls otherwise does not reach its fault. */
export function hasActed({ plans }: Pick<Experiment, 'plans'>, { acted }: Pick<Observed, 'acted'>): boolean {
  return acted.size >= plans.reduce((count, { triggers = [] }) => count + triggers.length, 0)
}

/** True if the experiment had its effect, in its order. A fault of the whole run always has. */
export function isReached(
  experiment: Pick<Experiment, 'plans'>,
  run: Pick<Observed, 'acted' | 'inOrder' | 'isChanged'>,
): boolean {
  return run.inOrder && run.isChanged && hasActed(experiment, run)
}

/** World time per request in an exploration, so that polling makes progress. */
export const REQUEST_MS = 250

/** Options of an observed run. */
interface ObserveOptions {
  /** Paths of records that are not compared. */
  readonly masks?: WorldMasks
  /** Called on the world before anything else. */
  readonly prepare?: (world: Emulator) => void
  /** Changes made after the subject has ended. */
  readonly after?: readonly Change[]
}

/** Runs the subject in a world of its own. */
export async function observe(
  subject: Subject,
  base: Emulator,
  plans: readonly Plan[],
  limits: Limits,
  { prepare = () => {}, masks, after = [] }: ObserveOptions = {},
): Promise<Observed> {
  const emulator = base.fork({ from: 'start' })
  prepare(emulator)
  const { world } = hostOf(emulator)
  const planned = addTriggers(world, plans)
  const start = world.fork()
  // A change made before the run is part of the experiment; records that fill a listing are part of the start.
  const isChanged = applyChanges(
    world,
    plans.flatMap(({ before = [] }) => before),
  )
  const refusing = refuseUntil(emulator, plans, [...planned])
  const outcome = await subject.run(emulator, limits)
  const earlyCalls = refusing.end()
  const fired = counted(world.state.triggers).filter(({ id, fired: times }) => planned.has(id) && times > 0)
  applyChanges(world, after)
  return {
    ...observed(emulator, start, outcome, masks),
    earlyCalls,
    acted: new Set(fired.map(({ id }) => id)),
    isChanged: isChanged && fired.every(({ problem }) => problem === null),
  }
}

/** The world in which an experiment begins. */
export function startWorld(base: Emulator, { plans }: Pick<Experiment, 'plans'>): World {
  const { world } = hostOf(base.fork({ from: 'start' }))
  addTriggers(world, plans)
  return world
}

/** Adds the triggers of the plans. Returns their ids, which the journal refers to. */
function addTriggers(world: World, plans: readonly Plan[]): Set<string> {
  world.settings = {
    ...world.settings,
    request_ms: REQUEST_MS,
    ...Object.assign({}, ...plans.map(({ settings }) => settings)),
  }
  return new Set(
    plans.flatMap(({ seed, fill = {}, triggers = [] }) => {
      if (seed !== undefined) world.restore({ ...world.snapshot(), seed })
      for (const table of tableNames)
        if (fill[table] !== undefined)
          applyChange(world, { insert: { [table]: [...generate(fill[table], world.seed)] } })
      return putInForce(
        world,
        triggers.map((trigger) => ({ ...trigger, optional: true })),
      ).map(({ id }) => id)
    }),
  )
}

function observed(
  emulator: Emulator,
  start: World,
  outcome: Outcome,
  masks?: WorldMasks,
): Omit<Observed, 'acted' | 'isChanged' | 'earlyCalls'> {
  requireWhole(emulator.journal)
  const { world, order, openings } = hostOf(emulator)
  const canonical = canonicalWorld(world, start, masks)
  const secrets = findSecrets(start)
  const raw = Array.from(emulator.journal.raw())
  return {
    outcome,
    output: comparable(outcome.output, canonical.labels),
    world: canonical,
    raw,
    entries: () => emulator.journal.entries(),
    sentSecrets: secretsIn(raw, secrets),
    newSecrets: findNewSecrets(world, secrets),
    inOrder: order.isKept,
    openings: openings.count,
  }
}

/** Requires a complete journal: a dropped entry may have held a secret, or met the fault. */
function requireWhole({ dropped, size, bytes }: Journal): void {
  if (dropped > 0)
    throw new EmulatorError(
      `a run is too long to be judged: more than ${size} calls, or ${bytes / 1024 / 1024} MiB of requests and answers`,
    )
}

/** Applies the changes. Returns false if one was not possible: as in a trigger, it then has no effect. */
function applyChanges(world: World, changes: readonly Change[]): boolean {
  return changes
    .map((change) => {
      try {
        applyChange(world, change)
        return true
      } catch {
        // Its record no longer exists.
        return false
      }
    })
    .every(Boolean)
}
