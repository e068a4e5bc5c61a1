import { VERSION } from '../../contract/version.ts'
import { isoTime } from '../../engine/world/clock.ts'
import type { ControlAnswer } from '../../host/control-api/control-api.ts'
import * as api from '../../host/control-api/health.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { handle } from './handler.ts'

/** Describes a world, as calls answer that start a world again. */
export function describeHealth({ emulator }: { readonly emulator: Emulator }): ControlAnswer<'GET /health'> {
  const { world, stopwatch, saving } = hostOf(emulator)
  return {
    status: 'ok',
    version: VERSION,
    scenario: instanceOf(emulator).scenario,
    seed: world.seed,
    now: isoTime(world.now),
    uptime_ms: Math.round(stopwatch() - instanceOf(emulator).startedAt),
    ...(saving?.problem !== undefined && { not_saved: true as const }),
  }
}

export const health = handle(api.health, describeHealth)
