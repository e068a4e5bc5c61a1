import { hostOf } from '../../host/instance-of.ts'
import type { CallEvent, CallGate } from '../../engine/kernel/call-order.ts'
import { plain } from '../engine/overlay.ts'
import type { WorldSubject } from '../engine/world-subject.ts'
import { now, wait } from '../engine/real-time.ts'
import type { Limits } from '../engine/client.ts'

/** Real milliseconds without a call after which a client is assumed to wait for its answers. */
const [MIN_QUIET_MS, MAX_QUIET_MS] = [15, 100] as const
/** Maximum of real milliseconds for which one run's answers are held back. */
const MAX_HELD_MS = 3_000

/**
 * Runs the subject once, and holds each answer back until no more calls arrive: calls that are then pending are
 * concurrent, even if a fast server would have answered one first. Returns their names, group by group, in order of
 * arrival.
 */
export async function concurrentCalls(subject: WorldSubject, tookMs: number, limits: Limits): Promise<string[][]> {
  const quietMs = Math.min(MAX_QUIET_MS, Math.max(MIN_QUIET_MS, tookMs / 5))
  const watcher = new Watcher(quietMs)
  await subject.run(plain, limits, undefined, (world) => (hostOf(world).order.watcher = watcher))
  return watcher.groups.filter(({ length }) => length > 1)
}

class Watcher implements CallGate {
  readonly groups: string[][] = []
  readonly #quietMs: number
  readonly #until = now() + MAX_HELD_MS
  #held: { readonly call: string; readonly then: () => void }[] = []
  #quiet = new AbortController()

  constructor(quietMs: number) {
    this.#quietMs = quietMs
  }

  pass(event: CallEvent, then: () => void): void {
    const call = event.replace(/ is \w+$/, '')
    if (call + ' is handled' === event || now() > this.#until) {
      then()
      return
    }
    this.#held.push({ call, then })
    this.#quiet.abort()
    const quiet = (this.#quiet = new AbortController())
    void wait(this.#quietMs, quiet.signal).then(() => !quiet.signal.aborted && this.#release())
  }

  #release(): void {
    const held = this.#held
    this.#held = []
    this.groups.push(held.map(({ call }) => call))
    for (const { then } of held) then()
  }
}
