import { contractStamp } from '../../../contract/stamp.ts'
import { errors } from '../../../contract/errors.ts'
import { findSentence } from '../../../contract/find-sentence.ts'
import { catalog } from '../../../service/catalog.ts'
import { groupBy } from '../../../engine/checking/counts.ts'
import { EmulatorError } from '../../../engine/checking/emulator-error.ts'
import { Deadline } from '../../engine/deadline.ts'
import { BaselineError, NoCall, Stopped } from '../../engine/baseline.ts'
import { wideLimits } from '../../engine/client.ts'
import { now } from '../../engine/real-time.ts'
import { findMasks } from '../../engine/output.ts'
import { findWorldMasks } from '../../engine/world-masks.ts'
import type { Emulator } from '../../../host/emulator.ts'
import { Followed } from '../../../host/turn-chooser.ts'
import type { ShownOutcome } from '../finding-scenarios/outcome-scenario.ts'
import { judgeTogether, nameResult, type TogetherResult } from './judge.ts'
import { readStep, sortFindings, type TogetherFinding, type TogetherReport } from './report.ts'
import { runTogether, STILL, type HowTogether, type Masks, type Member, type Ran } from './run-together.ts'
import { countOrders, countSwitches, permutations, Schedules, serially, withFewestSwitches } from './schedules.ts'

/** How copies are explored; times in real milliseconds. */
export interface TogetherSettings {
  readonly budgetMs?: number | undefined
  /** Longest run. Default 10 s. */
  readonly timeMs?: number | undefined
  /** Time without a call after which a member is not waited for. Default 200. */
  readonly idleMs?: number | undefined
  /** The only order to run, as a finding names it. */
  readonly case?: string | undefined
  readonly accept?: readonly string[] | undefined
  readonly stop?: AbortSignal | undefined
  readonly onTried?: ((tried: number, of: number) => void) | undefined
  /** Called with each finding that was not accepted, and the runs behind it. */
  readonly onFound?: ((shown: ShownOutcome) => void) | undefined
}

const TIME_MS = 10_000
const IDLE_MS = 200
/** Steps of the longest order for which one with fewer switches is sought: a hang has many. */
const MOST_STEPS = 60

/** A finding with the runs behind it. */
type Found = ShownOutcome & { readonly finding: TogetherFinding }

/** An order with what it shows. */
interface Judged {
  readonly run: Ran
  readonly result: TogetherResult
}

/**
 * Runs several clients at once in one world, in every order of their calls that can differ. A finding is an outcome that
 * they do not have one after the other. Rejects with `BaselineError` for a client that fails alone.
 */
export async function exploreTogether(
  members: readonly Member[],
  base: Emulator,
  settings: TogetherSettings,
): Promise<TogetherReport> {
  const deadline = new Deadline(settings.budgetMs, settings.stop)
  const limits = wideLimits(settings.timeMs ?? TIME_MS)
  try {
    const how = { base, members, limits, idleMs: settings.idleMs ?? IDLE_MS }
    return await new Together(how, settings, deadline).report()
  } finally {
    deadline.close()
  }
}

class Together {
  #how: HowTogether
  readonly #settings: TogetherSettings
  readonly #deadline: Deadline
  #masks: Masks | undefined
  /** True if a run made other calls than the order of `case` says. */
  #isOther = false

  constructor(how: HowTogether, settings: TogetherSettings, deadline: Deadline) {
    this.#how = how
    this.#settings = settings
    this.#deadline = deadline
  }

  async report(): Promise<TogetherReport> {
    const { members } = this.#how
    const serials = await this.#serials()
    const schedules = new Schedules()
    const tried = this.#settings.case === undefined ? await this.#all(schedules, serials) : [await this.#one(serials)]
    const shown = await this.#findings(tried, serials)
    const sorted = sortFindings(
      shown.map(({ finding }) => finding),
      this.#settings.accept,
    )
    for (const each of shown) if (sorted.findings.includes(each.finding)) this.#settings.onFound?.(each)
    return {
      contract: contractStamp(),
      subject: members[0]!.client.name,
      members: members.map(({ name }) => name),
      orders: {
        of: Math.max(countOrders(serials[0]!.steps), tried.length),
        tried: tried.length,
        unrepeated: schedules.unrepeated,
      },
      isCut: this.#deadline.isOver,
      ...sorted,
      notes: this.#notes(tried),
    }
  }

  /** One run for each order of the members. Requires that each member succeeds as the first. */
  async #serials(): Promise<Ran[]> {
    const orders = permutations([...this.#how.members.keys()])
    const began = now()
    const [first, again] = [await this.#run(serially(orders[0]!)), await this.#run(serially(orders[0]!))]
    // A slow machine is no client that waits for something else.
    if (this.#settings.idleMs === undefined) this.#how = { ...this.#how, idleMs: Math.max(IDLE_MS, now() - began) }
    this.#masks = {
      world: findWorldMasks(first.world, again.world),
      outputs: first.outputs.map((output, n) => new Set(findMasks(output, again.outputs[n]))),
    }
    const serials: Ran[] = []
    for (const order of orders) {
      const run = await this.#run(serially(order))
      this.#requireSuccess(run, order[0]!)
      serials.push(run)
    }
    if (serials[0]!.calls.length === 0)
      throw new NoCall(
        `${this.#how.members[0]!.client.name} made no call of the API, so nothing can be tried. Does it use the address that it is given?`,
      )
    return serials
  }

  #requireSuccess({ outcomes }: Ran, place: number): void {
    const { end, said } = outcomes[place]!
    if (end !== 'succeeded')
      throw new BaselineError(
        `${this.#how.members[place]!.client.name} fails before any other has begun, so nothing can be compared: ${said}`,
      )
  }

  async #run(chooser: Parameters<typeof runTogether>[1]): Promise<Ran> {
    const run = await runTogether(this.#how, chooser, this.#masks)
    if (this.#deadline.isOver && this.#masks === undefined) throw new Stopped()
    return run
  }

  async #all(schedules: Schedules, serials: readonly Ran[]): Promise<Judged[]> {
    const tried: Judged[] = []
    while (!this.#deadline.isOver && schedules.next()) {
      const run = await this.#run(schedules)
      if (schedules.isRepeated) tried.push({ run, result: judgeTogether(run, serials) })
      this.#settings.onTried?.(tried.length, tried.length)
    }
    return tried
  }

  /** Runs the order of `case`. */
  async #one(serials: readonly Ran[]): Promise<Judged> {
    const count = this.#how.members.length
    const list = this.#settings.case!.split('-').map((number) => Number(number) - 1)
    if (list.some((place) => !(place >= 0 && place < count)))
      throw new EmulatorError(`case: expected numbers from 1 to ${count} such as 1-2-2-1, got '${this.#settings.case}'`)
    const order = new Followed(list)
    const run = await this.#run(order)
    this.#isOther = !order.isKept
    return { run, result: judgeTogether(run, serials) }
  }

  async #findings(tried: readonly Judged[], serials: readonly Ran[]): Promise<Found[]> {
    const byName = groupBy(
      tried.filter(({ result }) => result.verdict !== undefined),
      ({ result }) => nameResult(result),
    )
    const found: Found[] = []
    for (const [id, all] of byName) {
      const shortest = await this.#shortest(all, id, serials)
      const finding = this.#finding(id, shortest, all.length)
      const { run } = shortest
      found.push({
        finding,
        case: finding.schedule,
        plan: { settings: STILL },
        run,
        rights: serials,
        start: run.start,
        masks: this.#masks!.outputs,
        timeMs: this.#how.limits.timeMs,
      })
    }
    return found
  }

  /** The order with the fewest switches, then the fewest calls; confirmed by a run. */
  async #shortest(all: readonly Judged[], id: string, serials: readonly Ran[]): Promise<Judged> {
    const cost = ({ run: { steps } }: Judged) => countSwitches(steps) * 1_000 + steps.length
    let best = all.toSorted((a, b) => cost(a) - cost(b))[0]!
    if (this.#settings.case !== undefined) return best
    for (const { run } of all) {
      if (this.#deadline.isOver) break
      if (run.steps.length > MOST_STEPS) continue
      const list = withFewestSwitches(run.steps)
      if (countSwitches(list.map((copy) => ({ copy }))) >= countSwitches(best.run.steps)) continue
      const again = await this.#run(new Followed(list))
      const judged = { run: again, result: judgeTogether(again, serials) }
      if (nameResult(judged.result) === id && cost(judged) < cost(best)) best = judged
    }
    return best
  }

  #finding(id: string, { run, result }: Judged, orders: number): TogetherFinding {
    return {
      id,
      verdict: result.verdict!,
      because: result.because,
      schedule: run.steps.map(({ copy }) => copy + 1).join('-'),
      steps: run.steps.flatMap(({ calls }) => calls.map(readStep)),
      prevents: result.verdict === 'doubled-record' ? findPreventing(run) : [],
      orders,
    }
  }

  #notes(tried: readonly Judged[]): string[] {
    const noticed = [...new Set(tried.flatMap(({ result: { note } }) => (note === undefined ? [] : [note])))]
    const away = new Set(tried.flatMap(({ run }) => [...run.elsewhere]))
    return [
      ...(this.#isOther ? [`the clients made other calls than ${this.#settings.case} says: it is another order`] : []),
      ...noticed.slice(0, 3).map((note) => `in some orders a client notices, and says so: ${note}`),
      ...[...away].map(
        (place) =>
          `${this.#how.members[place]!.name} made no call for ${Math.round(this.#how.idleMs)} ms, and the others went on without it`,
      ),
    ]
  }
}

/** The sentence that would refuse a second record with the same alias, if a call that wrote can be given one. */
function findPreventing({ steps }: Ran): string[] {
  const written = new Set(
    steps.filter(({ touched }) => touched.writes.length > 0).flatMap(({ calls }) => calls.map(({ unit }) => unit?.id)),
  )
  const isNamed = catalog.some(
    (unit) => written.has(unit.id) && (unit.errors as readonly string[]).includes('alias_taken'),
  )
  const { source } = errors.alias_taken
  return isNamed
    ? [`An alias is unique, so that the second of two is refused (${source}): ${findSentence(source)}`]
    : []
}
