import type { Host } from '../engine/kernel/host.ts'
import type { Instance } from './instance.ts'

// By name: of a package that was loaded twice there are two classes.
export const INSTANCE: unique symbol = Symbol.for('svc-emulator.instance') as never

/** An emulator as adapters see it. */
export interface Shell {
  readonly [INSTANCE]: Instance
}

/** For adapters: what runs behind an emulator. */
export function instanceOf(emulator: Shell): Instance {
  return emulator[INSTANCE]
}

/** For adapters: the host of an emulator. */
export function hostOf(emulator: Shell): Host {
  return emulator[INSTANCE].host
}

/** Whether a value is an emulator, of this copy of the package or another. */
export function isEmulator(value: unknown): value is Shell {
  return typeof value === 'object' && value !== null && INSTANCE in value
}
