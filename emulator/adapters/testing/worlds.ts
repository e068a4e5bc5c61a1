import { createEmulator } from '../create-emulator.ts'
import { Emulator } from '../../host/emulator.ts'
import type { Instance } from '../../host/instance.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { Site } from '../../host/site.ts'
import { hasFired } from '../../engine/triggers/trigger-counters.ts'
import { baseEmulator, type EmulatorFixtureOptions, type ScenarioChoice } from './base-emulator.ts'
import { neverFired } from './never-fired.ts'
import { refuseUnaddressed } from './unaddressed.ts'

/** The worlds of the tests that run in this process, addressed by `/w/<id>`. */
export const site = new Site<Instance>()

const ids = new WeakMap<Emulator, string>()
let root: Emulator | undefined

/** What answers for every world of the site; it has none of its own. */
export function siteEmulator(): Emulator {
  if (root !== undefined) return root
  root = new Emulator(instanceOf(createEmulator({ journal: false })).fork({}, site))
  refuseUnaddressed(site, instanceOf(root))
  return root
}

/** A world for one test, in constant time once the first test with the same choice has made its base. */
export async function openWorld(scenario: ScenarioChoice, options: EmulatorFixtureOptions): Promise<Emulator> {
  const base = await baseEmulator(scenario, options)
  const world = instanceOf(base).fork({ from: 'start' }, site)
  if (scenario !== undefined && options.state === undefined) ownTriggers(world)
  else for (const { trigger } of world.host.world.state.triggers.entries) notOfTest.add(trigger)
  const emulator = new Emulator(world)
  addWorld(emulator)
  return emulator
}

/** Triggers that a test did not ask for: they came with the state that it started from. */
const notOfTest = new WeakSet<object>()

/** Gives a world copies of its triggers, since tests with one base would share what is known of them. */
function ownTriggers(instance: Instance): void {
  const { world } = instance.host
  const { triggers } = world.state
  if (triggers.entries.length === 0) return
  const entries = triggers.entries.map(({ id, trigger }) => ({ id, trigger: Object.freeze({ ...trigger }) }))
  world.state.triggers = { ...triggers, entries }
  instance.switchTo({ ...instance.start, snapshot: world.snapshot() })
}

/** Says which triggers of a test never fired, in its world or in a fork of it. */
export function neverFiredIn(emulator: Emulator): string | undefined {
  return neverFired(emulator.triggers.list().filter(({ trigger }) => !notOfTest.has(trigger) && !hasFired(trigger)))
}

/** Gives a world an address, until it is closed. */
export function addWorld(emulator: Emulator): void {
  ids.set(emulator, site.add(instanceOf(emulator)))
}

/** Forgets the world of a test and closes its sockets. */
export function closeWorld(emulator: Emulator): void {
  site.delete(idOf(emulator))
}

export function idOf(emulator: Emulator): string {
  const id = ids.get(emulator)
  if (id === undefined) throw new TypeError('this emulator is not the world of a test')
  return id
}
