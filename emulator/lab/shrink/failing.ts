import type { Emulator } from '../../host/emulator.ts'
import type { Scenario } from '../../scenario/schema.ts'

/** A run that fails, and that can be repeated in other worlds. */
export interface Failing {
  /** Name in reports. */
  readonly name: string
  /** Place that a client takes its address from. Undefined if requests go to other emulators than the one of `run`. */
  readonly addressFrom?: string
  /** True if a run has asked this emulator. Default: its journal has an entry. */
  hasAsked?(emulator: Emulator): boolean
  /** False for a world in which the run has no place, such as one without its key: that is not tried. */
  fits?(emulator: Emulator): boolean
  /**
   * Runs in a fresh world. Resolves to the texts of the failure, whose ids and times do not count, or to undefined if
   * it passes. Never rejects.
   */
  run(emulator: Emulator, scenario: Scenario): Promise<readonly string[] | undefined>
}
