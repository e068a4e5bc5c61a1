import { BaselineError, NoCall, Stopped } from '../../engine/baseline.ts'
import type { Limits } from '../../engine/client.ts'
import type { Deadline } from '../../engine/deadline.ts'
import { findMasks } from '../../engine/output.ts'
import { findWorldMasks } from '../../engine/world-masks.ts'
import { now } from '../../engine/real-time.ts'
import { Followed, type Chooser } from '../../../host/turn-chooser.ts'
import { hasActed } from '../experiment.ts'
import { overlayFor, type CopyFault } from './copy-faults.ts'
import { asSerial, isShownBy, judgeTogether, type TogetherResult } from './judge.ts'
import { runTogether, type HowTogether, type Masks, type Ran } from './run-together.ts'
import { permutations, Schedules, serially } from './schedules.ts'
import { findFileMasks } from '../../engine/shared-home.ts'

/** An order with what it shows. */
export interface Judged {
  readonly run: Ran
  readonly result: TogetherResult
  readonly round: Round
  /** Real milliseconds for which a call was held until its client gave up: nothing is shown of the order. */
  readonly gaveUpMs?: number
}

/** The orders of the calls of some clients, all beside one failure or without one. */
export class Round {
  readonly how: HowTogether
  readonly fault: CopyFault | undefined
  readonly masks: Masks
  /** A run for each serial order. */
  readonly serials: readonly Ran[]
  /** Real milliseconds of two runs. */
  readonly tookMs: number
  readonly schedules = new Schedules()
  tried: readonly Judged[] = []
  /** True if a client leaves a call without its answer where none is held. */
  readonly #givesUpByItself: boolean
  /** The orders without the failure. What they show is not told again. */
  readonly #plain: Round | undefined

  private constructor(how: HowTogether, serial: Serial, beside?: { readonly fault: CopyFault; readonly plain: Round }) {
    this.how = how
    this.masks = serial.masks
    this.serials = serial.serials
    this.tookMs = serial.tookMs
    this.#givesUpByItself = serial.serials.some(({ gaveUpMs }) => gaveUpMs !== undefined)
    this.fault = beside?.fault
    this.#plain = beside?.plain
  }

  /** Names of the clients. */
  get names(): string[] {
    return this.how.members.map(({ name }) => name)
  }

  /** Runs the serial orders. Rejects with `BaselineError` where a client does not succeed as the first. */
  static async begin(how: HowTogether, deadline: Deadline): Promise<Round> {
    const serial = await runSerially(how, deadline, requireSuccess)
    if (serial === undefined) throw new Stopped()
    if (serial.serials[0]!.calls.length === 0)
      throw new NoCall(
        `${how.members[0]!.client.name} made no call of the API, so nothing can be tried. Does it use the address that it is given?`,
      )
    return new Round(how, serial)
  }

  /** Runs the serial orders beside a failure. Undefined where the work is over, or a client does not end. */
  async beside(fault: CopyFault, limits: Limits, deadline: Deadline): Promise<Round | undefined> {
    const how = { ...this.how, limits, overlay: overlayFor(fault, this.names) }
    const serial = await runSerially(how, deadline, (_, { outcomes }) =>
      outcomes.every(({ end }) => end !== 'hung' && end !== 'storm'),
    )
    return serial && new Round(how, serial, { fault, plain: this })
  }

  /** These orders, where clients are waited for longer. */
  waiting(idleMs: number): Round {
    return new Round({ ...this.how, idleMs }, this)
  }

  /** Tries all orders, each once, until the work is over. */
  async all(deadline: Deadline, onTried: () => void): Promise<void> {
    const tried: Judged[] = []
    this.tried = tried
    while (!deadline.isOver && this.schedules.next()) {
      const judged = await this.run(this.schedules)
      if (this.schedules.isRepeated) tried.push(judged)
      onTried()
    }
  }

  /** Runs one order. `isKept`: the clients made their calls in it. */
  async one(order: readonly number[]): Promise<Judged & { readonly isKept: boolean }> {
    const chooser = new Followed(order)
    const judged = await this.run(chooser)
    this.tried = [judged]
    return { ...judged, isKept: chooser.isKept }
  }

  async run(chooser: Chooser): Promise<Judged> {
    for (let attempt = 1; ; attempt++) {
      chooser.begin()
      const run = await runTogether(this.how, chooser, this.masks)
      const { gaveUpMs } = run
      if (gaveUpMs === undefined || this.#givesUpByItself) return { run, result: this.#judge(run), round: this }
      if (attempt === ATTEMPTS) return { run, result: asSerial, round: this, gaveUpMs }
    }
  }

  #judge(run: Ran): TogetherResult {
    const result = judgeTogether(run, this.serials)
    if (this.fault === undefined || result.verdict === undefined) return result
    // An order that does not reach its failure is one without.
    if (!hasActed(this.fault, run)) return asSerial
    return this.#plain!.tried.some((each) => isShownBy(result, run, each.run)) ? asSerial : result
  }
}

/** Runs of an order in which a client gives up a call that is held: a slow machine may let the next one pass. */
const ATTEMPTS = 3

type Serial = Pick<Round, 'masks' | 'serials' | 'tookMs'>

/**
 * Runs the serial orders, the first one twice more to see what differs by itself. Undefined where the work is over, or a
 * run is not accepted.
 */
async function runSerially(
  how: HowTogether,
  deadline: Deadline,
  accept: (how: HowTogether, run: Ran, first: number) => boolean,
): Promise<Serial | undefined> {
  const orders = permutations([...how.members.keys()])
  const began = now()
  const pair: Ran[] = []
  for (let n = 0; n < 2; n++) {
    const run = await runTogether(how, serially(orders[0]!), undefined, orders[0])
    if (deadline.isOver || !accept(how, run, orders[0]![0]!)) return undefined
    pair.push(run)
  }
  const tookMs = now() - began
  const masks = findAllMasks(pair[0]!, pair[1]!)
  const serials: Ran[] = []
  for (const order of orders) {
    const run = await runTogether(how, serially(order), masks, order)
    if (deadline.isOver || !accept(how, run, order[0]!)) return undefined
    serials.push(run)
  }
  return { masks, serials, tookMs }
}

function findAllMasks(first: Ran, again: Ran): Masks {
  return {
    world: findWorldMasks(first.world, again.world),
    outputs: first.outputs.map((output, n) => new Set(findMasks(output, again.outputs[n]))),
    files: findFileMasks(first.files, again.files),
  }
}

function requireSuccess({ members }: HowTogether, { outcomes }: Ran, first: number): true {
  const { end, said } = outcomes[first]!
  if (end === 'succeeded') return true
  throw new BaselineError(
    `${members[first]!.client.name} fails before any other has begun, so nothing can be compared: ${said}`,
  )
}
