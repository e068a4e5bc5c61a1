import { turnName } from '../engine/journal/call-name.ts'
import type { CallEvent, CallGate, CallOrder } from '../engine/kernel/call-order.ts'
import type { Client } from '../engine/kernel/wire.ts'
import type { World } from '../engine/world/world.ts'
import { realTimers, type Timers } from './real-timers.ts'

/** Real milliseconds between two events of an order, so that clients read answers on two connections in that order. */
const GAP_MS = 50
/** Real milliseconds without any event after which an order skips calls that did not arrive. */
const PATIENCE_MS = 500

/**
 * Handles and answers calls in the order of the world's settings (`order`). Calls that it does not name pass at once.
 */
export class SettingsOrder implements CallOrder {
  watcher: CallGate | undefined
  readonly #world: World
  readonly #turns = new Map<string, number>()
  readonly #held = new Map<CallEvent, () => void>()
  #list: readonly string[]
  #next = 0
  /** True once a call was skipped because it did not arrive. */
  #wentOn = false
  readonly #timers: Timers
  /** Cancels the timer of the gap; `#patience` that of the wait. */
  #gap: (() => void) | undefined
  #patience: (() => void) | undefined

  constructor(world: World, timers: Timers = realTimers) {
    this.#world = world
    this.#timers = timers
    this.#list = world.settings.order
  }

  get isKept(): boolean {
    return !this.#wentOn && this.#next >= this.#world.settings.order.length
  }

  arrived(call: string, via: 'http' | 'socket'): string {
    if (this.#list !== this.#world.settings.order) this.restart()
    const turn = (this.#turns.get(`${via} ${call}`) ?? 0) + 1
    this.#turns.set(`${via} ${call}`, turn)
    return turnName(call, turn, via)
  }

  pass(event: CallEvent, then: () => void, client?: Client): void {
    if (this.watcher !== undefined) return this.watcher.pass(event, then, client)
    const place = this.#list.indexOf(event)
    if (place < this.#next) {
      then()
    } else {
      this.#held.set(event, then)
      this.#release()
    }
    this.#waitForMore()
  }

  restart(): void {
    this.#gap?.()
    this.#patience?.()
    this.#gap = this.#patience = undefined
    this.#list = this.#world.settings.order
    this.#next = 0
    this.#wentOn = false
    this.#turns.clear()
    const held = [...this.#held.values()]
    this.#held.clear()
    for (const then of held) then()
  }

  #release(): void {
    const event = this.#list[this.#next] as CallEvent | undefined
    const then = event === undefined || this.#gap !== undefined ? undefined : this.#held.get(event)
    if (then === undefined) return
    this.#held.delete(event!)
    this.#next++
    this.#gap = this.#timers.after(GAP_MS, () => {
      this.#gap = undefined
      this.#release()
    })
    then()
  }

  #waitForMore(): void {
    this.#patience?.()
    this.#patience = this.#held.size === 0 ? undefined : this.#timers.after(PATIENCE_MS, () => this.#goOnWithout())
  }

  /** Skips calls that the client does not send: the first held event passes. */
  #goOnWithout(): void {
    this.#wentOn = true
    this.#next = Math.min(...Array.from(this.#held.keys(), (event) => this.#list.indexOf(event)))
    this.#release()
    this.#waitForMore()
  }
}
