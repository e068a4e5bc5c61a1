/** Makes the worlds of an earlier run again, from what `--state` kept. */
import * as v from 'valibot'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { problemsIn } from '../../engine/checking/issues.ts'
import { importState, importTriggers } from '../../engine/world/import.ts'
import { settingsSchema } from '../../engine/world/settings.ts'
import type { Path } from '../../engine/checking/problems.ts'
import type { World } from '../../engine/world/world.ts'
import { readTime } from '../../engine/world/time.ts'
import type { Snapshot } from '../../engine/world/world-state.ts'
import { VERSION } from '../../contract/version.ts'
import type { ExportedState } from '../../engine/world/exported-state.ts'
import { resolveFixtures } from '../fixtures/shipped.ts'
import type { FixtureDocument } from '../../engine/matching/fixture.ts'
import type { StartedWorld } from '../create-world.ts'
import type { Instance, Start } from '../instance.ts'
import { serverSchema, type KeptServer, type StateReference } from './kept-server.ts'
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
  const { settings, triggers, release } = state as ExportedState
  const plainMain = main.host.world.fork()
  plainMain.settings = v.parse(settingsSchema, settings)
  plainMain.state.triggers = importTriggers(triggers)
  run.created(main.host.world.state, plainMain.state)
  const server = readServer(state)
  if (server === undefined) return
  const documents = [plainMain, ...server.documents.map((document, index) => importDocument(document, index))]
  const plain = ({ document, seed }: StateReference, path: Path): World =>
    requireAt(documents, document, 'document', path).fork(seed)
  const { lasting } = main.start
  const starts = server.starts.map((kept, index): Start => {
    const world = release === VERSION && kept.world ? run.actingSection(startSection(kept.world)) : undefined
    return { snapshot: inForce(plain(kept, ['starts', index]), run), scenario: kept.scenario, lasting, world }
  })
  const settle = (instance: Instance, kept: KeptServer['main'], path: Path): void => {
    const [start, first] = [kept.start, kept.first].map((position) => requireAt(starts, position, 'start', path))
    instance.takeStarts(start!, first!)
    for (const { name, ...reference } of kept.snapshots)
      instance.snapshots.set(name, inForce(plain(reference, [...path, 'snapshots', name]), run))
  }
  settle(main, server.main, ['main'])
  const worlds = server.worlds.map((kept) => {
    const path = ['worlds', kept.name]
    const world = main.fork({}, main.site)
    world.restore(inForce(plain(kept, path), run))
    settle(world, kept, path)
    const { name, idle_ms: idle, requests, used_at: used, unused_ms: unused } = kept
    return { name, world, idle, requests, used: readTime(used, 'used_at'), idleSince: now - unused }
  })
  main.site.takeBack({ worlds, created: server.named })
}

/** A world from one of the documents. */
function importDocument(document: object, index: number): World {
  try {
    return importState(document)
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    const place = ['server', 'documents', index]
    if (error.problems.length === 0) throw new EmulatorError([{ kind: 'value', path: place, message: error.message }])
    throw new EmulatorError(error.problems.map((problem) => ({ ...problem, path: [...place, ...problem.path] })))
  }
}

/** The state of a world or a snapshot in what `--state` keeps, as a document of its own. */
export function findDocument(state: object, { document, seed }: StateReference, path: Path): object {
  const { server, ...main } = state as { readonly server: KeptServer }
  const found = requireAt([main, ...server.documents], document, 'document', path)
  return seed === undefined ? found : { ...found, seed }
}

function requireAt<T>(list: readonly T[], position: number, noun: 'document' | 'start', path: Path): T {
  if (position < list.length) return list[position]!
  const message = `there is no ${noun} ${position}: the file has ${list.length}`
  throw new EmulatorError([{ kind: 'value', path: ['server', ...path, noun], message }])
}

function startSection({ section, fixtures }: NonNullable<KeptServer['starts'][number]['world']>): StartedWorld {
  const given = fixtures as (string | FixtureDocument)[]
  return { section: section as StartedWorld['section'], fixtures: resolveFixtures(given) }
}

/** The state of a world, with the options of this run acting on it. */
function inForce(world: World, run: RunOptions): Snapshot {
  run.act(world)
  return world.snapshot()
}
