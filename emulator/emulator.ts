import { authenticate } from './access/authenticate.ts'
import { catalog } from './catalog.ts'
import { startWorld, type StartOptions } from './create-world.ts'
import { Coverage, type CoverageReport } from './coverage/coverage.ts'
import { EmulatorError } from './diagnostics/emulator-error.ts'
import { toResponse, toWireRequest } from './fetch.ts'
import { Journal, type JournalOptions } from './journal/journal.ts'
import type { JournalMatch } from './journal/match.ts'
import type { Times, Verdict } from './journal/verify.ts'
import type { Host, Kernel } from './kernel/host.ts'
import { createUnitRouter } from './kernel/router.ts'
import type { WireRequest, WireResponse } from './kernel/wire.ts'
import { dispatch } from './site.ts'
import { triggerInterceptor } from './triggers/interceptor.ts'
import { startTriggers } from './triggers/start-triggers.ts'
import { Triggers } from './triggers/triggers.ts'
import { arrange, type ArrangedWorld } from './world/arrange.ts'
import { parseDuration } from './world/clock.ts'
import { exportState, type ExportedState } from './world/export.ts'
import type { Snapshot, World } from './world/world.ts'

export interface EmulatorOptions extends StartOptions {
  /** Adds to every answer which clauses, assumptions and triggers decided it. */
  readonly explain?: boolean
  /** Adds CORS headers to every answer. */
  readonly cors?: boolean
  /** Bounds of the journal, or false for none. Default: the last 1,000 exchanges. */
  readonly journal?: boolean | JournalOptions
}

const kernel: Kernel = { units: catalog, router: createUnitRouter(catalog), identify: authenticate }

/** An emulator of the svc API: one world, and the ways into it. */
export class Emulator {
  readonly host: Host
  readonly #start: Snapshot
  readonly #journal: Journal | undefined

  constructor(host: Host, start: Snapshot, journal: Journal | undefined) {
    this.host = host
    this.#start = start
    this.#journal = journal
  }

  /** Answers a request: any path that the server answers. */
  async fetch(input: Request | string | URL, init?: RequestInit): Promise<Response> {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init)
    return toResponse(await this.handle(await toWireRequest(request)), request)
  }

  /** Answers a request in its wire form; what transports use. */
  handle(request: WireRequest): WireResponse | Promise<WireResponse> {
    return dispatch(this, request)
  }

  /** The world's tables, checked: read them, and arrange what a test needs. */
  get world(): ArrangedWorld {
    return arrange(this.host.world)
  }

  /** Faults and changes in force: what happens to whom, and when. */
  get triggers(): Triggers {
    return new Triggers(this.host.world, this.host.kernel.units)
  }

  readonly clock = {
    /** World time in milliseconds since 1970. */
    now: (): number => this.host.world.now,
    /** Moves world time ahead: milliseconds, or text such as `1h`. What is due on the way happens in order. */
    advance: (duration: string | number): void => {
      const milliseconds = parseDuration(duration)
      if (milliseconds === undefined) throw new EmulatorError(`'${duration}' is no duration; expected milliseconds or text such as 300ms, 2s, 1h30m`)
      this.host.world.advance(milliseconds)
    },
  }

  /** An independent emulator with the same state, in constant time. Journal and coverage start empty. */
  fork(): Emulator {
    const journal = this.#journal?.empty()
    return new Emulator(createHost(this.host.world.fork(), this.host, journal), this.#start, journal)
  }

  snapshot(): Snapshot {
    return this.host.world.snapshot()
  }

  restore(snapshot: Snapshot): void {
    this.host.world.restore(snapshot)
  }

  /** Back to how the emulator started. */
  reset(): void {
    this.host.world.restore(this.#start)
    this.host.coverage.reset()
    this.#journal?.clear()
  }

  /** What came in, what went out, and what decided it. Throws `EmulatorError` when it was switched off. */
  get journal(): Journal {
    if (this.#journal !== undefined) return this.#journal
    throw new EmulatorError('this emulator keeps no journal: it was created with `journal: false`')
  }

  /** Whether the exchanges that `match` means happened as often as they should have; near misses say what differed. */
  verify(match: JournalMatch, options: { readonly times?: Times } = {}): Verdict {
    return this.journal.verify(match, options.times)
  }

  coverage(): CoverageReport {
    return this.host.coverage.report()
  }

  /** The whole state as JSON, for `createEmulator({ state })`. */
  export(): ExportedState {
    return exportState(this.host.world)
  }
}

/** Creates an emulator. Throws `EmulatorError` naming everything that is wrong with the options. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const world = startWorld(options)
  startTriggers(world, catalog, options.state === undefined ? options.scenario : undefined)
  const journal = journalOf(options)
  const host = createHost(world, { explain: options.explain ?? false, cors: options.cors ?? false, stopwatch: stopwatchOf(options) }, journal)
  return new Emulator(host, world.snapshot(), journal)
}

function createHost(world: World, options: Pick<Host, 'explain' | 'cors' | 'stopwatch'>, journal: Journal | undefined): Host {
  return {
    kernel,
    world,
    coverage: new Coverage(),
    journal,
    interceptor: triggerInterceptor,
    explain: options.explain,
    cors: options.cors,
    stopwatch: options.stopwatch,
  }
}

function journalOf({ journal = true }: EmulatorOptions): Journal | undefined {
  return journal === false ? undefined : new Journal(journal === true ? {} : journal)
}

function stopwatchOf(options: EmulatorOptions): () => number {
  const { real } = options
  return real === undefined ? () => 0 : () => real.now()
}
