import { authenticate } from '../access/authenticate.ts'
import { catalog } from '../catalog.ts'
import { startWorld, type StartOptions } from './create-world.ts'
import { Coverage, type CoverageReport } from '../coverage/coverage.ts'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import { anInteger, anObject, anything, checkOptions, oneOf, type OptionKinds } from '../diagnostics/options.ts'
import { valueText } from '../diagnostics/problems.ts'
import { emulatorOptions, journalOptions, type EmulatorOptions } from './emulator-options.ts'
import { toResponse, toWireRequest } from './fetch.ts'
import { Journal } from '../journal/journal.ts'
import type { JournalMatch } from '../journal/match.ts'
import type { Times, Verdict } from '../journal/verify.ts'
import { openSession, type Connection, type RealtimeSession } from '../kernel/realtime/connection.ts'
import type { Host, Kernel } from '../kernel/host.ts'
import { createKernel } from '../kernel/kernel.ts'
import { forgetWarnings } from '../kernel/unspecified/unspecified.ts'
import type { WireRequest, WireResponse } from '../kernel/wire.ts'
import { dispatch } from './dispatch.ts'
import { triggerInterceptor } from '../triggers/interceptor.ts'
import { startTriggers } from '../triggers/start-triggers.ts'
import { Triggers } from '../triggers/triggers.ts'
import { arrange, type ArrangedWorld } from '../world/arrange.ts'
import { parseDuration } from '../world/clock.ts'
import { exportState, type ExportedState } from '../world/export.ts'
import type { Snapshot, World } from '../world/world.ts'
import { Site, type NamedSnapshots } from './site.ts'

// Made by the first emulator: a program may import this and create none.
let kernel: Kernel | undefined

/** Where an emulator starts, and what `reset` goes back to. */
export interface Start {
  readonly snapshot: Snapshot
  /** Name of the scenario, or of the fixtures. */
  readonly scenario: string
}

export interface ForkOptions {
  /** Default: the current state. */
  readonly from?: 'start' | 'current'
  /** Default: the seed of the emulator that it is forked from. */
  readonly seed?: number
  /** What it is served together with. */
  readonly site?: Site
}

const forkOptions: OptionKinds<ForkOptions> = { from: oneOf('start', 'current'), seed: anInteger, site: anObject }

/** An emulator of the svc API: one world, and the ways into it. */
export class Emulator {
  readonly host: Host
  #start: Start
  readonly #journal: Journal | undefined
  #site: Site | undefined
  #world: ArrangedWorld | undefined
  #snapshots: NamedSnapshots | undefined
  /** Real time of the stopwatch when it was created. */
  readonly startedAt: number

  constructor(host: Host, start: Start, journal: Journal | undefined, site?: Site) {
    this.host = host
    this.#start = start
    this.#journal = journal
    this.#site = site
    this.startedAt = host.stopwatch()
  }

  /** Answers a request: any path that the server answers. A text may be the path alone: `/v1/users/me`. */
  async fetch(input: Request | string | URL, init?: RequestInit): Promise<Response> {
    const target = typeof input === 'string' && input.startsWith('/') ? `http://emulator${input}` : input
    const request = target instanceof Request && init === undefined ? target : new Request(target, init)
    return toResponse(await this.handle(await toWireRequest(request)), request)
  }

  /** Answers a request in its wire form; what transports use. */
  handle(request: WireRequest): WireResponse | Promise<WireResponse> {
    return dispatch(this, request)
  }

  /**
   * Opens a realtime connection: JSON-RPC 2.0 over whatever socket the transport has. Credentials are taken from its headers or
   * query, or come with a first call.
   */
  connect(connection: Connection): RealtimeSession {
    return openSession(this.host, connection)
  }

  /** The world's tables, checked: read them, and arrange what a test needs. */
  get world(): ArrangedWorld {
    return (this.#world ??= arrange(this.host.world))
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
  fork(options: ForkOptions = {}): Emulator {
    checkOptions('fork', options, forkOptions)
    const journal = this.#journal?.empty()
    const world = this.host.world.fork()
    const seed = options.seed ?? world.seed
    if (options.from === 'start') world.restore({ ...this.#start.snapshot, seed })
    else if (seed !== world.seed) world.restore({ ...world.snapshot(), seed })
    const start = seed === this.#start.snapshot.seed ? this.#start : { ...this.#start, snapshot: { ...this.#start.snapshot, seed } }
    return new Emulator(createHost(world, this.host, journal), start, journal, options.site)
  }

  snapshot(): Snapshot {
    return this.host.world.snapshot()
  }

  restore(snapshot: Snapshot): void {
    if (!Array.isArray((snapshot as Partial<Snapshot> | undefined)?.tables)) throw new EmulatorError(`restore: expected what snapshot() gave, got ${valueText(snapshot)}`)
    this.host.world.restore(snapshot)
  }

  /** The scenario that it started with, or its fixtures. */
  get scenario(): string {
    return this.#start.scenario
  }

  /** What is served together with it. */
  get site(): Site {
    return (this.#site ??= new Site(this))
  }

  /** Snapshots that the control API took, by name. */
  get snapshots(): NamedSnapshots {
    return (this.#snapshots ??= new Map())
  }

  /** Makes another start its own, and goes there: `reset` will come back to it. */
  switchTo(start: Start): void {
    this.#start = start
    this.reset()
  }

  /** Back to how the emulator started. */
  reset(): void {
    this.host.world.restore(this.#start.snapshot)
    this.site.keep(this.host.coverage)
    this.host.coverage.reset()
    this.host.varied.requests = 0
    forgetWarnings(this.host)
    this.#journal?.clear()
  }

  /** What came in, what went out, and what decided it. Throws `EmulatorError` when it was switched off. */
  get journal(): Journal {
    if (this.#journal !== undefined) return this.#journal
    throw new EmulatorError('this emulator keeps no journal: it was created with `journal: false`')
  }

  /** Whether the exchanges that `match` means happened as often as they should have; near misses say what differed. */
  verify(match: JournalMatch, options: { readonly times?: Times } = {}): Verdict {
    checkOptions('verify', options, { times: anything })
    return this.journal.verify(match, options.times)
  }

  /** Closes its open sockets with code 1001 (going away). */
  close(): void {
    for (const connection of this.host.connections) connection.close(1001, 'the world was deleted')
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
  checkOptions('createEmulator', options, emulatorOptions)
  if (typeof options.journal === 'object') checkOptions('createEmulator', options.journal, journalOptions, ['journal'])
  const world = beginWorld(options)
  const journal = journalOf(options)
  const { explain = false, cors = false, warn = (line: string) => console.warn(line) } = options
  const host = createHost(world, { explain, cors, warn, stopwatch: stopwatchOf(options) }, journal)
  return new Emulator(host, startOf(options, world), journal)
}

/** The start that options describe, for `switchTo`. */
export function createStart(options: StartOptions): Start {
  return startOf(options, beginWorld(options))
}

function beginWorld(options: StartOptions): World {
  const world = startWorld(options)
  startTriggers(world, catalog, options.state === undefined ? options.scenario : undefined)
  return world
}

function startOf(options: StartOptions, world: World): Start {
  return { snapshot: world.snapshot(), scenario: nameOf(options) }
}

function nameOf({ state, scenario, fixtures = ['starter'] }: StartOptions): string {
  if (state !== undefined) return 'state'
  return scenario?.scenario.name ?? fixtures.map((fixture) => (typeof fixture === 'string' ? fixture : fixture.name)).join(', ')
}

function createHost(world: World, options: Pick<Host, 'explain' | 'cors' | 'warn' | 'stopwatch'>, journal: Journal | undefined): Host {
  return {
    kernel: (kernel ??= createKernel(catalog, authenticate)),
    world,
    coverage: new Coverage(),
    journal,
    interceptor: triggerInterceptor,
    explain: options.explain,
    cors: options.cors,
    connections: new Set(),
    varied: { requests: 0 },
    warn: options.warn,
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
