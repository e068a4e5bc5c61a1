import { createEmulator, type Emulator } from '../host/emulator.ts'
import type { EmulatorOptions } from '../host/emulator-options.ts'
import { Site } from '../host/site.ts'
import { baseEmulator, type ScenarioChoice } from './base-emulator.ts'

/** The worlds of the tests that run in this process, addressed by `/w/<id>`. */
export const site = new Site()

const ids = new WeakMap<Emulator, string>()
let root: Emulator | undefined

/** What answers for every world of the site; it keeps none of its own that a test would use. */
export function siteEmulator(): Emulator {
  return (root ??= createEmulator({ journal: false }).fork({ site }))
}

/** A world for one test, in constant time once the first test with the same choice has made its base. */
export async function openWorld(scenario: ScenarioChoice, options: EmulatorOptions): Promise<Emulator> {
  const base = await baseEmulator(scenario, options)
  const { id, emulator } = site.create(base, { from: 'start' })
  ids.set(emulator, id)
  return emulator
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
