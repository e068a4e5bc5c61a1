import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { playAgain } from './played-again.ts'
import { findCalls, type RecordedCall } from './recorded-call.ts'

/** The calls that an emulator answered, also one that keeps no trace. Throws `EmulatorError` where the worlds before them are not known. */
export function findRunCalls(emulator: Emulator): RecordedCall[] {
  return findCalls(hostOf(emulator).tracer === undefined ? playAgain(emulator) : emulator)
}
