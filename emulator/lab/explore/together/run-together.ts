import type { KeptExchange } from '../../../engine/journal/entry.ts'
import type { JournalEntry } from '../../../engine/journal/journal-entry.ts'
import { counted } from '../../../engine/world/triggers.ts'
import type { World } from '../../../engine/world/world.ts'
import type { Emulator } from '../../../host/emulator.ts'
import { hostOf } from '../../../host/instance-of.ts'
import type { Chooser } from '../../../host/turn-chooser.ts'
import { Turns, type TakenStep } from '../../../host/turns.ts'
import { canonicalWorld, type Canonical, type WorldMasks } from '../../engine/canonical.ts'
import type { Client, Limits, Outcome } from '../../engine/client.ts'
import { comparable, masked } from '../../engine/output.ts'
import { joinOverlays, plain, type Overlay } from '../../engine/overlay.ts'
import { putOverlay } from '../../engine/put-overlay.ts'
import { applyChanges } from '../../engine/world-subject.ts'
import type { SharedHome } from '../../engine/shared-home.ts'

/** A client that shares a world with others. */
export interface Member {
  /** `1`, `2`, or the name of a companion. */
  readonly name: string
  readonly client: Client
}

/** A run of several clients in one world. */
export interface Ran {
  readonly outcomes: readonly Outcome[]
  /** Comparable outputs, by member. */
  readonly outputs: readonly unknown[]
  readonly world: Canonical
  /** Lines of the files in the HOME that all share, with their names; empty where each has its own. */
  readonly files: readonly string[]
  /** The world before it. */
  readonly start: World
  readonly steps: readonly TakenStep[]
  readonly calls: readonly KeptExchange[]
  readonly entries: () => readonly JournalEntry[]
  /** Ids of the overlay's triggers that fired. */
  readonly acted: ReadonlySet<string>
  /** Members that were not waited for. */
  readonly elsewhere: ReadonlySet<number>
  /** Longest real milliseconds for which a call was held whose client left without its answer. */
  readonly gaveUpMs: number | undefined
}

/** Paths that differ between equal runs. */
export interface Masks {
  readonly world: WorldMasks
  /** By member. */
  readonly outputs: readonly ReadonlySet<string>[]
  /** Names of files. */
  readonly files: ReadonlySet<string>
}

/** How runs are made. */
export interface HowTogether {
  readonly base: Emulator
  readonly members: readonly Member[]
  readonly limits: Limits
  readonly idleMs: number
  /** A failure. */
  readonly overlay?: Overlay
  /** The HOME of all members. Default: each has its own. */
  readonly home?: SharedHome | undefined
}

/** Settings of a world in which time stands still. */
export const STILL = { request_ms: 0 }

/**
 * Runs all members once in a world of their own; `chooser` says whose call is let go. World time stands still. They begin
 * at once, or with `serial` one after the other: what they read before their first call matters, and none is held.
 */
export async function runTogether(
  how: HowTogether,
  chooser: Chooser,
  masks?: Masks,
  serial?: readonly number[],
): Promise<Ran> {
  const { base, members, overlay = plain, home } = how
  const emulator = base.fork({ from: 'start' })
  const { world } = hostOf(emulator)
  const planned = putOverlay(world, joinOverlays([overlay, { settings: STILL }]))
  const start: World = world.fork()
  applyChanges(world, overlay.before)
  await home?.empty()
  const outcomes: Outcome[] = []
  const turns = new Turns(emulator, members.length, chooser, how.idleMs, home !== undefined)
  await play(how, turns, outcomes, serial)
  const canonical = canonicalWorld(world, start, masks?.world)
  const outputs = outcomes.map(({ output }, n) => {
    const said = comparable(output, canonical.labels)
    return masks === undefined ? said : masked(said, masks.outputs[n]!)
  })
  const fired = counted(world.state.triggers).filter(({ id, fired: times }) => planned.includes(id) && times > 0)
  return {
    outcomes,
    outputs,
    world: canonical,
    files: (await home?.read(canonical.labels, masks?.files)) ?? [],
    start,
    steps: turns.steps,
    calls: Array.from(emulator.journal.raw()),
    entries: () => emulator.journal.entries(),
    acted: new Set(fired.map(({ id }) => id)),
    elsewhere: turns.elsewhere,
    gaveUpMs: turns.gaveUpMs,
  }
}

/** Runs all members until they have ended. */
async function play(
  { members, limits }: HowTogether,
  turns: Turns,
  outcomes: Outcome[],
  serial: readonly number[] | undefined,
): Promise<void> {
  const hang = new AbortController()
  const runs: Promise<void>[] = []
  const begin = async (place: number): Promise<void> => {
    const { name, client } = members[place]!
    outcomes[place] = await client.run(turns.share(place, name), { ...limits, hang: hang.signal })
    turns.ended(place)
  }
  if (await turns.play((place) => void runs.push(begin(place)), serial)) hang.abort()
  await Promise.all(runs)
  turns.stop()
}
