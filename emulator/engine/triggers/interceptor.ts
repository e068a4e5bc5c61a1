import { ApiError } from '../../contract/api-error.ts'
import { EmulatorError } from '../checking/emulator-error.ts'
import { MAX_DUE_AT_REQUEST } from '../world/advance-bounds.ts'
import { faultKind, type Fault } from '../faults/registry.ts'
import type { Change } from '../matching/schema-common.ts'
import type { ApplyChange } from './changes.ts'
import { candidatesFor, isChange, type Compiled, type Phase } from './compiled.ts'
import type { TriggeredExchange } from './exchange.ts'
import { Sent } from './sent.ts'
import { TriggerCounters } from './trigger-counters.ts'
import { isDue } from './when.ts'

/** Acts on exchanges before and after their handlers; whatever either throws is answered as a refusal. */
export interface TriggerInterceptor {
  before(exchange: TriggeredExchange): void
  after(exchange: TriggeredExchange): void
}

/** Parameters as sent: resolving `me` and giving the body its shape change what the exchange holds. */
const sent = new WeakMap<TriggeredExchange, Sent>()

/** Changes to make once the handler has run, by the position of the entry that asked for them. */
const postponed = new WeakMap<TriggeredExchange, { trigger: Compiled; change: Change }[]>()

/** Lets the triggers of a world act on its exchanges. All that it needs to know is state of the world; `apply` makes its changes. */
export function createInterceptor(apply: ApplyChange): TriggerInterceptor {
  return {
    before(exchange) {
      if (exchange.world.state.triggers.entries.length > 0) new Run(exchange, apply).act('before')
    },
    after(exchange) {
      if (exchange.unit === undefined || exchange.world.state.triggers.entries.length === 0) return
      const run = new Run(exchange, apply)
      run.finish()
      run.act('after')
    },
  }
}

/** The triggers of one request, in one phase. */
class Run {
  readonly #exchange: TriggeredExchange
  readonly #apply: ApplyChange
  readonly #tally: TriggerCounters

  constructor(exchange: TriggeredExchange, apply: ApplyChange) {
    this.#exchange = exchange
    this.#apply = apply
    this.#tally = new TriggerCounters(exchange.world)
  }

  /** Every trigger that is due acts, in order; the first refusal among them is answered. */
  act(phase: Phase): void {
    const exchange = this.#exchange
    const candidates = candidatesFor(exchange.world.state.triggers.entries, exchange.unit!, exchange.via)
    if (phase === 'before' && candidates.after.length > 0)
      void this.#sent(candidates.after.some(({ when }) => when.params !== undefined))
    let refusal: ApiError | undefined
    for (const trigger of candidates[phase]) {
      const refused = this.#isDue(trigger) ? this.#fire(trigger) : undefined
      refusal ??= refused
    }
    if (candidates[phase].length > 0) this.#tally.write()
    if (refusal !== undefined) throw refusal
  }

  /** Makes the changes that waited for the handler. */
  finish(): void {
    const waiting = postponed.get(this.#exchange)
    if (waiting === undefined) return
    for (const { trigger, change } of waiting) this.#change(trigger, change)
    this.#tally.write()
  }

  #isDue(trigger: Compiled): boolean {
    const { index, when } = trigger
    const { world } = this.#exchange
    if (!this.#isAbout(trigger)) return false
    return (
      isDue(when, this.#tally.match(index)) && (when.probability === undefined || world.ids.chance() < when.probability)
    )
  }

  /** Whether the request is one that the trigger is about. */
  #isAbout({ questions }: Compiled): boolean {
    if (questions.length === 0) return true
    const given = this.#sent()
    return questions.every((isAbout) => isAbout(this.#exchange, given))
  }

  /** What was sent; with `now`, the parameters are read at once, before the kernel changes them. */
  #sent(now = false): Sent {
    let given = sent.get(this.#exchange)
    if (given === undefined) sent.set(this.#exchange, (given = new Sent(this.#exchange)))
    if (now) void given.params
    return given
  }

  #fire(trigger: Compiled): ApiError | undefined {
    const exchange = this.#exchange
    this.#tally.fire(trigger.index)
    ;(exchange.triggers ??= []).push(trigger.name)
    for (const change of trigger.later) postpone(exchange, { trigger, change })
    let refusal: ApiError | undefined
    for (const action of trigger.actions) {
      const refused = isChange(action) ? this.#change(trigger, action) : inject(exchange, action, trigger.phase)
      refusal ??= refused
    }
    return refusal
  }

  /** A change that cannot be made stops neither request nor trigger: the journal and the trigger's report say why. */
  #change({ index, name }: Compiled, change: Change): undefined {
    const exchange = this.#exchange
    const { world } = exchange
    // The first that was too much has a note.
    if (exchange.changes > MAX_CHANGES) {
      this.#tally.problem(index, `${Object.keys(change)[0]}: ${tooManyChanges}`)
      return
    }
    // What a trigger writes the request did not: it does not move world time.
    const { version } = world.state
    try {
      this.#requireFew(change)
      const given = this.#sent()
      const within = { onDue: () => void given.due++, most: MAX_DUE_AT_REQUEST - given.due }
      this.#apply(world, change, startedBy(exchange), within)
    } catch (error) {
      if (!(error instanceof EmulatorError)) throw error
      exchange.changes += 4 + error.problems.length
      const problem = `${Object.keys(change)[0]}: ${error.message}`
      exchange.note(`trigger '${name}' could not change the world: ${problem}`)
      this.#tally.problem(index, problem)
    } finally {
      exchange.foreignWrites += world.state.version - version
    }
  }

  /** One trigger holds a bounded number of records; together they could make a request insert a hundred thousand. */
  #requireFew(change: Change): void {
    const given = this.#sent()
    given.records += recordsIn(change)
    if (++this.#exchange.changes > MAX_CHANGES) throw new EmulatorError(tooManyChanges)
    if (given.records > MAX_RECORDS)
      throw new EmulatorError(`all triggers together insert and update at most ${MAX_RECORDS} records at one request`)
  }
}

/** Records that triggers may insert and update at one request; some 10 us each. */
const MAX_RECORDS = 5_000

/** Changes that triggers may make at one request; some 0.1 ms each, and what cannot be made is told with each mistake. */
const MAX_CHANGES = 500

const tooManyChanges = `all triggers together make at most ${MAX_CHANGES} changes at one request, fewer where some cannot be made`

function recordsIn(change: Change): number {
  const tables = 'insert' in change ? change.insert : 'update' in change ? change.update : {}
  return Object.values(tables as Readonly<Record<string, object>>).reduce(
    (sum, given) => sum + ('update' in change ? Object.keys(given).length : [given].flat().length),
    0,
  )
}

/** Hands a fault to the transport, or returns the refusal that it is. */
function inject(exchange: TriggeredExchange, fault: Fault, phase: Phase): ApiError | undefined {
  const kind = faultKind(fault)
  const argument = Object.values(fault)[0] as never
  if ('answer' in kind) return kind.answer(exchange.world, argument)
  if (exchange.via === 'http' && typeof kind.http !== 'function') {
    exchange.note(`the fault '${kind.name}' was left out: ${kind.http.reason}`)
    return undefined
  }
  ;(exchange.faults ??= []).push(fault)
  return phase === 'before' && kind.skipsHandler === true ? unanswered(kind.name) : undefined
}

/** Stands for the answer that nobody will see. */
function unanswered(name: string): ApiError {
  return new ApiError('internal_error', `A trigger kept this request from being handled (${name}).`, { injected: true })
}

function postpone(exchange: TriggeredExchange, waits: { trigger: Compiled; change: Change }): void {
  const waiting = postponed.get(exchange)
  if (waiting === undefined) postponed.set(exchange, [waits])
  else waiting.push(waits)
}

function startedBy({ result }: TriggeredExchange): string | undefined {
  const { operation, execution } = (result ?? {}) as { operation?: { id?: string }; execution?: { id?: string } }
  return (operation ?? execution)?.id
}
