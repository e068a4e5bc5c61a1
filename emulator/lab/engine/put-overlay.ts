import { applyChange } from '../../host/apply-change.ts'
import { tableNames } from '../../engine/matching/schema-common.ts'
import { putInForce } from '../../engine/triggers/triggers.ts'
import { generate } from '../../engine/world/generate.ts'
import { defaultSettings } from '../../engine/world/settings.ts'
import { withoutTrigger } from '../../engine/world/triggers.ts'
import type { World } from '../../engine/world/world.ts'
import { addSettings, type Overlay } from './overlay.ts'

/** World time per request, so that a client that polls makes progress. */
export const REQUEST_MS = 250

/** Puts settings, seed, records and triggers of an overlay into a world. Returns the ids of the triggers. */
export function putOverlay(
  world: World,
  { settings = {}, seed, fill = {}, triggers = [], without = {} }: Overlay,
): string[] {
  leaveOut(world, without)
  world.settings = addSettings({ ...world.settings, request_ms: REQUEST_MS }, settings)
  if (seed !== undefined) world.restore({ ...world.snapshot(), seed })
  for (const table of tableNames)
    if (fill[table] !== undefined) applyChange(world, { insert: { [table]: [...generate(fill[table], world.seed)] } })
  return putInForce(
    world,
    triggers.map((trigger) => ({ ...trigger, optional: true })),
  ).map(({ id }) => id)
}

function leaveOut(world: World, { triggers = [], settings = [] }: NonNullable<Overlay['without']>): void {
  for (const id of triggers) {
    const at = world.state.triggers.entries.findIndex((each) => each.id === id)
    if (at >= 0) world.state.triggers = withoutTrigger(world.state.triggers, at)
  }
  const defaults = Object.entries(defaultSettings()).filter(([name]) => settings.includes(name))
  if (defaults.length > 0) world.settings = { ...world.settings, ...Object.fromEntries(defaults) }
}
