import { given } from '../../emulator/engine/checking/given.ts'
import type { StartOptions } from '../../emulator/host/create-world.ts'
import { loadScenario } from '../../emulator/scenario/load.ts'

interface StartFlags {
  readonly scenario: string | undefined
  readonly fixtures: readonly string[] | undefined
  readonly seed: number | undefined
}

/** Reads the world that a client is run in. Rejects with `EmulatorError` for a scenario with problems. */
export async function readStart({
  scenario,
  fixtures,
  seed,
}: StartFlags): Promise<Pick<StartOptions, 'scenario' | 'fixtures' | 'seed'>> {
  return {
    ...(scenario !== undefined && { scenario: await loadScenario(scenario) }),
    ...given({ fixtures, seed }),
  }
}
