import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Bounds } from '../../engine/world/bounds.ts'

/** Throws `EmulatorError` if the bound is reached. */
export function requireRoomFor(bounds: Bounds, name: 'worlds' | 'snapshots' | 'triggers', held: number): void {
  if (held < bounds[name]) return
  throw new EmulatorError(
    `the bound of ${name} is reached (${bounds[name].toLocaleString('en')}): delete some, or start with a larger one (--bounds ${name}=N, option bounds.${name})`,
  )
}
