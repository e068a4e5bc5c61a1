import type { answerControl } from './control/serve.ts'
import type { EmulatorOptions } from '../host/emulator-options.ts'
import { createEmulator as create, type Emulator } from '../host/emulator.ts'
import type { Instance } from '../host/instance.ts'
import { instanceOf } from '../host/instance-of.ts'
import type { WireRequest, WireResponse } from '../engine/kernel/wire.ts'
import { realTime } from '../engine/world/clock.ts'

// Loaded on the first control call: most programs make none.
let loading: Promise<{ answerControl: typeof answerControl }> | undefined

/** Answers the control API. Never rejects. */
export async function serveControl(instance: Instance, request: WireRequest): Promise<WireResponse> {
  const { answerControl } = await (loading ??= import('./control/serve.ts'))
  return answerControl(instance, request)
}

/**
 * Creates an emulator of the svc API, with a world of its own in memory. It answers every path that the server answers.
 *
 * Throws `EmulatorError` with all problems of the options.
 *
 * @example
 * const emulator = createEmulator()
 * const response = await emulator.fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const emulator = create(withRealTime(options))
  instanceOf(emulator).site.control = serveControl
  return emulator
}

/** A real clock follows the machine unless the options give another source. */
function withRealTime(options: EmulatorOptions): EmulatorOptions {
  const given = options as EmulatorOptions | null
  return given?.clock === 'real' && given.real === undefined ? { ...given, real: realTime } : options
}
