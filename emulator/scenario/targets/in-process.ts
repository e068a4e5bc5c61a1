/** An emulator in this process: no server, no real time. */
import { clauseIds } from '../../contract/clauses.ts'
import type { Coverage, CoverageItem } from '../../engine/coverage/coverage.ts'
import type { Emulator } from '../../host/emulator.ts'
import { BASE } from '../../engine/kernel/rest/addresses.ts'
import type { TransportConnection } from '../../engine/kernel/realtime/connection.ts'
import { applyChange } from '../../host/apply-change.ts'
import { secretsIn, unknownNames, type Secrets } from '../keys.ts'
import type { NamedKeys } from '../../engine/matching/schema-keys.ts'
import { shownAnswer } from './shown.ts'
import { serveSideBySide } from './side-by-side.ts'
import type { EmulatorControls, KeyHeaders, HttpAnswer, HttpRequest, Target, TargetWire, WireEvents } from './target.ts'
import { withPendingWorkDone } from '../../engine/world/with-pending-work-done.ts'
import { withSecrets } from './with-secrets.ts'
import { handle } from '../../host/dispatch.ts'
import { releaseFrom } from '../../host/hold.ts'
import type { Timers } from '../../host/real-timers.ts'
import { Client, type WireResponse } from '../../engine/kernel/wire.ts'
import { LATE } from './arrival.ts'
import { withReasons } from '../../host/why-not-fired.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { IN_PROCESS } from '../result.ts'
import { findAdvanceCause, findChangeCause } from './step-cause.ts'

type Serve = (emulator: Emulator) => Promise<{ url: string; realtimeUrl: string; close(): Promise<void> }>

const encoder = new TextEncoder()

export class InProcessTarget implements Target {
  readonly name = IN_PROCESS
  readonly controls: EmulatorControls
  readonly timers = new IdleTimers()
  readonly serve?: () => Promise<{ apiUrl: string; realtimeUrl: string }>
  readonly serveBeside?: NonNullable<Target['serveBeside']>
  readonly #emulator: Emulator
  #server: Awaited<ReturnType<Serve>> | undefined
  readonly #given: Secrets
  #secrets: Secrets = {}

  /**
   * `serve`: starts a server for the emulator when a step runs a client. `secrets`: take precedence over those of the
   * world.
   */
  constructor(emulator: Emulator, serve?: Serve, secrets: Secrets = {}) {
    this.#emulator = emulator
    this.#given = secrets
    hostOf(emulator).waitClock = () => this.timers.now
    this.controls = createControls(emulator, this.timers)
    if (serve) {
      const served = async () => (this.#server ??= await serve(emulator))
      this.serve = async () => {
        const { url, realtimeUrl } = await served()
        return { apiUrl: url, realtimeUrl }
      }
      this.serveBeside = async (count, order) => serveSideBySide(emulator, await served(), count, order)
    }
  }

  async request({ method, path, headers, body, timeout }: HttpRequest): Promise<HttpAnswer> {
    const bytes = typeof body === 'string' ? encoder.encode(body) : body
    const client = new Client()
    const wire = {
      method,
      url: BASE + path,
      headers: Object.entries(this.#filled(headers)).flat(),
      body: bytes ?? null,
    }
    const answered = await this.#within(timeout, handle(this.#emulator, wire, client), client)
    return answered === undefined ? noAnswer : shownAnswer(answered, method, timeout, client)
  }

  /** The answer, or undefined once the client has waited for so long; it then leaves. */
  #within(
    timeout: number,
    answer: WireResponse | Promise<WireResponse>,
    client: Client,
  ): WireResponse | Promise<WireResponse | undefined> {
    if (!(answer instanceof Promise)) return answer
    return new Promise((resolve, reject) => {
      const stop = this.timers.after(timeout, () => {
        client.end(true)
        resolve(undefined)
      })
      answer.finally(stop).then(resolve, reject)
    })
  }

  connect(credentials: KeyHeaders, events: WireEvents): Promise<TargetWire> {
    let over = false
    const end = (code: number, reason: string): void => {
      if (over) return
      over = true
      queueMicrotask(() => events.closed(code, reason))
    }
    const connection: TransportConnection = {
      url: `${BASE}/realtime`,
      headers: Object.entries(this.#filled(credentials)).flat(),
      send: (text) => queueMicrotask(() => events.text(text)),
      close: end,
      abort: () => end(1006, ''),
      reset: () => end(1006, ''),
      wait: (milliseconds, then) => void this.timers.after(milliseconds, then),
    }
    const session = this.#emulator.connect(connection)
    return Promise.resolve({
      send: (text) => queueMicrotask(() => session.receive(text)),
      close() {
        over = true
        session.closed()
      },
    })
  }

  secret(name: string): string {
    return Object.hasOwn(this.#secrets, name) ? (this.#secrets[name] as string) : name
  }

  learn(keys: NamedKeys): string[] {
    this.#secrets = { ...this.#given, ...secretsIn(hostOf(this.#emulator).world, keys, this.#given) }
    return unknownNames(keys, this.#secrets)
  }

  #filled(headers: KeyHeaders): KeyHeaders {
    return withSecrets(headers, (name) => this.secret(name))
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }
}

const noAnswer: HttpAnswer = { outcome: 'no_answer', reason: LATE, status: 0, headers: {}, bytes: new Uint8Array() }

function createControls(emulator: Emulator, timers: Timers): EmulatorControls {
  return {
    async release(name, faults, timeout) {
      const { holds } = hostOf(emulator)
      const gate = holds.named(name)
      await gate.waits(timers, timeout)
      releaseFrom(instanceOf(emulator), gate, faults, { path: ['with'] })
    },
    letGo() {
      const { holds } = hostOf(emulator)
      const held = holds.stillHeld()
      holds.clear()
      return held
    },
    change: (change, step) =>
      instanceOf(emulator).change(findChangeCause(change, step), (onDue) =>
        applyChange(hostOf(emulator).world, change, undefined, { onDue }),
      ),
    advance: (milliseconds, step) =>
      instanceOf(emulator).change(findAdvanceCause(milliseconds, step), (onDue) =>
        hostOf(emulator).world.advance(milliseconds, onDue),
      ),
    now: () => emulator.clock.now(),
    clauses: (ids) => (ids === undefined ? exercised(hostOf(emulator).coverage) : hostOf(emulator).coverage.of(ids)),
    triggers: () =>
      withReasons(emulator.triggers.list(), emulator.journal).map(
        ({ id, name, fired, trigger, problem, not_fired: notFired }) => ({
          name: name ?? id,
          fired,
          optional: trigger.optional === true || trigger.enabled === false,
          problem,
          notFired,
        }),
      ),
    lastEntry: () => emulator.journal.last,
    lastNow: () => instanceOf(emulator).journal?.last ?? 0,
    journal: (after) => ({ entries: emulator.journal.timeline({}, after), last: emulator.journal.last }),
    withPendingWorkDone: () => withPendingWorkDone(hostOf(emulator).world),
  }
}

/** The clauses that some answer rested on. */
function exercised(coverage: Coverage): CoverageItem[] {
  return coverage.of(clauseIds).filter(({ count }) => count > 0)
}

/**
 * Timers without real time: in process, all work runs in microtasks, so the next timer fires as soon as these are done.
 * Replays then neither wait nor depend on the machine's speed.
 */
class IdleTimers implements Timers {
  now = 0
  #ringing = false
  readonly #waiting = new Set<{ due: number; then: () => void }>()

  after(milliseconds: number, then: () => void): () => void {
    const timer = { due: this.now + milliseconds, then }
    this.#waiting.add(timer)
    this.#schedule()
    return () => this.#waiting.delete(timer)
  }

  #schedule(): void {
    if (this.#ringing) return
    this.#ringing = true
    setTimeout(() => {
      this.#ringing = false
      this.#ring()
    }, 0)
  }

  #ring(): void {
    const [next] = [...this.#waiting].toSorted((a, b) => a.due - b.due)
    if (!next) return
    this.#waiting.delete(next)
    this.now = next.due
    next.then()
    if (this.#waiting.size > 0) this.#schedule()
  }
}
