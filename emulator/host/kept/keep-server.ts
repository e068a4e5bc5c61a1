/** Writes all worlds of a server as one document: the exported state of the main one, and beside it each other state. */
import { stateText } from '../../engine/world/export.ts'
import { isoTime } from '../../engine/world/clock.ts'
import type { Snapshot } from '../../engine/world/world-state.ts'
import { isShipped } from '../fixtures/shipped.ts'
import type { Instance, Start } from '../instance.ts'
import type { NamedWorld } from '../site.ts'
import type { BegunServer, KeptServer, StateReference } from './kept-server.ts'
import type { RunOptions } from './run-options.ts'

/** State of one world, with its snapshots and starts. */
interface HeldWorld {
  readonly state: Snapshot
  readonly snapshots: readonly (readonly [string, Snapshot])[]
  readonly start: Start
  readonly first: Start
}

/** All worlds of a server at one moment. */
export interface HeldServer {
  readonly main: HeldWorld
  readonly worlds: readonly (HeldWorld & Omit<NamedWorld<unknown>, 'world'> & { readonly name: string })[]
  readonly named: number
}

/** Takes the state of all worlds. It takes constant time for each. */
export function holdServer(main: Instance): HeldServer {
  const { worlds, created } = main.site.take()
  return { main: hold(main), worlds: worlds.map(({ world, ...use }) => ({ ...use, ...hold(world) })), named: created }
}

function hold(instance: Instance): HeldWorld {
  const { host, snapshots, start, firstStart } = instance
  return { state: host.world.snapshot(), snapshots: [...snapshots], start, first: firstStart }
}

/** True for equal states of all worlds, however they were used. Snapshots share a table until it is written to. */
export function isSameServer(before: HeldServer, after: HeldServer): boolean {
  return (
    isSameWorld(before.main, after.main) &&
    before.named === after.named &&
    before.worlds.length === after.worlds.length &&
    before.worlds.every((world, i) => world.name === after.worlds[i]!.name && isSameWorld(world, after.worlds[i]!))
  )
}

/** Real milliseconds of use that a save of worlds which end by themselves may be behind. */
const USE_MS = 60_000

/**
 * True if all worlds were used alike. Unless it is the last save, only worlds that end when nobody uses them count, and
 * not each request: a server that is only read from is not saved again and again.
 */
export function isSameUse(before: HeldServer, after: HeldServer, isLast: boolean): boolean {
  return after.worlds.every(({ requests, used, idle }, i) => {
    const world = before.worlds[i]!
    if (isLast) return world.requests === requests && world.used === used
    return idle === undefined || used - world.used < USE_MS
  })
}

function isSameWorld(before: HeldWorld, after: HeldWorld): boolean {
  return (
    isSameState(before.state, after.state) &&
    before.start === after.start &&
    before.first === after.first &&
    before.snapshots.length === after.snapshots.length &&
    before.snapshots.every(([name, state], i) => {
      const [otherName, other] = after.snapshots[i]!
      return name === otherName && state === other
    })
  )
}

function isSameState(before: Snapshot, after: Snapshot): boolean {
  const parts = ['seed', 'settings', 'now', 'seq', 'drawn', 'varied', 'triggers'] as const
  return (
    parts.every((part) => before[part] === after[part]) &&
    before.tables.every((table, position) => table === after.tables[position])
  )
}

interface KeepOptions {
  /** Real time. */
  readonly now: number
  readonly begun: BegunServer | undefined
  /** Options of this run, which are not kept. */
  readonly run: RunOptions
}

/** Yields the document in pieces. `main` is the instance that `held` was taken of. */
export function* serverText(main: Instance, held: HeldServer, { now, begun, run }: KeepOptions): Generator<string> {
  const documents = new Documents(run)
  documents.refer(held.main.state)
  const starts = new Starts(held)
  const member = ({ start, first, snapshots }: HeldWorld): KeptServer['main'] => ({
    start: starts.find(start),
    first: starts.find(first),
    snapshots: snapshots.map(([name, state]) => ({ name, ...documents.refer(state) })),
  })
  const server: Omit<KeptServer, 'documents'> = {
    saved_at: isoTime(now),
    ...(begun !== undefined && { begun }),
    starts: starts.list.map(({ scenario, snapshot, world }) => ({
      scenario,
      ...documents.refer(snapshot),
      ...(world && { world: keptSection(run.plainSection(world)) as never }),
    })),
    main: member(held.main),
    worlds: held.worlds.map((world) => ({
      name: world.name,
      ...(world.idle !== undefined && { idle_ms: world.idle }),
      requests: world.requests,
      used_at: isoTime(world.used),
      unused_ms: Math.max(0, now - world.idleSince),
      ...member(world),
      ...documents.refer(world.state),
    })),
    named: held.named,
  }
  const [first, ...others] = documents.states
  const text = (state: Snapshot): Generator<string> => {
    const world = main.host.world.fork()
    world.restore(state)
    return stateText(world)
  }
  yield* withoutLast(text(first!))
  yield `,"server":${JSON.stringify(server).slice(0, -1)},"documents":[`
  for (const [index, state] of others.entries()) {
    if (index > 0) yield ','
    yield* text(state)
  }
  yield ']}}'
}

/** A text in pieces, without its last character. */
function* withoutLast(pieces: Iterable<string>): Generator<string> {
  let last = ''
  for (const piece of pieces) {
    yield last
    last = piece
  }
  yield last.slice(0, -1)
}

/** States of all worlds, starts and snapshots, each once, as they are kept. */
export class Documents {
  readonly states: Snapshot[] = []
  readonly #run: RunOptions
  readonly #positions = new Map<string, number>()
  readonly #numbers = new WeakMap<object, number>()
  #count = 0

  constructor(run: RunOptions) {
    this.#run = run
  }

  /** Position of a state, and its seed where the document has another one. */
  refer(held: Snapshot): StateReference {
    const state = this.#run.plain(held)
    const { settings, triggers, tables, now, drawn, varied, seq } = state
    const parts = [settings, triggers, ...tables].map((part) => this.#numberOf(part))
    const key = [...parts, now, drawn, varied, seq].join()
    const known = this.#positions.get(key)
    if (known === undefined) this.#positions.set(key, this.states.length)
    const document = known ?? this.states.push(state) - 1
    return { document, ...(this.states[document]!.seed !== state.seed && { seed: state.seed }) }
  }

  #numberOf(part: object): number {
    const number = this.#numbers.get(part) ?? this.#count++
    this.#numbers.set(part, number)
    return number
  }
}

/** Starts of all worlds, each once. */
class Starts {
  readonly list: Start[] = []

  constructor({ main, worlds }: HeldServer) {
    for (const { start, first } of [main, ...worlds]) for (const each of [start, first]) this.find(each)
  }

  /** Position of a start. Those of worlds that were begun alike are one. */
  find(start: Start): number {
    const known = this.list.findIndex((each) => isSameStart(each, start))
    return known >= 0 ? known : this.list.push(start) - 1
  }
}

function isSameStart(a: Start, b: Start): boolean {
  return a === b || (a.scenario === b.scenario && a.world === b.world && isSameState(a.snapshot, b.snapshot))
}

/** A start as a section, with shipped fixtures by their names. */
function keptSection({ section, fixtures }: NonNullable<Start['world']>) {
  return { section, fixtures: fixtures.map((fixture) => (isShipped(fixture) ? fixture.name : fixture)) }
}
