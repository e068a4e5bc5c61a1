import { catalog } from '../service/catalog.ts'
import { startTriggers } from '../engine/triggers/start-triggers.ts'
import type { World } from '../engine/world/world.ts'
import { lastingOptions, startedWorld, startingWorld, type StartOptions } from './create-world.ts'
import type { Start } from './instance.ts'
import { optionTriggers } from './option-triggers.ts'

/** Makes the start that options describe, for `switchTo`. */
export function startFrom(options: StartOptions): Start {
  return makeStart(options, beginWorld(options))
}

/** Begins the world that options describe, with its triggers. */
export function beginWorld(options: StartOptions): World {
  const world = startingWorld(options)
  const { state, scenario } = options
  startTriggers(world, catalog, state === undefined ? scenario : undefined, optionTriggers(options))
  return world
}

/** Makes the start of a world that options began. */
export function makeStart(options: StartOptions, world: World): Start {
  return {
    snapshot: world.snapshot(),
    scenario: startName(options),
    source: options.scenario,
    lasting: lastingOptions(options),
    world: options.state === undefined ? startedWorld(options) : undefined,
  }
}

function startName({ state, scenario, fixtures = ['starter'] }: StartOptions): string {
  if (state !== undefined) return 'state'
  return (
    scenario?.scenario.name ??
    fixtures.map((fixture) => (typeof fixture === 'string' ? fixture : fixture.name)).join(', ')
  )
}
