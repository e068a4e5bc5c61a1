import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { CONTROL } from '../../host/dispatch.ts'
import type { Instance } from '../../host/instance.ts'
import type { Site } from '../../host/site.ts'
import type { Bounds } from '../../engine/world/bounds.ts'

/** Throws `EmulatorError` if the bound of worlds is reached. It names those that were idle for longest. */
export function requireWorld(site: Site<Instance>): void {
  if (site.size < site.bounds.worlds) return
  const idle = site.idlest(3)
  const hint = idle.length === 0 ? '' : `. Idle for longest: ${idle.join(', ')} (DELETE ${CONTROL}/worlds/${idle[0]!})`
  throw boundReached(site.bounds, 'worlds', hint)
}

/** Throws `EmulatorError` if the bound is reached. */
export function requireRoomFor(bounds: Bounds, name: 'snapshots' | 'triggers', held: number): void {
  if (held >= bounds[name]) throw boundReached(bounds, name)
}

function boundReached(bounds: Bounds, name: 'worlds' | 'snapshots' | 'triggers', hint = ''): EmulatorError {
  return new EmulatorError(
    `the bound of ${name} is reached (${bounds[name].toLocaleString('en')}): delete some, or start with a larger one (--bounds ${name}=N, option bounds.${name})${hint}`,
  )
}
