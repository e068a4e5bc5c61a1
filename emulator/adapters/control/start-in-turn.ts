import type { StartOptions } from '../../host/create-world.ts'
import { startFrom, type Emulator } from '../../host/emulator.ts'
import type { Instance, Start } from '../../host/instance.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { Site } from '../../host/site.ts'
import { inTurn } from './in-turn.ts'
import { withPauses } from './with-pauses.ts'

interface Asked {
  readonly emulator: Emulator
  readonly site: Site<Instance>
}

/**
 * Makes a world in slices, so that others are served meanwhile, from the world that there is; `take` puts the new one in its place, all at
 * once. Rejects with `EmulatorError`, and nothing changes, where it cannot be made.
 */
export function startInTurn(
  { emulator, site }: Asked,
  asked: () => Promise<StartOptions>,
  take: (start: Start) => void,
): Promise<void> {
  return inTurn(instanceOf(emulator), async () => {
    // What came before, reading the body and checking it, was a slice of its own.
    await site.pause()
    take(await withPauses(startFrom({ ...(await asked()), bounds: site.bounds }), site.pause))
  })
}
