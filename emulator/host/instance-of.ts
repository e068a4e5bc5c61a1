import type { WorldHost } from './create-host.ts'
import type { Instance } from './instance.ts'

// A registered symbol, because a package that is loaded twice has two classes.
export const INSTANCE: unique symbol = Symbol.for('svc-emulator.instance') as never

/** An emulator as adapters see it. */
export interface Shell {
  readonly [INSTANCE]: Instance
}

/** Internals of an emulator, for adapters. */
export function instanceOf(emulator: Shell): Instance {
  return emulator[INSTANCE]
}

/** Host of an emulator, for adapters. */
export function hostOf(emulator: Shell): WorldHost {
  return emulator[INSTANCE].host
}

/** True for an emulator, also one of another copy of the package. */
export function isEmulator(value: unknown): value is Shell {
  return typeof value === 'object' && value !== null && INSTANCE in value
}
