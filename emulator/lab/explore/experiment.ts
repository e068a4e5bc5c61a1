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
import { putInForce } from '../../engine/triggers/triggers.ts'
import { counted } from '../../engine/world/triggers.ts'

/** One run of the subject: its end, what it made of the world, and the calls it made. */
export interface Observed {
  readonly outcome: Outcome
  readonly output: unknown
  readonly world: Canonical
  /** Rendered when they are asked for: most runs are judged without. */
  readonly entries: () => readonly JournalEntry[]
  readonly raw: readonly KeptExchange[]
  /** Names of those triggers of the experiment that acted: the world may have others. */
  readonly acted: ReadonlySet<string>
  /** Whether each change of the experiment could be made. */
  readonly isChanged: boolean
  /** Secrets of the world that stood in requests, where no credentials belong. */
  readonly sentSecrets: readonly SentSecret[]
  /** Secrets that were made in this run: keys, tokens, what credentials keep. */
  readonly newSecrets: readonly string[]
  /** Sockets that it opened. */
  readonly openings: number
  /** Whether calls came as its order has them. */
  readonly inOrder: boolean
}

/** One fault, or two, at the calls of a run. */
export interface Experiment {
  /** Names it again: `GET /users/me#1:lost-answer`. */
  readonly id: string
  readonly fault: ExploreFault
  /** Undefined for what is done to the whole run. */
  readonly point: Point | undefined
  readonly plans: readonly Plan[]
  /** The experiment whose calls this one adds a fault to. */
  readonly after?: Experiment
}

/** Whether the triggers of an experiment acted: a client that calls otherwise does not come to its fault. */
export function hasActed({ plans }: Pick<Experiment, 'plans'>, { acted }: Pick<Observed, 'acted'>): boolean {
  return acted.size >= plans.reduce((count, { triggers = [] }) => count + triggers.length, 0)
}

/** Whether what an experiment does was done, in its order: a fault of the whole run always is. */
export function isReached(
  experiment: Pick<Experiment, 'plans'>,
  run: Pick<Observed, 'acted' | 'inOrder' | 'isChanged'>,
): boolean {
  return run.inOrder && run.isChanged && hasActed(experiment, run)
}

/** World time that a request takes in an exploration: what is polled gets there. */
export const REQUEST_MS = 250

/** How a run is watched. */
export interface Watching {
  /** Places of records that are not compared. */
  readonly masks?: WorldMasks
  /** Done to the world before anything else. */
  readonly prepare?: (world: Emulator) => void
  /** Made once the subject is over. */
  readonly after?: readonly Change[]
}

/** Runs the subject in a world of its own. */
export async function observe(
  subject: Subject,
  base: Emulator,
  plans: readonly Plan[],
  limits: Limits,
  { prepare = () => {}, masks, after = [] }: Watching = {},
): Promise<Observed> {
  const emulator = base.fork({ from: 'start' })
  prepare(emulator)
  const { world } = hostOf(emulator)
  const planned = arrange(world, plans)
  const start = world.fork()
  // A change of the truth is part of what happened; what fills a listing was there before.
  const isChanged = areMade(
    world,
    plans.flatMap(({ before = [] }) => before),
  )
  const outcome = await subject.run(emulator, limits)
  const fired = counted(world.state.triggers).filter(({ id, fired: times }) => planned.has(id) && times > 0)
  areMade(world, after)
  return {
    ...observed(emulator, start, outcome, masks),
    acted: new Set(fired.map(({ id }) => id)),
    isChanged: isChanged && fired.every(({ problem }) => problem === null),
  }
}

/** The world that the run of an experiment begins in. */
export function startWorld(base: Emulator, { plans }: Pick<Experiment, 'plans'>): World {
  const { world } = hostOf(base.fork({ from: 'start' }))
  arrange(world, plans)
  return world
}

/** Gives the ids of the triggers, by which journals name them. */
function arrange(world: World, plans: readonly Plan[]): Set<string> {
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
): Omit<Observed, 'acted' | 'isChanged'> {
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

/** A call that nobody sees any more may have sent a secret, or met its fault. */
function requireWhole({ dropped, size, bytes }: Journal): void {
  if (dropped > 0)
    throw new EmulatorError(
      `a run is too long to be judged: more than ${size} calls, or ${bytes / 1024 / 1024} MiB of requests and answers`,
    )
}

/** Whether each of the changes could be made. One that is not possible any more changes nothing, as it does in a trigger. */
function areMade(world: World, changes: readonly Change[]): boolean {
  return changes
    .map((change) => {
      try {
        applyChange(world, change)
        return true
      } catch {
        // What it was about is gone.
        return false
      }
    })
    .every(Boolean)
}
