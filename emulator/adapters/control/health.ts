import { VERSION } from '../../contract/version.ts'
import { isoTime } from '../../engine/world/clock.ts'
import type { ControlAnswer } from '../../host/control-api/control-api.ts'
import * as api from '../../host/control-api/health.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import type { Instance } from '../../host/instance.ts'
import type { Site } from '../../host/site.ts'
import { handle } from './handler.ts'

interface Served {
  readonly emulator: Emulator
  readonly site: Site<Instance>
}

/** Describes a world and its server, as calls answer that start a world again. */
export function describeHealth({ emulator, site }: Served): ControlAnswer<'GET /health'> {
  const { world, stopwatch } = hostOf(emulator)
  return {
    status: 'ok',
    version: VERSION,
    scenario: instanceOf(emulator).scenario,
    seed: world.seed,
    now: isoTime(world.now),
    uptime_ms: Math.round(stopwatch() - instanceOf(emulator).startedAt),
    longest_stall_ms: site.longestStall(),
  }
}

export const health = handle(api.health, describeHealth)
