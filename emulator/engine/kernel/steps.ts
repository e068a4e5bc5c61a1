import { findMeans } from '../triggers/compiled.ts'
import { findStaleMs } from '../triggers/stale-reads.ts'
import type { InForce } from '../world/in-force.ts'
import type { TriggerEntry } from '../world/triggers.ts'
import type { CallGate } from './call-order.ts'
import type { Exchange } from './exchange.ts'
import type { Host, Respond } from './host.ts'
import type { Saving } from './saving.ts'

/** One step of a request: acts on the exchange, or refuses by throwing. */
export type Step = (exchange: Exchange) => void

/** Steps of a request, in order. A feature that is off has none among them. */
export interface Steps {
  /** Wraps the request, for a feature that may do it again in another way. */
  readonly around: ((host: Host, respond: Respond) => Exchange) | undefined
  /** Finds the steps under other rules; undefined where no trigger gives any. */
  readonly under: ((host: Host) => Steps) | undefined
  /** Steps that find the unit and the caller of a request, to see which gates hold it. */
  readonly arrive: readonly Step[]
  /** Steps that find the unit and run it. The first one that throws or sets the response is the last. */
  readonly handle: readonly Step[]
  /** Steps that write the answer, a success or a refusal. None of them throws. */
  readonly answer: readonly Step[]
  /** Steps that write another answer in place of one that was held. */
  readonly rewrite: readonly Step[]
  /** Steps that run once, on the final answer. */
  readonly conclude: readonly Step[]
}

/** Takes a request through its steps. `begin` creates the exchange. */
export function pass(host: Host, steps: Steps, begin: () => Exchange): Exchange {
  const exchange = answerOnce(host, steps, begin)
  take(steps, exchange, 'conclude')
  return exchange
}

/** Answers a request, again where its triggers give it rules. Its answer is not concluded yet. */
export function answerOnce(host: Host, steps: Steps, begin: () => Exchange): Exchange {
  host.settle()
  if (steps.under === undefined) return answer(host, steps, begin)
  const { world } = host
  const before = world.snapshot()
  const first = answer(host, steps, begin)
  const under = first.triggered?.under
  if (under === undefined) return first
  world.restore(before)
  const again = () => Object.assign(begin(), { under })
  return keepTrace(
    first,
    world.under(under, () => answer(host, steps.under!(host), again)),
  )
}

function answer(host: Host, steps: Steps, begin: () => Exchange): Exchange {
  const respond: Respond = (redo) => {
    const exchange = begin()
    if (redo !== undefined) exchange.altered = { redo }
    try {
      for (const step of steps.handle) {
        step(exchange)
        if (exchange.response !== undefined) break
      }
    } catch (thrown) {
      exchange.refuse(thrown)
    }
    run(steps.answer, exchange)
    return exchange
  }
  return steps.around === undefined ? respond() : steps.around(host, respond)
}

/** Runs the steps that follow an answer, under the rules by which it was made. */
export function take(steps: Steps, exchange: Exchange, which: 'rewrite' | 'conclude'): void {
  const { under, world, host } = exchange
  if (under === undefined) run(steps[which], exchange)
  else world.under(under, () => run(steps.under!(host as Host)[which], exchange))
}

function run(steps: readonly Step[], exchange: Exchange): void {
  for (const step of steps) step(exchange)
}

/** Keeps the world before the first of two attempts as that before the request. */
export function keepTrace(first: Exchange, exchange: Exchange): Exchange {
  if (exchange.traced !== undefined) exchange.traced = { ...exchange.traced, before: first.traced!.before }
  return exchange
}

/** Features that add steps to a request, or that make it wait. */
export interface Features {
  /** Modes of `settings.unspecified`; all false under `allow`. */
  readonly warn: boolean
  readonly refuse: boolean
  readonly vary: boolean
  /** True if a request may be repeated: with `settings.broken` or `settings.otherwise`. */
  readonly altered: boolean
  readonly triggers: boolean
  /** True if triggers may give a request rules of its own. */
  readonly under: boolean
  /** True if reads may miss writes: by a trigger, or by an alternative. */
  readonly stale: boolean
  /** True if a gate may hold a request, and be released with a fault. */
  readonly held: boolean
  /** True if a call may have to wait for its turn (`settings.order`). */
  readonly ordered: boolean
  /** True if an answer may have faults: with `triggers` or `held`. */
  readonly faulty: boolean
  readonly traced: boolean
  readonly journal: boolean
  readonly cors: boolean
  readonly explain: boolean
  readonly saving: boolean
}

/** Everything that switches a feature on or off while a world lives: all of it is replaced, and never changed. */
interface Switches {
  readonly inForce: InForce
  readonly entries: readonly TriggerEntry[]
  readonly gates: number
  readonly watcher: CallGate | undefined
  readonly saving: Saving | undefined
}

const found = new WeakMap<Host, Switches & { readonly on: Features }>()

/** Each combination that occurs, once: `stepsByFeatures` makes its steps once. */
const combinations = new Map<string, Features>()

/** Finds the features of a world. They are found again where its settings, triggers or gates are others. */
export function findFeatures(host: Host): Features {
  const { world, holds, order, saving } = host
  const { inForce } = world
  const { entries } = world.state.triggers
  const last = found.get(host)
  if (
    last?.inForce === inForce &&
    last.entries === entries &&
    last.gates === holds.gates.size &&
    last.watcher === order.watcher &&
    last.saving === saving
  )
    return last.on
  const on = readFeatures(host)
  if (!on.stale) world.state.past = undefined
  const key = JSON.stringify(on)
  const same = combinations.get(key) ?? on
  combinations.set(key, same)
  found.set(host, { inForce, entries, gates: holds.gates.size, watcher: order.watcher, saving, on: same })
  return same
}

function readFeatures({ world, interceptor, tracer, journal, cors, explain, saving, holds, order }: Host): Features {
  const { unspecified, broken, order: calls } = world.settings
  const { entries } = world.state.triggers
  const means = findMeans(entries)
  const triggers = interceptor !== undefined && entries.length > 0
  const held = holds.gates.size > 0 || means.gates.length > 0
  return {
    warn: unspecified === 'warn',
    refuse: unspecified === 'refuse',
    vary: unspecified === 'vary',
    altered: world.inForce.alternatives.length > 0 || broken.length > 0,
    triggers,
    under: triggers && means.rules,
    stale: findStaleMs(entries, world.inForce) > 0,
    held,
    ordered: calls.length > 0 || order.watcher !== undefined,
    faulty: triggers || held,
    traced: tracer !== undefined,
    journal: journal !== undefined,
    cors,
    explain,
    saving: saving !== undefined,
  }
}

/** Makes the steps of a transport, once for each combination of features that occurs. */
export function stepsByFeatures(list: (on: Features) => Omit<Steps, 'under'>): (host: Host) => Steps {
  const made = new Map<Features, Steps>()
  const find = (host: Host): Steps => {
    const on = findFeatures(host)
    let steps = made.get(on)
    if (steps === undefined) made.set(on, (steps = { ...list(on), under: on.under ? find : undefined }))
    return steps
  }
  return find
}

/** Combines steps into one that only requests with a body take. */
export function withBody(...steps: Step[]): Step {
  return (exchange) => {
    if (exchange.unit!.method !== 'GET') for (const step of steps) step(exchange)
  }
}

/** Limits a step to refusals. */
export function withFailure(step: Step): Step {
  return (exchange) => {
    if (exchange.failure !== undefined) step(exchange)
  }
}

/** Limits a step to listings. */
export function withPage(step: Step): Step {
  return (exchange) => {
    if (exchange.unit?.page !== undefined) step(exchange)
  }
}

/** Steps of a feature; none if it is off. */
export function when(isOn: boolean, ...steps: Step[]): Step[] {
  return isOn ? steps : []
}
