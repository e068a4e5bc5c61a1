import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { callNames } from './call-names.ts'
import { worldDifferences, type WorldMasks } from './canonical.ts'
import type { End, Limits } from './client.ts'
import type { Deadline } from './deadline.ts'
import { findMasks } from './output.ts'
import { plain } from './overlay.ts'
import { now } from './real-time.ts'
import type { Seen } from './subject.ts'
import type { Observed, WorldSubject } from './world-subject.ts'
import { findWorldMasks } from './world-masks.ts'

/** The runs without a variant fail, or differ from each other: others cannot be compared with them. */
export class BaselineError extends EmulatorError {}

/** The subject makes no call of the API. */
export class NoCall extends BaselineError {}

/** The work was stopped, or its budget was over, before the first run ended. */
export class Stopped extends EmulatorError {
  constructor() {
    super('the run as it is did not end within the budget, so nothing was tried')
  }
}

/** The subject fails without a variant, or cannot be started: there is nothing to compare with. */
export class SubjectFails extends EmulatorError {}

/** The run that those with a variant are compared with. */
export interface Baseline<S extends Seen = Seen> {
  readonly first: S
  /** Paths of the output that differ between equal runs. */
  readonly masks: ReadonlySet<string>
  /** Real milliseconds of one run. */
  readonly tookMs: number
}

/** The runs of a client in its world as it is. */
export interface WorldBaseline extends Baseline<Observed> {
  /** Its world, compared without what differs between equal runs. */
  readonly subject: WorldSubject
  /** The run before, which meets another state of its process. */
  readonly cold: Observed
  readonly worldMasks: WorldMasks
}

/**
 * Runs a client twice as it is. `first` is the second run: like all later ones it meets the state that the first left
 * in its process. Rejects with `BaselineError` when a run fails, or when the two write different records, and with
 * `Stopped` when the work is over before.
 */
export async function runWorldBaseline(
  given: WorldSubject,
  limits: Limits,
  deadline: Deadline,
): Promise<WorldBaseline> {
  const began = now()
  const unmasked = await runTwice(given, limits, deadline)
  const tookMs = (now() - began) / 2
  const worldMasks = findWorldMasks(unmasked[0].world, unmasked[1].world)
  const subject = given.withMasks(worldMasks)
  const [cold, first] = worldMasks.size === 0 ? unmasked : await runTwice(subject, limits, deadline)
  requireSameWorld(subject, cold, first)
  if (callNames(first.calls).length === 0 && first.openings === 0) throw new NoCall(explainNoCall(subject, first, cold))
  return { subject, cold, first, worldMasks, tookMs, masks: new Set(findMasks(cold.output, first.output)) }
}

async function runTwice(subject: WorldSubject, limits: Limits, deadline: Deadline): Promise<[Observed, Observed]> {
  return [await runOnce(subject, limits, deadline), await runOnce(subject, limits, deadline)]
}

async function runOnce(subject: WorldSubject, limits: Limits, deadline: Deadline): Promise<Observed> {
  const run = subject.run(plain, limits, deadline.signal)
  // A function cannot be ended.
  const seen = await (subject.isInProcess ? Promise.race([run, deadline.over]) : run)
  if (seen === undefined || deadline.isOver) throw new Stopped()
  requireSuccess(subject, seen)
  return seen
}

function requireSameWorld({ name }: WorldSubject, cold: Observed, first: Observed): void {
  const differences = worldDifferences(cold.world, first.world)
  if (differences.length > 0)
    throw new BaselineError(
      `${name} writes different records in each run, so nothing can be compared:\n${differences.slice(0, 4).join('\n')}`,
    )
}

/** How a run that did not succeed ended. */
export const endings: Readonly<Record<Exclude<End, 'succeeded'>, string>> = {
  failed: 'fails',
  hung: 'hangs',
  crashed: 'crashes',
  storm: 'makes too many calls',
}

function requireSuccess({ name }: WorldSubject, { end, said }: Seen): void {
  if (end === 'succeeded') return
  throw new BaselineError(`${name} ${endings[end]} without a fault, so nothing can be tried: ${said}`)
}

/**
 * Explains a baseline without calls. Nothing can be asked of it: a subject that calls nothing, or another server, would
 * survive every fault.
 */
function explainNoCall({ name }: WorldSubject, run: Observed, cold: Observed): string {
  if (callNames(cold.calls).length > 0)
    return `${name} made no call of the API in its second run, so nothing can be tried: it keeps the answers of its first run.`
  const [stray] = run.entries()
  const asked =
    stray === undefined
      ? ''
      : ` It requested ${stray.request.method} ${stray.request.url}, which is not part of the API.`
  return `${name} made no call of the API, so nothing can be tried.${asked} Does it use the address that it is given?`
}
