import { EmulatorError } from '../diagnostics/emulator-error.ts'
import type { Bounds } from '../world/bounds.ts'

/** Throws `EmulatorError` where there are as many as may be. */
export function requireRoomFor(bounds: Bounds, name: 'worlds' | 'snapshots' | 'triggers', held: number): void {
  if (held < bounds[name]) return
  throw new EmulatorError(`there are ${held.toLocaleString('en')} ${name} already, which is the bound: delete some, or start with a larger bounds.${name}`)
}
