import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { plural } from '../engine/checking/plural.ts'
import type { Fault } from '../engine/faults/registry.ts'
import type { JournalEntry } from '../engine/journal/journal-entry.ts'
import type { CallGates as KernelGate, HeldRequest, Holds } from '../engine/kernel/gates.ts'
import { findMeans } from '../engine/triggers/compiled.ts'
import type { TriggeredExchange, TriggeredUnit } from '../engine/triggers/exchange.ts'
import type { When } from '../engine/triggers/schema.ts'
import { Sent } from '../engine/triggers/sent.ts'
import { compileConditions, isDue } from '../engine/triggers/when.ts'
import type { Timers } from './real-timers.ts'
import type { World } from '../engine/world/world.ts'

/** A gate: requests that match wait at it until they are let go. */
export interface Gate extends Disposable {
  /** `gate-1`, for the control API. */
  readonly id: string
  readonly name: string | undefined
  /** Entries of the requests that it held so far, in order of arrival; one that still waits has `delivery: 'held'`. */
  readonly entries: readonly JournalEntry[]
  /** Resolves when `count` requests have been held so far (default 1), and rejects if the gate is removed before. */
  arrived(count?: number): Promise<void>
  /**
   * Lets the oldest held request go on, with faults for its answer: `{ fail: { status: 503 } }`, `{ lose_response: true
   * }`. Throws `EmulatorError` if nothing is held.
   */
  release(faults?: Fault | readonly Fault[]): void
  /** Lets all held requests go on. */
  releaseAll(faults?: Fault | readonly Fault[]): void
  /** Lets all held requests go on, and holds no more. */
  remove(): void
}

/** Number of arrivals that a test waits for. */
interface WaitingRequest {
  readonly count: number
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Checks the faults of a release; throws `EmulatorError` if one cannot act on the request. */
type CheckFaults = (request: HeldRequest) => void

export class HoldingGate implements KernelGate {
  readonly id: string
  readonly name: string | undefined
  /** Requests that it holds; undefined for the gate of triggers. */
  readonly when: When | undefined
  /** Numbers of the entries of all requests that it held. */
  readonly numbers: number[] = []
  readonly #held = new Set<HeldRequest>()
  readonly #removed: () => void
  #arrivals = 0
  #matched = 0
  #waiting: WaitingRequest[] = []

  constructor(id: string, name: string | undefined, when: When | undefined, removed: () => void) {
    this.id = id
    this.name = name
    this.when = when
    this.#removed = removed
  }

  /** Requests that wait, oldest first. */
  get held(): readonly HeldRequest[] {
    return [...this.#held]
  }

  /** Number of requests that it has held so far. */
  get arrivals(): number {
    return this.#arrivals
  }

  /** Largest number of arrivals that a test waits for; 0 if none does. */
  get awaited(): number {
    return Math.max(0, ...this.#waiting.map(({ count }) => count))
  }

  /** Counts a request that meets its conditions. Returns true if it is to be held. */
  matches(exchange: TriggeredExchange, sent: Sent): boolean {
    const { when } = this
    if (when === undefined) return false
    const predicates = compileConditions(when, exchange.unit as TriggeredUnit, exchange.via)
    if (predicates?.every((isAbout) => isAbout(exchange, sent)) !== true) return false
    return (
      isDue(when, ++this.#matched) && (when.probability === undefined || exchange.world.ids.chance() < when.probability)
    )
  }

  hold(request: HeldRequest): () => void {
    this.#held.add(request)
    this.#arrivals++
    if (request.entry !== undefined) this.numbers.push(request.entry)
    const there = this.#waiting.filter(({ count }) => count <= this.#arrivals)
    this.#waiting = this.#waiting.filter(({ count }) => count > this.#arrivals)
    for (const { resolve } of there) resolve()
    return () => this.#held.delete(request)
  }

  arrived(count = 1): Promise<void> {
    if (count <= this.#arrivals) return Promise.resolve()
    return new Promise((resolve, reject) => this.#waiting.push({ count, resolve, reject }))
  }

  /** Resolves when a request waits. Rejects where none comes within milliseconds. */
  waits(timers: Timers, milliseconds: number): Promise<void> {
    if (this.#held.size > 0) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const stop = timers.after(milliseconds, () =>
        reject(new EmulatorError(`no request came to the gate '${this.name ?? this.id}' within ${milliseconds} ms`)),
      )
      this.arrived(this.#arrivals + 1)
        .finally(stop)
        .then(resolve, reject)
    })
  }

  /** Lets the oldest request go on, or the one with this entry. */
  release(faults: readonly Fault[], check: CheckFaults, entry?: number): void {
    const oldest = this.held.find((request) => entry === undefined || request.entry === entry)
    if (oldest === undefined) throw new EmulatorError(this.#nothingHeld())
    check(oldest)
    this.#go([oldest], faults)
  }

  releaseAll(faults: readonly Fault[], check: CheckFaults): void {
    const { held } = this
    for (const request of held) check(request)
    this.#go(held, faults)
  }

  remove(): void {
    this.#removed()
    this.#go(this.held, [])
    for (const { reject, count } of this.#waiting.splice(0))
      reject(new EmulatorError(`the gate was removed before ${plural(count, 'request')} had come to it`))
  }

  #go(requests: readonly HeldRequest[], faults: readonly Fault[]): void {
    for (const request of requests) {
      this.#held.delete(request)
      request.go(faults)
    }
  }

  #nothingHeld(): string {
    return this.#arrivals === 0
      ? 'nothing is held: no request has come to the gate yet; wait for it with `await gate.arrived()`'
      : `nothing is held: ${plural(this.#arrivals, 'request')} came to the gate, and none waits; wait for the next with \`await gate.arrived(${this.#arrivals + 1})\``
  }
}

/** Gates of a world. They are no part of its state: a fork has none. */
export class Gates implements Holds {
  readonly #world: World
  readonly gates = new Map<string, HoldingGate>()
  #added = 0
  #isKept = false

  constructor(world: World) {
    this.#world = world
  }

  /** Gates in order of adding. */
  get all(): readonly HoldingGate[] {
    return [...this.gates.values()]
  }

  add(when: When | undefined, name: string | undefined): HoldingGate {
    const id = `gate-${++this.#added}`
    const gate = new HoldingGate(id, name, when, () => this.gates.delete(id))
    this.gates.set(id, gate)
    return gate
  }

  /** Finds a gate by its id or its name. */
  get(reference: string): HoldingGate | undefined {
    return this.gates.get(reference) ?? this.all.find(({ name }) => name === reference)
  }

  /** Finds a gate, or opens one that a trigger names. */
  meant(reference: string): HoldingGate | undefined {
    const isNamed = findMeans(this.#world.state.triggers.entries).gates.includes(reference)
    return this.get(reference) ?? (isNamed ? this.named(reference) : undefined)
  }

  named(name: string): HoldingGate {
    return this.get(name) ?? this.add(undefined, name)
  }

  find(exchange: TriggeredExchange): { before: HoldingGate[]; after: HoldingGate[] } {
    const sent = new Sent(exchange)
    const matching = this.all.filter((gate) => gate.matches(exchange, sent))
    return {
      before: matching.filter(({ when }) => when?.at !== 'after'),
      after: matching.filter(({ when }) => when?.at === 'after'),
    }
  }

  /** Sentences about what is held: `GET /users/me is held; release it, or remove the gate`. */
  stillHeld(): string[] {
    return this.all.flatMap(({ held, name }) => held.map(({ call }) => heldSentence(call, name)))
  }

  /** Makes a change that would remove the gates, and keeps them. */
  keepDuring(make: () => void): void {
    this.#isKept = true
    try {
      make()
    } finally {
      this.#isKept = false
    }
  }

  /** Removes all gates, and lets go what they hold. */
  clear(): void {
    if (this.#isKept) return
    for (const gate of this.all) gate.remove()
  }
}

/** Says that a request is still held. */
export function heldSentence(call: string, name: string | undefined): string {
  return `${call} is held${name === undefined ? '' : ` at '${name}'`}; release it, or remove the gate`
}
