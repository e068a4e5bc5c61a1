import { createEmulator } from '../create-emulator.ts'
import { Emulator } from '../../host/emulator.ts'
import type { Instance } from '../../host/instance.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { Site } from '../../host/site.ts'
import { withReasons } from '../../host/why-not-fired.ts'
import { hasFired } from '../../engine/triggers/trigger-counters.ts'
import { baseEmulator, type EmulatorFixtureOptions, type ScenarioChoice } from './base-emulator.ts'
import { neverFired } from './never-fired.ts'
import { escapedAnswer, recordEscape } from '../../host/escape.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'

/** Worlds of the tests that run in this process, addressed by `/w/<id>`. */
export const site = new Site<Instance>()

const ids = new WeakMap<Emulator, string>()
let root: Emulator | undefined

/** Emulator that serves all worlds of the site and has none of its own. */
export function siteEmulator(): Emulator {
  if (root !== undefined) return root
  root = new Emulator(instanceOf(createEmulator({ journal: false })).fork({}, site))
  refuseUnaddressed(instanceOf(root))
  return root
}

/**
 * Refuses requests without a world in their address: a test answered from another world could pass by mistake. Since
 * the test that sent it is unknown, it counts as an escape of every running test.
 */
function refuseUnaddressed(main: Instance): void {
  site.unaddressed = (world, { method, url, headers }): WireResponse | undefined => {
    if (world !== main) return undefined
    const path = url.replace(/[?#].*$/s, '')
    const message = `${method} ${path} names no world: expected a path below /w/<world>/v1, as in api.baseUrl. A path that begins with a slash replaces that part of a URL: append it to api.baseUrl.`
    const answers = Array.from(site.worlds(), ([, instance]) =>
      recordEscape(instance, { via: 'http', method, url, headers }, message),
    )
    return answers[0] ?? escapedAnswer(message)
  }
}

/** Creates a world for one test, in constant time after the first test with equal choices. */
export async function openWorld(scenario: ScenarioChoice, options: EmulatorFixtureOptions): Promise<Emulator> {
  const base = await baseEmulator(scenario, options)
  const world = instanceOf(base).fork({ from: 'start' }, site)
  if (scenario !== undefined && options.state === undefined) ownTriggers(world)
  else for (const { trigger } of world.host.world.state.triggers.entries) notByTest.add(trigger)
  const emulator = new Emulator(world)
  addWorld(emulator)
  return emulator
}

/** Triggers that a test did not add: they were part of its initial state. */
const notByTest = new WeakSet<object>()

/** Copies the triggers of a world, because tests with one base would share their counters. */
function ownTriggers(instance: Instance): void {
  const { world } = instance.host
  const { triggers } = world.state
  if (triggers.entries.length === 0) return
  const entries = triggers.entries.map(({ id, trigger }) => ({ id, trigger: Object.freeze({ ...trigger }) }))
  world.state.triggers = { ...triggers, entries }
  instance.switchTo({ ...instance.start, snapshot: world.snapshot() })
}

/** Message about triggers of a test that never fired, in its world or in a fork of it. */
export function neverFiredIn(emulator: Emulator): string | undefined {
  const unfired = emulator.triggers.list().filter(({ trigger }) => !notByTest.has(trigger) && !hasFired(trigger))
  return neverFired(withReasons(unfired, instanceOf(emulator).journal))
}

/** Gives a world an address until it is closed. */
export function addWorld(emulator: Emulator): void {
  ids.set(emulator, site.add(instanceOf(emulator)))
}

/** Removes the world of a test and closes its sockets. `test`: its name, for requests that come too late. */
export function closeWorld(emulator: Emulator, test?: string): void {
  site.delete(findWorldId(emulator), test)
}

export function findWorldId(emulator: Emulator): string {
  const id = ids.get(emulator)
  if (id === undefined) throw new TypeError('this emulator is not the world of a test')
  return id
}
