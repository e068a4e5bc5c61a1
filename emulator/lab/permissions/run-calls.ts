import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { playAgain } from './played-again.ts'
import { findCalls, type RecordedCall } from './recorded-call.ts'

/**
 * The calls that an emulator answered, with or without a trace. Throws `EmulatorError` for a journal that has lost
 * some, and if the worlds before the calls are not known.
 */
export function findRunCalls(emulator: Emulator): RecordedCall[] {
  const { dropped, size } = emulator.journal
  if (dropped > 0)
    throw new EmulatorError(
      `the journal no longer has ${dropped} of its entries: it keeps ${size}, and createEmulator({ journal: { size } }) sets how many`,
    )
  return findCalls(hostOf(emulator).tracer === undefined ? playAgain(emulator) : emulator)
}
