import { contractStamp } from '../../../contract/stamp.ts'
import { groupBy } from '../../../engine/checking/counts.ts'
import { EmulatorError } from '../../../engine/checking/emulator-error.ts'
import { plural } from '../../../engine/checking/plural.ts'
import { Deadline } from '../../engine/deadline.ts'
import { wideLimits } from '../../engine/client.ts'
import { clientLimits } from '../../engine/limit-for.ts'
import type { Emulator } from '../../../host/emulator.ts'
import { Followed } from '../../../host/turn-chooser.ts'
import type { ShownOutcome } from '../finding-scenarios/outcome-scenario.ts'
import { showCase, showFound, type Found } from './show-found.ts'
import { chooseCopyFaults, findCopyFault, type CopyFault, type FaultChoice } from './copy-faults.ts'
import { nameResult } from './judge.ts'
import { sortFindings, type FaultsTried, type TogetherReport } from './report.ts'
import { Round, type Judged } from './round.ts'
import type { HowTogether, Member } from './run-together.ts'
import { countOrders, countSwitches, withFewestSwitches } from './schedules.ts'
import type { SharedHome } from '../../engine/shared-home.ts'

/** How copies are explored; times in real milliseconds. */
export interface TogetherSettings extends FaultChoice {
  readonly budgetMs?: number | undefined
  /** Longest run. Default 10 s; beside a failure as long as that of `explore`. */
  readonly timeMs?: number | undefined
  /** Time without a call after which a member is not waited for. Default 200. */
  readonly idleMs?: number | undefined
  /** The only order to run, as a finding names it. */
  readonly case?: string | undefined
  readonly accept?: readonly string[] | undefined
  readonly stop?: AbortSignal | undefined
  /** The HOME of all members. Default: each has its own. */
  readonly home?: SharedHome | undefined
  /** `of`: their number where it is known, else `Infinity`. */
  readonly onTried?: ((tried: number, of: number) => void) | undefined
  /** Called with each finding that was not accepted, and the runs behind it. */
  readonly onFound?: ((shown: ShownOutcome) => void) | undefined
}

const TIME_MS = 10_000
const IDLE_MS = 200
/** Steps of the longest order for which one with fewer switches is sought: a hang has many. */
const MOST_STEPS = 60

/**
 * Runs several clients at once in one world, in every order of their calls that can differ, and where failures are chosen
 * once more beside each. A finding is an outcome that they do not have one after the other. Rejects with `BaselineError`
 * for a client that fails alone.
 */
export async function exploreTogether(
  members: readonly Member[],
  base: Emulator,
  settings: TogetherSettings,
): Promise<TogetherReport> {
  const deadline = new Deadline(settings.budgetMs, settings.stop)
  const limits = wideLimits(settings.timeMs ?? TIME_MS)
  try {
    const { home, idleMs } = settings
    const how = { base, members, limits, home, idleMs: idleMs ?? IDLE_MS }
    return await new Together(settings, deadline).report(how)
  } finally {
    deadline.close()
  }
}

class Together {
  readonly #settings: TogetherSettings
  readonly #deadline: Deadline
  readonly #left: string[] = []
  #tried = 0

  constructor(settings: TogetherSettings, deadline: Deadline) {
    this.#settings = settings
    this.#deadline = deadline
  }

  async report(how: HowTogether): Promise<TogetherReport> {
    const { members } = how
    const plain = await this.#begin(how)
    const rounds = this.#settings.case === undefined ? await this.#all(plain) : [await this.#one(plain)]
    const [first] = rounds
    const shown = await this.#findings(rounds.flatMap(({ tried }) => tried))
    const sorted = sortFindings(
      shown.map(({ finding }) => finding),
      this.#settings.accept,
    )
    for (const each of shown) if (sorted.findings.includes(each.finding)) this.#settings.onFound?.(each)
    const { tried, schedules } = first!
    const undecided = rounds.flatMap((round) => round.tried).filter(({ gaveUpMs }) => gaveUpMs !== undefined).length
    return {
      contract: contractStamp(),
      subject: members[0]!.client.name,
      members: members.map(({ name }) => name),
      orders: {
        of: Math.max(this.#settings.case === undefined ? countOrders(plain.serials[0]!.steps) : 1, tried.length),
        tried: tried.length,
        unrepeated: schedules.unrepeated,
        ...(undecided > 0 && { undecided }),
      },
      ...(this.#settings.case === undefined &&
        this.#settings.only !== undefined && { faults: countFaults(rounds.slice(1)) }),
      isCut: this.#deadline.isOver,
      ...sorted,
      notes: [...this.#left, ...listNotes(rounds)],
      ...(this.#settings.case !== undefined && { case: showCase(tried[0]!) }),
    }
  }

  async #begin(how: HowTogether): Promise<Round> {
    const plain = await Round.begin(how, this.#deadline)
    // A slow machine is no client that waits for something else.
    if (this.#settings.idleMs !== undefined || plain.tookMs <= IDLE_MS) return plain
    return plain.waiting(plain.tookMs)
  }

  /** The orders without a failure, and those beside each chosen one. */
  async #all(plain: Round): Promise<Round[]> {
    const { only } = this.#settings
    const faults = only === undefined ? [] : chooseCopyFaults(plain.serials[0]!, plain.names, this.#settings)
    await this.#try(plain)
    const rounds = [plain]
    for (const fault of faults) {
      if (this.#deadline.isOver) break
      const round = await this.#beside(plain, fault)
      if (round !== undefined) rounds.push(round)
    }
    return rounds
  }

  async #beside(plain: Round, fault: CopyFault): Promise<Round | undefined> {
    const round = await this.#open(plain, fault)
    if (round !== undefined) await this.#try(round)
    else if (!this.#deadline.isOver)
      this.#left.push(`${fault.id} left out: a client does not end then, even one after the other`)
    return round
  }

  #open(plain: Round, fault: CopyFault): Promise<Round | undefined> {
    const limits = { ...plain.how.limits, ...clientLimits(plain.tookMs / 2, this.#settings.timeMs) }
    return plain.beside(fault, limits, this.#deadline)
  }

  async #try(round: Round): Promise<void> {
    await round.all(this.#deadline, () => this.#settings.onTried?.(++this.#tried, Infinity))
  }

  /** Runs the order of `case`, and the failure that it names. */
  async #one(plain: Round): Promise<Round> {
    const [order = '', fault] = this.#settings.case!.split(' with ')
    const count = plain.names.length
    const list = order.split('-').map((number) => Number(number) - 1)
    if (list.some((place) => !(place >= 0 && place < count)))
      throw new EmulatorError(`case: expected numbers from 1 to ${count} such as 1-2-2-1, got '${order}'`)
    const found = fault === undefined ? undefined : findCopyFault(plain.serials[0]!, plain.names, fault)
    const round = found === undefined ? plain : await this.#open(plain, found)
    if (round === undefined)
      throw new EmulatorError(`case: a client does not end with ${fault}, even one after the other`)
    const { isKept } = await round.one(list)
    if (!isKept) this.#left.push(`the clients made other calls than ${order} says: it is another order`)
    return round
  }

  async #findings(tried: readonly Judged[]): Promise<Found[]> {
    const byName = groupBy(
      tried.filter(({ result }) => result.verdict !== undefined),
      ({ result, round }) => nameResult(result, round.fault?.fault.name),
    )
    const found: Found[] = []
    for (const [id, all] of byName) found.push(showFound(id, await this.#shortest(all, id), all.length))
    return found
  }

  /** The order with the fewest switches, then the fewest calls; confirmed by a run. */
  async #shortest(all: readonly Judged[], id: string): Promise<Judged> {
    const cost = ({ run: { steps } }: Judged) => countSwitches(steps) * 1_000 + steps.length
    let best = all.toSorted((a, b) => cost(a) - cost(b))[0]!
    if (this.#settings.case !== undefined) return best
    for (const { run, round } of all) {
      if (this.#deadline.isOver) break
      if (run.steps.length > MOST_STEPS) continue
      const list = withFewestSwitches(run.steps)
      if (countSwitches(list.map((copy) => ({ copy }))) >= countSwitches(best.run.steps)) continue
      const judged = await round.run(new Followed(list))
      if (nameResult(judged.result, round.fault?.fault.name) === id && cost(judged) < cost(best)) best = judged
    }
    return best
  }
}

function countFaults(rounds: readonly Round[]): FaultsTried {
  return {
    tried: rounds.length,
    orders: rounds.reduce((sum, { tried }) => sum + tried.length, 0),
  }
}

function listNotes(rounds: readonly Round[]): string[] {
  const plain = rounds.flatMap(({ tried, fault }) => (fault === undefined ? tried : []))
  const noticed = [...new Set(plain.flatMap(({ result: { note } }) => (note === undefined ? [] : [note])))]
  const away = new Set(rounds.flatMap(({ tried }) => tried.flatMap(({ run }) => [...run.elsewhere])))
  const { how, names } = rounds[0]!
  const held = rounds.flatMap(({ tried }) => tried.flatMap(({ gaveUpMs }) => gaveUpMs ?? []))
  return [
    ...(held.length === 0 ? [] : [describeGivingUp(held)]),
    ...noticed.slice(0, 3).map((note) => `in some orders a client notices, and says so: ${note}`),
    ...[...away].map(
      (place) => `${names[place]!} made no call for ${Math.round(how.idleMs)} ms, and the others went on without it`,
    ),
  ]
}

/** @param held real milliseconds for which the calls were held */
function describeGivingUp(held: readonly number[]): string {
  const orders = plural(held.length, 'order')
  return `in ${orders} a client gave up a call that was held for its turn (${Math.round(Math.max(...held))} ms): its own time limit is shorter, so that nothing is known of ${held.length === 1 ? 'it' : 'them'}. Give it a longer limit`
}
