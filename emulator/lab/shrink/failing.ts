import type { Emulator } from '../../host/emulator.ts'
import type { Scenario } from '../../scenario/schema.ts'

/** A run that fails, and that can be repeated in other worlds. */
export interface Failing {
  /** Name in reports. */
  readonly name: string
  /**
   * Runs in a world that nothing was asked yet. Gives the failure as texts whose ids and times do not count; undefined
   * where it passes. Never rejects.
   */
  run(emulator: Emulator, scenario: Scenario): Promise<readonly string[] | undefined>
}
