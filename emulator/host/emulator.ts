import { catalog } from '../service/catalog.ts'
import { beginWorld, makeStart } from './start.ts'
import type { CoverageReport } from '../engine/coverage/coverage.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import {
  anInteger,
  anything,
  aPositiveInteger,
  checkOptions,
  aChoice,
  type OptionKinds,
} from '../engine/checking/options.ts'
import { valueText } from '../engine/checking/problems.ts'
import { shortened } from '../contract/shortened.ts'
import { boundOptions, emulatorOptions, journalOptions, type EmulatorOptions } from './emulator-options.ts'
import type { Connection } from '../engine/kernel/realtime/connection.ts'
import { answerFetch } from './answer-fetch.ts'
import { checkConnection, type ClientConnection } from './client-connection.ts'
import { withUrl } from './fetch.ts'
import type { Gate } from './gates.ts'
import { publicGate, openGate, type HeldWhen, type HoldOptions } from './hold.ts'
import type { Cause } from '../engine/journal/entry.ts'
import { Journal } from '../engine/journal/journal.ts'
import type { JournalMatch } from '../engine/journal/match.ts'
import { meantBound, type Times, type Verdict } from '../engine/journal/verify.ts'
import { openSession, type RealtimeSession } from '../engine/kernel/realtime/session.ts'
import { Triggers } from '../engine/triggers/triggers.ts'
import { defaultBounds } from '../engine/world/bounds.ts'
import { arrange, type ArrangedWorld } from '../engine/world/arrange.ts'
import { exportState } from '../engine/world/export.ts'
import type { ExportedState } from '../engine/world/exported-state.ts'
import type { RecordChangeCall } from '../engine/world/record-change.ts'
import type { Snapshot } from '../engine/world/world-state.ts'
import { noteStart, withChosenStart } from './chosen-start.ts'
import { createHost } from './create-host.ts'
import { EmulatorClock } from './emulator-clock.ts'
import { observedIn } from './facts/facts.ts'
import type { Trace } from '../engine/trace/trace.ts'
import { Instance, type ForkOptions } from './instance.ts'
import { INSTANCE } from './instance-of.ts'
import { findLeftOut } from './left-out.ts'
import { refuseUnknownNames } from './unknown-names.ts'
import { settingsSchema } from '../engine/world/settings.ts'

const forkOptions: OptionKinds<ForkOptions> = {
  from: aChoice('start', 'current'),
  at: aPositiveInteger,
  when: aChoice('before', 'after'),
  seed: anInteger,
}

/** An emulator of the svc API: one world, and the ways into it. */
export class Emulator {
  /** Internals, for adapters. */
  readonly [INSTANCE]: Instance
  #world: ArrangedWorld | undefined
  readonly #cause: Cause | undefined

  /** `cause` of every change that is made through it; a test by default. */
  constructor(instance: Instance, cause?: Cause) {
    this[INSTANCE] = instance
    this.#cause = cause
  }

  readonly #change: RecordChangeCall = (call, given, make, isJump) =>
    this[INSTANCE].change(this.#findCause(call, given), make, isJump)

  #findCause(unit: string, given: string): Cause {
    return this.#cause ?? { via: 'test', unit, did: shortened(`test: emulator.${unit}(${given})`) }
  }

  /**
   * Answers a request on any path that the server answers. A text may be the path alone: `/v1/users/me`. Bound, so that
   * it can be passed to a client.
   */
  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const target = typeof input === 'string' && input.startsWith('/') ? `http://emulator${input}` : input
    const request = target instanceof Request && init === undefined ? target : new Request(target, init)
    const [url = ''] = request.url.split('#', 1)
    return withUrl(await answerFetch(this, request), url)
  }

  /**
   * Opens a realtime connection: JSON-RPC 2.0 over the socket of any transport. Credentials come from its headers or
   * query, or with a first call. A path other than `/v1/realtime`, and wrong credentials, close it with 1008.
   */
  connect(connection: ClientConnection): RealtimeSession {
    return openSession(this[INSTANCE].host, connection as Connection, checkConnection(connection))
  }

  /** Validated access to the world's tables, to read and arrange records. */
  get world(): ArrangedWorld {
    return (this.#world ??= arrange(this[INSTANCE].host.world, this.#change))
  }

  /** Active faults and changes, with their conditions. */
  get triggers(): Triggers {
    return new Triggers(this[INSTANCE].host.world, this[INSTANCE].host.kernel.units, this.#change)
  }

  /**
   * Opens a gate: matching requests wait at it until they are released. They are in the journal from their arrival on.
   *
   * @example
   * const gate = emulator.hold('GET /users/me')
   * const answer = emulator.fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
   * await gate.arrived()
   * gate.release({ fail: { status: 503 } })
   */
  hold(when: HeldWhen, options?: HoldOptions): Gate {
    return publicGate(this[INSTANCE], openGate(this[INSTANCE], when, options))
  }

  /** Open gates, those of triggers (`do: { hold: name }`) included, in order of opening. */
  get gates(): readonly Gate[] {
    return this[INSTANCE].host.holds.all.map((gate) => publicGate(this[INSTANCE], gate))
  }

  /** World time. */
  get clock(): EmulatorClock {
    return new EmulatorClock(this[INSTANCE].host, this.#change)
  }

  /** Creates an independent emulator with the current state, or that at an entry. Journal and coverage start empty. */
  fork(options: ForkOptions = {}): Emulator {
    checkOptions('fork', options, forkOptions)
    if (options.at !== undefined && options.from !== undefined)
      throw new EmulatorError('fork: give `at` or `from`, not both')
    if (options.at === undefined && options.when !== undefined) throw new EmulatorError('fork: `when` requires `at`')
    return new Emulator(this[INSTANCE].fork(options))
  }

  snapshot(): Snapshot {
    return this[INSTANCE].host.world.snapshot()
  }

  restore(snapshot: Snapshot): void {
    // Tables of a copy through JSON are data.
    if (typeof (snapshot as Partial<Snapshot> | undefined)?.tables?.[0]?.find !== 'function')
      throw new EmulatorError(`restore: expected the result of snapshot(), got ${valueText(snapshot)}`)
    this.#change('restore', '…', () => this[INSTANCE].restore(snapshot), true)
  }

  /** Goes back to the start of the emulator. */
  reset(): void {
    this[INSTANCE].reset(this.#findCause('reset', ''))
  }

  /** Requests, answers, and the statements that decided them. Throws `EmulatorError` if the journal is off. */
  get journal(): Journal {
    const { journal } = this[INSTANCE]
    if (journal !== undefined) return journal
    throw new EmulatorError('this emulator keeps no journal: it was created with `journal: false`')
  }

  /**
   * The world before and after each entry of the journal: its changes, its tables, and the way back. Throws
   * `EmulatorError` unless the emulator was created with `trace: true`.
   *
   * @example
   * const emulator = createEmulator({ trace: true })
   * const body = JSON.stringify({ alias: 'logs', type: 'text' })
   * await emulator.fetch('/v1/blobs/acme', { method: 'POST', headers: { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' }, body })
   * emulator.trace.changes(1).inserted // [{ table: 'blobs', id: …, record: { alias: 'logs', … } }]
   * emulator.trace.stateAt(1, 'before').blobs.size
   * emulator.trace.restore(1, 'before')
   */
  get trace(): Trace {
    return this[INSTANCE].trace(this.#change)
  }

  /** Checks that exchanges matching `match` happened as often as `times` says. Near misses tell what differed. */
  verify(match: JournalMatch, options: { readonly times?: Times } = {}): Verdict {
    checkOptions('verify', options, { times: anything }, [], meantBound)
    const verdict = this.journal.verify(match, options.times)
    refuseUnknownNames(this[INSTANCE], match, verdict)
    return verdict
  }

  coverage(): CoverageReport {
    return this[INSTANCE].host.coverage.report()
  }

  /** Exports the whole state as JSON, for `createEmulator({ state })`. */
  export(): ExportedState {
    return exportState(this[INSTANCE].host.world)
  }
}

/** Creates an emulator. Throws `EmulatorError` with all problems of the options. */
export function createEmulator(given: EmulatorOptions = {}): Emulator {
  checkOptions('createEmulator', given, emulatorOptions, [], (name) =>
    Object.hasOwn(settingsSchema.entries, name) ? `it is a setting, settings: { ${name} }` : undefined,
  )
  if (typeof given.journal === 'object') checkOptions('createEmulator', given.journal, journalOptions, ['journal'])
  if (given.bounds !== undefined) checkOptions('createEmulator', given.bounds, boundOptions, ['bounds'])
  const options = withChosenStart(given)
  const world = beginWorld(options)
  const journal = makeJournal(options)
  const { explain = false, cors = false, warn = (line: string) => console.warn(line) } = options
  const leftOut = findLeftOut(options.state)
  if (leftOut !== undefined) warn(`the state holds ${leftOut} beside its main world, which are left out here`)
  const observed = observedIn(options.facts)
  const { real } = options
  const clocks =
    real === undefined ? { stopwatch: () => 0 } : { stopwatch: () => real.now(), waitClock: () => real.now() }
  const host = createHost(
    world,
    { explain, cors, observed, warn, ...clocks, beside: options.beside },
    journal,
    options.trace,
  )
  const instance = new Instance(host, noteStart(makeStart(options, world), options, options !== given), journal)
  instance.site.bounds = { ...defaultBounds, ...options.bounds }
  return new Emulator(instance)
}

function makeJournal({ journal = true }: EmulatorOptions): Journal | undefined {
  return journal === false ? undefined : new Journal(journal === true ? {} : journal, catalog)
}
