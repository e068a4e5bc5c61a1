import { createEmulator } from '../create-emulator.ts'
import { Emulator } from '../../host/emulator.ts'
import type { EmulatorOptions } from '../../host/emulator-options.ts'
import type { Instance } from '../../host/instance.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { Site } from '../../host/site.ts'
import { baseEmulator, type ScenarioChoice } from './base-emulator.ts'
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
export async function openWorld(scenario: ScenarioChoice, options: EmulatorOptions): Promise<Emulator> {
  const base = await baseEmulator(scenario, options)
  const world = instanceOf(base).fork({ from: 'start' }, site)
  const emulator = new Emulator(world)
  addWorld(emulator)
  return emulator
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
