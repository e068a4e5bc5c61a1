import type { Emulator } from '../host/emulator.ts'
import { applyChange } from '../host/apply-change.ts'
import { hostOf } from '../host/instance-of.ts'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import type { Entry } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalEntry } from '../journal/render.ts'
import type { World } from '../world/world.ts'
import { canonicalOf, type Canonical, type WorldMasks } from './canonical.ts'
import { tableNames, type Change } from '../format/schema-common.ts'
import { generate } from '../world/generate.ts'
import type { ExploreFault, Plan } from './fault.ts'
import { comparable } from './output.ts'
import type { Point } from './points.ts'
import { newSecretsOf, secretsIn, secretsOf, type SentSecret } from './secrets.ts'
import type { Limits, Outcome, Subject } from './subject.ts'
import { putInForce } from '../triggers/triggers.ts'

/** One run of the subject: its end, what it made of the world, and the calls it made. */
export interface Observed {
  readonly outcome: Outcome
  readonly output: unknown
  readonly world: Canonical
  /** Rendered when they are asked for: most runs are judged without. */
  readonly entries: () => readonly JournalEntry[]
  readonly raw: readonly Entry[]
  /** Triggers that acted. */
  readonly fired: number
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
export function hasActed({ plans }: Pick<Experiment, 'plans'>, { fired }: Pick<Observed, 'fired'>): boolean {
  return fired >= plans.reduce((count, { triggers = [] }) => count + triggers.length, 0)
}

/** Whether what an experiment does was done, in its order: a fault of the whole run always is. */
export function isReached(experiment: Pick<Experiment, 'plans'>, run: Pick<Observed, 'fired' | 'inOrder'>): boolean {
  return run.inOrder && hasActed(experiment, run)
}

/** World time that a request takes in an exploration: what is polled gets there. */
export const REQUEST_MS = 250

/** How a run is watched. */
export interface Watching {
  /** Places of records that are not compared. */
  readonly masks?: WorldMasks
  /** Done to the world before anything else. */
  readonly prepare?: (world: Emulator) => void
}

/** Runs the subject in a world of its own. */
export async function observe(subject: Subject, base: Emulator, plans: readonly Plan[], limits: Limits, { prepare = () => {}, masks }: Watching = {}): Promise<Observed> {
  const world = base.fork({ from: 'start' })
  prepare(world)
  const { world: own } = hostOf(world)
  arrange(own, plans)
  const start = own.fork()
  // A change of the truth is part of what happened; what fills a listing was there before.
  for (const { before = [] } of plans) tryAll(own, before)
  const outcome = await subject.run(world, limits)
  return observed(world, start, outcome, masks)
}

/** The world that the run of an experiment begins in. */
export function startOf(base: Emulator, { plans }: Pick<Experiment, 'plans'>): World {
  const { world } = hostOf(base.fork({ from: 'start' }))
  arrange(world, plans)
  return world
}

function arrange(world: World, plans: readonly Plan[]): void {
  world.settings = { ...world.settings, request_ms: REQUEST_MS, ...Object.assign({}, ...plans.map(({ settings }) => settings)) }
  for (const { seed, fill = {}, triggers = [] } of plans) {
    if (seed !== undefined) world.restore({ ...world.snapshot(), seed })
    for (const table of tableNames) if (fill[table] !== undefined) applyChange(world, { insert: { [table]: [...generate(fill[table], world.seed)] } })
    putInForce(world, triggers.map((trigger) => ({ ...trigger, optional: true })))
  }
}

function observed(emulator: Emulator, start: World, outcome: Outcome, masks?: WorldMasks): Observed {
  requireWhole(emulator.journal)
  const { world, order, openings } = hostOf(emulator)
  const canonical = canonicalOf(world, start, masks)
  const secrets = secretsOf(start)
  const raw = Array.from(emulator.journal.raw())
  return {
    outcome, output: comparable(outcome.output, canonical.labels), world: canonical, raw,
    entries: () => emulator.journal.entries(),
    fired: new Set(raw.flatMap(({ triggers = [] }) => triggers)).size, sentSecrets: raw.flatMap((entry) => secretsIn(entry, secrets)), newSecrets: newSecretsOf(world, start), inOrder: order.isKept, openings: openings.count,
  }
}

/** A call that nobody sees any more may have sent a secret, or met its fault. */
function requireWhole({ dropped, size, bytes }: Journal): void {
  if (dropped > 0) throw new EmulatorError(`a run asked for more than can be judged: more than ${size} calls, or ${bytes / 1024 / 1024} MiB of requests and answers`)
}

/** What the world of a run would be, had these changes been made at its end. */
export async function changedAfter(subject: Subject, base: Emulator, changes: readonly Change[], limits: Limits, masks?: WorldMasks): Promise<Observed> {
  const world = base.fork({ from: 'start' })
  const { world: own } = hostOf(world)
  arrange(own, [])
  const start = own.fork()
  const outcome = await subject.run(world, limits)
  tryAll(own, changes)
  return observed(world, start, outcome, masks)
}

/** The run with these changes made before the subject began. */
export function changedBefore(subject: Subject, base: Emulator, changes: readonly Change[], limits: Limits, masks?: WorldMasks): Promise<Observed> {
  const world = base.fork({ from: 'start' })
  const { world: own } = hostOf(world)
  arrange(own, [])
  const start = own.fork()
  tryAll(own, changes)
  return subject.run(world, limits).then((outcome) => observed(world, start, outcome, masks))
}

/** A change that is not possible any more changes nothing, as it does in a trigger. */
function tryAll(world: World, changes: readonly Change[]): void {
  for (const change of changes) {
    try {
      applyChange(world, change)
    } catch {
      // What it was about is gone.
    }
  }
}
