import type { StartOptions } from '../../emulator/host/create-world.ts'
import { startOptions } from './start-options.ts'

interface StartFlags {
  readonly scenario: string | undefined
  readonly fixtures: readonly string[] | undefined
  readonly seed: number | undefined
}

/** Reads the world that a client is run in. Rejects with `EmulatorError` for a scenario or fixture with problems. */
export async function readStart({
  scenario,
  fixtures,
  seed,
}: StartFlags): Promise<Pick<StartOptions, 'scenario' | 'fixtures' | 'seed'>> {
  return await startOptions({ scenario, fixtures, seed })
}
