import { SLICE } from '../checking/sliced.ts'
import { MAX_DUE_AT_ONCE } from '../world/advance-bounds.ts'
import type { Host } from './host.ts'
import { settle } from './perform.ts'

/** The last of those that wait for a world. */
const turns = new WeakMap<Host, Promise<unknown>>()

/**
 * Does what a request asks for once its world has caught up with a real clock: at once, or where more fell due than one slice does, in slices with
 * others served between them. What comes meanwhile for the same world waits for its turn.
 */
export function whenSettled<T>(host: Host, work: () => T): T | Promise<T> {
  const before = turns.get(host)
  if (before === undefined && (host.world.mode === 'virtual' || settle(host, SLICE))) return work()
  const turn = (before ?? Promise.resolve()).then(() => catchUp(host)).then(work)
  const over = turn.then(host.pause, host.pause).then(() => {
    if (turns.get(host) === over) turns.delete(host)
  })
  turns.set(host, over)
  return turn
}

/** As many pieces as one advance does: world time lags until the rest is done. */
async function catchUp(host: Host): Promise<void> {
  for (let done = SLICE; done < MAX_DUE_AT_ONCE && !settle(host, SLICE); done += SLICE) await host.pause()
}
