/** Makes the worlds of an earlier run again, from what `--state` kept. */
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { problemsIn } from '../../engine/checking/issues.ts'
import { applyDifference, type StateDifference } from '../../engine/world/state-difference.ts'
import type { Path } from '../../engine/checking/problems.ts'
import type { World } from '../../engine/world/world.ts'
import type { Snapshot } from '../../engine/world/world-state.ts'
import { VERSION } from '../../contract/version.ts'
import type { ExportedState } from '../../engine/world/exported-state.ts'
import { migrate } from '../../engine/world/migrations/index.ts'
import { resolveFixtures } from '../fixtures/shipped.ts'
import type { FixtureDocument } from '../../engine/matching/fixture.ts'
import type { StartedWorld } from '../create-world.ts'
import type { Instance, Start } from '../instance.ts'
import { serverSchema, type KeptServer } from './kept-server.ts'
import type { RunOptions } from './run-options.ts'

/** Reads what a state keeps of a server; undefined for a state of one world. Throws `EmulatorError` with all problems. */
export function readServer(state: unknown): KeptServer | undefined {
  const { server } = state as { readonly server?: unknown }
  if (server === undefined) return undefined
  const problems = problemsIn(serverSchema, server)
  if (problems.length > 0)
    throw new EmulatorError(problems.map((problem) => ({ ...problem, path: ['server', ...problem.path] })))
  return server as KeptServer
}

/** Fields by table that the records of an older file cannot have. */
type Added = Readonly<Record<string, readonly string[]>>

interface RestoreOptions {
  /** Options of this run: they act on each world, and on the main one already. */
  readonly run: RunOptions
  /** Real time. */
  readonly now: number
}

/**
 * Restores starts, worlds and snapshots beside a main world that was created from `state`. Throws `EmulatorError` with
 * all problems of a world, and then the instance is not usable.
 */
export function restoreServer(main: Instance, state: unknown, { run, now }: RestoreOptions): void {
  const { state: document, added } = migrate(state)
  const { settings, triggers, release } = document as ExportedState
  const plainMain = main.host.world.fork()
  applyDifference(plainMain, { settings, triggers })
  run.created(main.host.world.state, plainMain.state)
  const server = readServer(document)
  if (server === undefined) return
  const starts = readStarts(main, server, { plainMain, run, added, isOwn: release === VERSION })
  const find = (position: number, path: Path): (typeof starts)[number] => {
    const start = starts[position]
    if (start !== undefined) return start
    const message = `there is no start ${position}: starts has ${starts.length}`
    throw new EmulatorError([{ kind: 'value', path: ['server', ...path], message }])
  }
  const settle = (instance: Instance, kept: KeptServer['main'], plain: World, path: Path): void => {
    instance.takeStarts(find(kept.start, [...path, 'start']).start, find(kept.first, [...path, 'first']).start)
    for (const { name, state } of kept.snapshots)
      instance.snapshots.set(name, inForce(differing(plain, state, added, [...path, 'snapshots', name]), run))
  }
  settle(main, server.main, plainMain, ['main'])
  const worlds = server.worlds.map((kept) => {
    const path = ['worlds', kept.name]
    const plain = differing(find(kept.start, [...path, 'start']).plain, kept.state, added, path)
    const world = main.fork({}, main.site)
    world.restore(inForce(plain, run))
    settle(world, kept, plain, path)
    const { name, idle_ms: idle, requests, used_at: used, unused_ms: unused } = kept
    return { name, world, idle, requests, used: Date.parse(used), idleSince: now - unused }
  })
  main.site.takeBack({ worlds, created: server.named })
}

interface StartOptions {
  readonly plainMain: World
  readonly run: RunOptions
  readonly added: Added
  /** True if the sections of starts are those of this release. */
  readonly isOwn: boolean
}

function readStarts(main: Instance, server: KeptServer, { plainMain, run, added, isOwn }: StartOptions) {
  const { lasting } = main.start
  const starts: { readonly start: Start; readonly plain: World }[] = []
  for (const [index, { scenario, state, world }] of server.starts.entries()) {
    const plain = differing(starts[0]?.plain ?? plainMain, state, added, ['starts', index])
    const own = isOwn && world ? run.actingSection(startSection(world)) : undefined
    starts.push({
      plain,
      start: { snapshot: inForce(plain, run), scenario, lasting, world: own },
    })
  }
  return starts
}

function startSection({ section, fixtures }: NonNullable<KeptServer['starts'][number]['world']>): StartedWorld {
  const given = fixtures as (string | FixtureDocument)[]
  return { section: section as StartedWorld['section'], fixtures: resolveFixtures(given) }
}

/** A fork with a difference applied. `path`: its place, for problems. */
function differing(base: World, difference: StateDifference, added: Added, path: Path): World {
  const world = base.fork()
  try {
    applyDifference(world, difference, added)
    return world
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    const place = ['server', ...path]
    if (error.problems.length === 0) throw new EmulatorError([{ kind: 'value', path: place, message: error.message }])
    throw new EmulatorError(error.problems.map((problem) => ({ ...problem, path: [...place, ...problem.path] })))
  }
}

/** The state of a world, with the options of this run acting on it. */
function inForce(plain: World, run: RunOptions): Snapshot {
  const world = plain.fork()
  run.act(world)
  return world.snapshot()
}
