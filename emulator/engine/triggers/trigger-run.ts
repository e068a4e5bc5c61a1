import type { ApiError } from '../../contract/api-error.ts'
import { EmulatorError } from '../checking/emulator-error.ts'
import { mergeSettings, type Rules } from '../world/rules.ts'
import { MAX_DUE_AT_REQUEST } from '../world/advance-bounds.ts'
import { faultKind, type Fault } from '../faults/registry.ts'
import type { Change } from '../matching/schema-common.ts'
import type { ApplyChange } from './changes.ts'
import { candidatesFor, listGates, isChange, isRule, type Compiled, type Phase } from './compiled.ts'
import { drawMishap, type Chaos } from './chaos.ts'
import { readStarted, type MadeChanges, type TriggeredExchange, type TriggerWork } from './exchange.ts'
import type { Checkpoint } from '../world/history.ts'
import { MAX_CHANGES, MAX_RECORDS, recordsIn, tooManyChanges } from './change-bounds.ts'
import { limited, limitsRates, unanswered, withRetryAfter } from './refusals.ts'
import type { Action } from './schema.ts'
import { Sent } from './sent.ts'
import { makeStale } from './stale-reads.ts'
import { TriggerCounters } from './trigger-counters.ts'
import { isDue } from './when.ts'

/** Triggers acting on one exchange. */
export class TriggerRun implements TriggerWork {
  readonly names: string[] = []
  readonly faults: Fault[] = []
  early: MadeChanges | undefined
  late: MadeChanges | undefined
  writes = 0
  changes = 0
  under: Rules | undefined
  #phase: 'early' | 'late' = 'early'
  /** Number of inserted and updated records. */
  #records = 0
  /** Pieces of work that fell due because world time was moved. */
  #due = 0
  /** Changes to make after the handler. */
  readonly #postponed: { trigger: Compiled; change: Change }[] = []
  /** Parameters as sent: resolving `me` and parsing the body change those of the exchange. */
  #given: Sent | undefined
  readonly #exchange: TriggeredExchange
  readonly #apply: ApplyChange
  #counters: TriggerCounters
  /** Triggers that did something, by their index. */
  readonly #fired = new Set<number>()

  constructor(exchange: TriggeredExchange, apply: ApplyChange) {
    this.#exchange = exchange
    this.#apply = apply
    this.#counters = new TriggerCounters(exchange.world)
  }

  /** Decides which triggers hold the request before it is handled. Returns the names of their gates. */
  arrive(): string[] {
    const due = this.#decide(this.#candidates().before.filter((trigger) => listGates(trigger).length > 0))
    this.names.push(...due.map(({ name }) => name))
    return due.flatMap(listGates)
  }

  /** Decides which others act on it: a request that is held counts from its arrival on. */
  held(): void {
    const { before, after } = this.#candidates()
    const { decided } = this.#exchange.wait!
    this.#decide([...before, ...after].filter(({ id }) => !decided.has(id)))
  }

  #candidates(): ReturnType<typeof candidatesFor> {
    const { world, unit, via } = this.#exchange
    return candidatesFor(world.state.triggers.entries, unit!, via)
  }

  #decide(triggers: readonly Compiled[]): Compiled[] {
    const { decided } = this.#exchange.wait!
    for (const trigger of triggers) decided.set(trigger.id, this.#isDue(trigger))
    if (triggers.length > 0) this.#counters.write()
    return triggers.filter(({ id }) => decided.get(id))
  }

  /** Lets every due trigger act, in order. The first refusal among them is answered. */
  act(phase: Phase): void {
    const candidates = this.#candidates()
    if (phase === 'before' && candidates.after.length > 0)
      void this.#sent(candidates.after.some(({ when }) => when.params !== undefined))
    let refusal: ApiError | undefined
    for (const trigger of candidates[phase]) {
      const refused = this.#isDue(trigger) ? this.#fire(trigger) : undefined
      refusal ??= refused
    }
    if (candidates[phase].length > 0) this.#counters.write()
    if (refusal !== undefined) throw refusal
  }

  /** Makes the postponed changes, then acts on the answer. */
  finish(): void {
    this.#phase = 'late'
    this.#counters = new TriggerCounters(this.#exchange.world)
    for (const { trigger, change } of this.#postponed) this.#change(trigger, change)
    if (this.#postponed.length > 0) this.#counters.write()
    this.act('after')
  }

  #isDue(trigger: Compiled): boolean {
    const { index, when, above } = trigger
    const { world, wait } = this.#exchange
    const decided = wait?.decided.get(trigger.id)
    if (decided !== undefined) return decided
    if (!this.#isAbout(trigger)) return false
    return (
      isDue(when, this.#counters.match(index)) &&
      (when.probability === undefined || world.ids.chance() < when.probability) &&
      (above === undefined || this.#counters.isAbove(index, above))
    )
  }

  /** True if the request meets the trigger's conditions. */
  #isAbout({ predicates }: Compiled): boolean {
    if (predicates.length === 0) return true
    const given = this.#sent()
    return predicates.every((isAbout) => isAbout(this.#exchange, given))
  }

  /** The request as sent. With `now` its parameters are read at once, before the kernel changes them. */
  #sent(now = false): Sent {
    const given = (this.#given ??= new Sent(this.#exchange))
    if (now) void given.params
    return given
  }

  #fire(trigger: Compiled): ApiError | undefined {
    this.#counters.attempt(trigger.index)
    for (const change of trigger.later) this.#postponed.push({ trigger, change })
    let refusal: ApiError | undefined
    for (const action of trigger.actions) {
      const refused = this.#do(action, trigger)
      refusal ??= refused
    }
    return refusal
  }

  #do(action: Action, trigger: Compiled): ApiError | undefined {
    if (isChange(action)) return this.#change(trigger, action)
    if (isRule(action)) return this.#addRules(action.under, trigger)
    return 'chaos' in action ? this.#draw(action.chaos, trigger) : this.#inject(action, trigger)
  }

  #addRules(rules: Rules, trigger: Compiled): undefined {
    this.under = mergeSettings([this.under, rules])
    this.#acted(trigger)
  }

  /** Draws what the request meets, and has it happen. */
  #draw(chaos: Chaos, trigger: Compiled): ApiError | undefined {
    const exchange = this.#exchange
    const { world, via } = exchange
    const unit = exchange.unit!
    const turn = this.#counters.turn(trigger.index, unit.id)
    const mishap = drawMishap(chaos, { unit, via, turn, seed: world.seed })
    if (mishap === undefined) return undefined
    this.#counters.mishap(trigger.index, mishap.what)
    exchange.note(`${trigger.name}: ${mishap.what}`)
    if (mishap.fault !== undefined) return this.#inject(mishap.fault, trigger)
    exchange.answersEmptyPage = true
    this.#acted(trigger)
    return undefined
  }

  /** Counts a trigger that did something, at most once per request, and not if all its actions failed. */
  #acted({ index, name }: Compiled): void {
    if (this.#fired.has(index)) return
    this.#fired.add(index)
    this.#counters.fire(index)
    this.names.push(name)
  }

  /**
   * Makes a change. A failed change stops neither the request nor the trigger: journal and trigger report the reason.
   */
  #change(trigger: Compiled, change: Change): undefined {
    const { index, name } = trigger
    const exchange = this.#exchange
    const { world } = exchange
    // Only the first change beyond the limit is noted.
    if (this.changes > MAX_CHANGES) {
      this.#counters.problem(index, `${Object.keys(change)[0]}: ${tooManyChanges}`)
      return
    }
    // Writes of a trigger are not the request's: they do not move world time.
    const { now, state } = world
    const { version } = state
    const mark = exchange.mark()
    try {
      this.#requireFew(change)
      const within = { onDue: () => void this.#due++, most: MAX_DUE_AT_REQUEST - this.#due }
      this.#apply(world, change, readStarted(exchange), within)
      this.#told(name, change, now, mark)
      this.#acted(trigger)
    } catch (error) {
      if (!(error instanceof EmulatorError)) throw error
      this.changes += 4 + error.problems.length
      const problem = `${Object.keys(change)[0]}: ${error.message}`
      exchange.note(`trigger '${name}' could not change the world: ${problem}`)
      this.#counters.problem(index, problem)
    } finally {
      this.writes += world.state.version - version
    }
  }

  /** Adds a change to those before or after the request. */
  #told(name: string, change: Change, at: number, mark: Checkpoint | undefined): void {
    const told = (this[this.#phase] ??= { made: [], at, mark })
    told.made.push({ name, change })
    if (this.#phase === 'early') told.mark = this.#exchange.mark()
  }

  /** Hands a fault to the transport, or returns it as a refusal. */
  #inject(fault: Fault, trigger: Compiled): ApiError | undefined {
    const exchange = this.#exchange
    const kind = faultKind(fault)
    const argument = Object.values(fault)[0] as never
    if ('answer' in kind) {
      this.#acted(trigger)
      const refusal = kind.answer(
        exchange.world,
        withRetryAfter(argument, trigger, () => this.#counters.waitAt(trigger.index, trigger.above!)) as never,
      )
      return limitsRates(trigger) ? limited(refusal) : refusal
    }
    if (exchange.via === 'http' && typeof kind.http !== 'function') {
      exchange.note(`the fault '${kind.name}' was left out: ${kind.http.reason}`)
      return undefined
    }
    if ('stale' in fault) {
      if (makeStale(exchange, fault.stale)) this.#acted(trigger)
      return undefined
    }
    this.#acted(trigger)
    if ('hold' in fault) {
      if (trigger.phase === 'after') exchange.wait?.after.push(fault.hold === true ? trigger.name : fault.hold)
      return undefined
    }
    const drawn = { [kind.name]: kind.draw?.(argument, exchange.world.ids) ?? argument }
    this.faults.push(drawn as unknown as Fault)
    return trigger.phase === 'before' && kind.skipsHandler === true ? unanswered(kind.name) : undefined
  }

  /** Limits the records of all triggers at one request, which could otherwise insert a hundred thousand. */
  #requireFew(change: Change): void {
    this.#records += recordsIn(change)
    if (++this.changes > MAX_CHANGES) throw new EmulatorError(tooManyChanges)
    if (this.#records > MAX_RECORDS)
      throw new EmulatorError(`all triggers together insert and update at most ${MAX_RECORDS} records at one request`)
  }
}
