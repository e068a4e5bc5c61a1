/** Writes all worlds of a server as one document: the state of the main one, and the others by what differs. */
import { stateText } from '../../engine/world/export.ts'
import { differenceFrom, type StateDifference } from '../../engine/world/state-difference.ts'
import { isoTime } from '../../engine/world/clock.ts'
import type { Snapshot } from '../../engine/world/world-state.ts'
import { isShipped } from '../fixtures/shipped.ts'
import type { Instance, Start } from '../instance.ts'
import type { NamedWorld } from '../site.ts'
import type { Begun, KeptServer } from './kept-server.ts'
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
  readonly begun: Begun | undefined
  /** Options of this run, which are not kept. */
  readonly run: RunOptions
}

/** Yields the document in pieces. `main` is the instance that `held` was taken of. */
export function* serverText(main: Instance, held: HeldServer, options: KeepOptions): Generator<string> {
  const { run } = options
  const mainState = run.plain(held.main.state)
  const world = main.host.world.fork()
  world.restore(mainState)
  let head = ''
  for (const piece of stateText(world)) {
    yield head
    head = piece
  }
  yield `${head.slice(0, -1)},"server":`
  yield* texts(held, mainState, options)
  yield '}'
}

function* texts(held: HeldServer, mainState: Snapshot, { now, begun, run }: KeepOptions): Generator<string> {
  const starts = new Starts(held, run)
  const differing = (base: Snapshot, state: Snapshot): StateDifference => differenceFrom(base, run.plain(state))
  const member = ({ start, first, snapshots }: HeldWorld, state: Snapshot): KeptServer['main'] => ({
    start: starts.find(start),
    first: starts.find(first),
    snapshots: snapshots.map(([name, snapshot]) => ({ name, state: differing(state, snapshot) })),
  })
  yield `{"saved_at":${JSON.stringify(isoTime(now))},`
  if (begun !== undefined) yield `"begun":${JSON.stringify(begun)},`
  yield '"starts":['
  for (const [index, { start, state }] of starts.list.entries()) {
    const base = index === 0 ? mainState : starts.list[0]!.state
    const { scenario, world } = start
    const kept: KeptServer['starts'][number] = {
      scenario,
      state: differenceFrom(base, state),
      ...(world && { world: keptSection(run.plainSection(world)) as never }),
    }
    yield `${index === 0 ? '' : ','}${JSON.stringify(kept)}`
  }
  yield `],"main":${JSON.stringify(member(held.main, mainState))},"worlds":[`
  for (const [index, world] of held.worlds.entries()) {
    const { name, idle, requests, used, idleSince, start } = world
    const state = run.plain(world.state)
    const kept: KeptServer['worlds'][number] = {
      name,
      ...(idle !== undefined && { idle_ms: idle }),
      requests,
      used_at: isoTime(used),
      unused_ms: Math.max(0, now - idleSince),
      ...member(world, state),
      state: differenceFrom(starts.state(start), state),
    }
    yield `${index === 0 ? '' : ','}${JSON.stringify(kept)}`
  }
  yield `],"named":${held.named}}`
}

/** Starts of all worlds, each once. */
class Starts {
  readonly list: { readonly start: Start; readonly state: Snapshot }[] = []
  readonly #run: RunOptions

  constructor({ main, worlds }: HeldServer, run: RunOptions) {
    this.#run = run
    for (const { start, first } of [main, ...worlds]) for (const each of [start, first]) this.find(each)
  }

  /** Position of a start. Those of worlds that were begun alike are one. */
  find(start: Start): number {
    const known = this.list.findIndex((each) => isSameStart(each.start, start))
    if (known >= 0) return known
    return this.list.push({ start, state: this.#run.plain(start.snapshot) }) - 1
  }

  state(start: Start): Snapshot {
    return this.list[this.find(start)]!.state
  }
}

function isSameStart(a: Start, b: Start): boolean {
  return a === b || (a.scenario === b.scenario && a.world === b.world && isSameState(a.snapshot, b.snapshot))
}

/** A start as a section, with shipped fixtures by their names. */
function keptSection({ section, fixtures }: NonNullable<Start['world']>) {
  return { section, fixtures: fixtures.map((fixture) => (isShipped(fixture) ? fixture.name : fixture)) }
}
