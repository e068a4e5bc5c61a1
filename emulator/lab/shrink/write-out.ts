import { isObject } from '../../engine/checking/is-object.ts'
import { otherThanDefault } from '../../host/start-settings.ts'
import { EPOCH, isoTime } from '../../engine/world/clock.ts'
import type { WorldSection } from '../../engine/matching/schema-world.ts'
import type { World } from '../../engine/world/world.ts'
import { writeRecords } from './written-world.ts'

/** The `world` section of a world without fixtures and `generate`: their records are listed. */
export function writeOut(world: World): WorldSection {
  const settings = withoutEmpty(otherThanDefault(world.state.settings))
  return {
    fixtures: [],
    ...(world.seed !== 1 && { seed: world.seed }),
    ...(world.now !== EPOCH && { clock: isoTime(world.now) }),
    ...(Object.keys(settings).length > 0 && { settings }),
    records: writeRecords(world) as NonNullable<WorldSection['records']>,
  }
}

/** Removes groups of settings (limits, statuses) without changes. */
function withoutEmpty<T extends object>(settings: T): T {
  const kept = Object.entries(settings).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0)
  return Object.fromEntries(kept) as T
}
