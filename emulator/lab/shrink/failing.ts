import type { Emulator } from '../../host/emulator.ts'
import type { Scenario } from '../../scenario/schema.ts'

/** A run that fails, and that can be repeated in other worlds. */
export interface Failing {
  /** Name in reports. */
  readonly name: string
  /**
   * Runs in a fresh world. Resolves to the texts of the failure, whose ids and times do not count, or to undefined if
   * it passes. Never rejects.
   */
  run(emulator: Emulator, scenario: Scenario): Promise<readonly string[] | undefined>
}
