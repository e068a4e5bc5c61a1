/** Requests that wait at gates: on arrival, before they are handled, or with their answer, before it is delivered. */
import type { ApiError } from '../../contract/api-error.ts'
import { faultKind, type Fault } from '../faults/registry.ts'
import { unanswered } from '../triggers/refusals.ts'
import type { Exchange } from './exchange.ts'
import type { CallGates, Wait } from './gates.ts'
import type { Host } from './host.ts'
import { answerOnce, findFeatures, pass, take, type Steps } from './steps.ts'

/**
 * Takes a request through its steps, and through the gates that hold it. Calls `done` with its answer: at once where
 * nothing holds it, and never if its client gives up meanwhile.
 */
export function passGates(host: Host, steps: Steps, begin: () => Exchange, done: (exchange: Exchange) => void): void {
  const { holds } = host
  const probe = findFeatures(host).held ? arrive(host, steps, begin) : undefined
  if (probe === undefined) return done(pass(host, steps, begin))
  const held = new Held(host, probe)
  const { before, after } = holds.find(probe)
  const triggered = host.interceptor?.arrive(probe) ?? []
  const handle = () => {
    const exchange = answerOnce(host, steps, () => Object.assign(begin(), { wait: probe.wait }))
    held.answer(exchange, [...after, ...exchange.wait!.after.map((name) => holds.named(name))], () => {
      if (held.applyLate(exchange)) take(steps, exchange, 'rewrite')
      take(steps, exchange, 'conclude')
      done(exchange)
    })
  }
  const gates = [...before, ...triggered.map((name) => holds.named(name))]
  if (gates.length > 0) host.interceptor?.held(probe)
  held.arrive(gates, handle)
}

/** The request as it arrived, with its unit and its caller; undefined for one that is no call of the API. */
function arrive(host: Host, steps: Steps, begin: () => Exchange): Exchange | undefined {
  host.settle()
  const probe = begin()
  try {
    for (const step of steps.arrive) {
      step(probe)
      if (probe.response !== undefined) return undefined
    }
  } catch {
    return undefined
  }
  const { real, world } = probe.start
  probe.wait = {
    start: { real, world },
    decided: new Map(),
    after: [],
    entry: undefined,
    isHeld: false,
    ms: 0,
    faults: [],
  }
  return probe
}

/** A request on its way through gates. */
class Held {
  readonly #host: Host
  readonly #probe: Exchange
  readonly #wait: Wait
  /** Time of the wait clock when its entry was written. */
  #entered = 0
  /** Number of faults whose request has been handled since. */
  #applied = 0

  constructor(host: Host, probe: Exchange) {
    this.#host = host
    this.#probe = probe
    this.#wait = probe.wait!
  }

  /** Waits before the request is handled. */
  arrive(gates: readonly CallGates[], then: () => void): void {
    if (gates.length > 0) this.#enter(this.#probe)
    this.#pass(gates, then)
  }

  /** Waits with the answer. */
  answer(exchange: Exchange, gates: readonly CallGates[], then: () => void): void {
    this.#applied = this.#wait.faults.length
    if (gates.length > 0) this.#enter(exchange)
    this.#pass(gates, then)
  }

  /** Applies the faults with which its answer was let go. Returns true where one of them answers in its place. */
  applyLate(exchange: Exchange): boolean {
    const refusal = findRefusal(exchange, this.#wait.faults.slice(this.#applied))
    if (refusal !== undefined) exchange.refuse(refusal)
    return refusal !== undefined
  }

  #enter(exchange: Exchange): void {
    this.#wait.isHeld = true
    exchange.entry = this.#wait.entry = this.#host.journal?.record(exchange)
    this.#entered = this.#host.waitClock()
  }

  #pass([gate, ...others]: readonly CallGates[], then: () => void): void {
    const wait = this.#wait
    if (gate === undefined) {
      wait.isHeld = false
      return then()
    }
    const { journal, waitClock } = this.#host
    const since = waitClock()
    let isOver = false
    const end = (): boolean => {
      if (isOver) return false
      wait.ms += waitClock() - since
      return (isOver = true)
    }
    const { unit, request, via } = this.#probe
    const call = via === 'socket' ? unit!.id : `${request.method} ${request.url.replace(/^\/v1|\?.*$/g, '')}`
    const go = (faults: readonly Fault[]) => {
      if (!end()) return
      wait.faults.push(...faults)
      this.#pass(others, then)
    }
    const leave = gate.hold({ via, call, entry: wait.entry, go })
    this.#probe.client?.onEnd(() => {
      if (!end()) return
      leave()
      if (wait.entry !== undefined) journal?.ended(wait.entry, this.#probe, waitClock() - this.#entered)
    })
  }
}

/** Acts by the faults with which a request was let go before it was handled. */
export function actOnRelease(exchange: Exchange): void {
  const { wait } = exchange
  if (wait === undefined || wait.faults.length === 0) return
  const refusal = findRefusal(exchange, wait.faults)
  if (refusal !== undefined) throw refusal
  for (const fault of wait.faults) {
    const kind = faultKind(fault)
    if ('skipsHandler' in kind && kind.skipsHandler === true) throw unanswered(kind.name)
  }
}

/** Answer of the first fault that answers in place of the service. */
function findRefusal({ world }: Exchange, faults: readonly Fault[]): ApiError | undefined {
  for (const fault of faults) {
    const kind = faultKind(fault)
    if ('answer' in kind) return kind.answer(world, Object.values(fault)[0] as never)
  }
  return undefined
}
