import type { CallEvent, CallOrder } from '../engine/kernel/call-order.ts'
import type { Client } from '../engine/kernel/wire.ts'
import { isExchange, type KeptExchange } from '../engine/journal/entry.ts'
import type { Trigger } from '../engine/triggers/schema.ts'
import { changesBetween } from '../engine/world/history.ts'
import type { TriggerEntry } from '../engine/world/triggers.ts'
import type { Read } from '../engine/world/watched-collection.ts'
import type { WorldHost } from './create-host.ts'
import { Emulator } from './emulator.ts'
import { Instance } from './instance.ts'
import { hostOf, instanceOf } from './instance-of.ts'
import { machineTime, realTimers } from './real-timers.ts'
import type { Chooser, Step } from './turn-chooser.ts'
import { newCopy, type Copy, type HeldCall } from './turn-copy.ts'

/** A step, with the calls that it answered. */
export interface TakenStep extends Step {
  readonly calls: readonly KeptExchange[]
}

/** Equal answers in succession after which a copy repeats itself, and others go first. */
const REPEATS = 3
/** Equal answers in succession after which a run with nothing else to do is a hang. */
const HANGS = 20
/** Moves of time without a new answer after which work that is due is no reason to wait: a schedule fires for ever. */
const MOVES = 20
/** Least real milliseconds that a copy has for its first call: programs have to be loaded. */
const START_MS = 5_000

/** One run of several copies in one world: each call waits until it is its turn. */
export class Turns {
  readonly steps: TakenStep[] = []
  /** Places of copies that others did not wait for, because they made no call for too long, and then made one. */
  readonly elsewhere = new Set<number>()
  /** Longest real milliseconds for which a call was held whose client left without its answer; undefined for none. */
  gaveUpMs: number | undefined
  readonly #emulator: Emulator
  readonly #copies: readonly Copy[]
  readonly #chooser: Chooser
  readonly #idleMs: number
  readonly #sharesFiles: boolean
  #notify: () => void = () => {}
  #isStopped = false
  /** True if the copies begin one after the other. */
  #isSerial = false
  #reads: Read[] = []
  /** Moves of time since an answer was another one than before. */
  #moves = 0

  /** @param sharesFiles the clients share files, so that the order of any two calls may matter */
  constructor(emulator: Emulator, count: number, chooser: Chooser, idleMs: number, sharesFiles = false) {
    this.#sharesFiles = sharesFiles
    this.#emulator = emulator
    this.#chooser = chooser
    this.#idleMs = idleMs
    this.#copies = Array.from({ length: count }, newCopy)
    const { world } = hostOf(emulator)
    world.keepHistory()
    world.watchReads((read) => void this.#reads.push(read))
  }

  /** The world as one client reaches it: its entries have this name, and its calls wait for their turn. */
  share(place: number, name: string): Emulator {
    const { host, journal, start } = instanceOf(this.#emulator)
    const own = Object.create(host, { copy: { value: name }, order: { value: this.#gate(place) } }) as WorldHost
    return new Emulator(new Instance(own, start, journal))
  }

  /** The gate that the calls of a copy pass. */
  #gate(place: number): CallOrder {
    const copy = this.#copies[place]!
    const pass = (event: CallEvent, then: () => void, client?: Client) => {
      if (event.endsWith('is answered') || this.#isStopped) return then()
      const held: HeldCall = { go: then, calls: undefined }
      this.#noteLeaving(held, client)
      copy.waiting.push(held)
      copy.hasAsked = true
      if (copy.isElsewhere) this.elsewhere.add(place)
      copy.isElsewhere = false
      this.#notify()
    }
    return {
      isKept: true,
      watcher: { pass },
      messages: { pass },
      pass,
      arrived: (call) => call,
      restart: () => {},
    }
  }

  /** Notes a client that leaves a call without its answer, unless a trigger lost it. */
  #noteLeaving(held: HeldCall, client: Client | undefined): void {
    const since = machineTime()
    client?.onEnd((hasLeft) => {
      if (!hasLeft || this.#isStopped || held.calls?.some(({ triggers }) => triggers.length > 0) === true) return
      this.gaveUpMs = Math.max(this.gaveUpMs ?? 0, machineTime() - since)
    })
  }

  /** Notes that a copy has ended. */
  ended(place: number): void {
    this.#copies[place]!.isOver = true
    this.#notify()
  }

  /**
   * Lets calls go, one at a time, until all copies have ended. Resolves to true if all repeat themselves and nothing is due.
   *
   * @param begin begins a copy; not needed where they begin by themselves
   * @param serial places in the order in which they begin: each once those before it have ended, or only repeat
   *   themselves. Without it all begin at once
   */
  async play(begin: (place: number) => void = () => {}, serial?: readonly number[]): Promise<boolean> {
    const later = [...(serial ?? [])]
    const beginNext = (): boolean => {
      const place = later.shift()
      if (place !== undefined) this.#begin(place, begin)
      return place !== undefined
    }
    this.#isSerial = serial !== undefined
    if (!beginNext()) for (const place of this.#copies.keys()) this.#begin(place, begin)
    while (this.#copies.some(({ isOver }) => !isOver)) {
      await this.#settle()
      const ready = this.#ready()
      if (ready.length === 0) {
        if (beginNext()) continue
        if (this.#copies.some(({ isOver }) => !isOver)) await this.#change()
        continue
      }
      const before = (times: number) => ready.filter((place) => this.#copies[place]!.times < times)
      const eager = before(REPEATS)
      if (eager.length === 0 && beginNext()) continue
      const next = eager.length > 0 ? eager : this.#moveTime() ? ready : before(HANGS)
      if (next.length === 0) return true
      this.#take(next)
    }
    return false
  }

  /** Lets go what still waits, so that nothing is held after the run. */
  stop(): void {
    this.#isStopped = true
    for (const { waiting } of this.#copies) for (const { go } of waiting.splice(0)) go()
  }

  #begin(place: number, begin: (place: number) => void): void {
    this.#copies[place]!.hasBegun = true
    begin(place)
  }

  #ready(): number[] {
    return [...this.#copies.keys()].filter((place) => this.#copies[place]!.waiting.length > 0)
  }

  #take(ready: readonly number[]): void {
    const place = this.#chooser.choose(ready)
    const copy = this.#copies[place]!
    const { world } = hostOf(this.#emulator)
    const before = world.state.history
    const calls: KeptExchange[] = []
    const unlisten = this.#emulator.journal.listen((entry) => void (isExchange(entry) && calls.push(entry)))
    const held = copy.waiting.shift()!
    held.calls = calls
    held.go()
    unlisten()
    const writes = before === undefined ? [] : changesBetween(before, world.state.history!)
    const isEverything = this.#sharesFiles || world.state.triggers.entries.some(isOfAll)
    const step = { copy: place, ready, calls, touched: { reads: this.#reads, writes, isEverything } }
    this.#reads = []
    this.steps.push(step)
    this.#chooser.did(step)
    this.#noteRepeats(copy, calls)
  }

  #noteRepeats(copy: Copy, calls: readonly KeptExchange[]): void {
    const said = calls.map(({ request: { method, url, body }, call, response }) => [
      method,
      url,
      body,
      call,
      response?.status,
      response?.body,
    ])
    const now = JSON.stringify(said, withText)
    copy.times = now === copy.last ? copy.times + 1 : 1
    if (copy.times === 1) this.#moves = 0
    copy.last = now
  }

  /** Moves time to the next due work. Returns false if there is none. */
  #moveTime(): boolean {
    const { world } = hostOf(this.#emulator)
    if (world.state.nextDue === Infinity || this.#moves++ >= MOVES) return false
    world.advance(Math.max(0, world.state.nextDue - world.now))
    for (const copy of this.#copies) copy.times = 1
    return true
  }

  /** Waits until each copy has ended, waits with a call, or made none for too long. */
  async #settle(): Promise<void> {
    for (const copy of this.#copies) {
      while (copy.hasBegun && !copy.isOver && copy.waiting.length === 0 && !copy.isElsewhere) {
        // One that is slow is no serial order once another has begun beside it.
        const isShort = copy.hasAsked && !this.#isSerial
        const hasChanged = await this.#change(isShort ? this.#idleMs : Math.max(START_MS, this.#idleMs))
        if (hasChanged || copy.isOver || copy.waiting.length > 0) continue
        copy.isElsewhere = true
      }
    }
  }

  /** Waits for a call, or the end of a copy. Resolves to false after too many real milliseconds. */
  #change(milliseconds?: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = milliseconds === undefined ? () => {} : realTimers.after(milliseconds, () => resolve(false))
      this.#notify = () => {
        cancel()
        resolve(true)
      }
    })
  }
}

/** True for a trigger that counts the calls of all copies. */
const isOfAll = ({ trigger }: TriggerEntry): boolean => (trigger as unknown as Trigger).when.copy === undefined

const utf8 = new TextDecoder()

const withText = (_: string, value: unknown): unknown => (value instanceof Uint8Array ? utf8.decode(value) : value)
