import type { Emulator } from '../../host/emulator.ts'
import { counted } from '../../engine/world/triggers.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Overlay } from './overlay.ts'
import { wait } from './real-time.ts'

interface Refusing {
  /** Stops refusing, and returns the number of calls that came too early. */
  end(): number
}

/**
 * Keeps refusing a call that an overlay refuses until the real time of its `Retry-After` is over. World time cannot
 * measure that, because it stands still while a client waits. `ids`: of the overlay's triggers, in order.
 */
export function refuseUntil(emulator: Emulator, { refusal }: Overlay, ids: readonly string[]): Refusing {
  if (refusal === undefined) return { end: () => 0 }
  const id = ids[refusal.trigger]!
  const find = () => counted(hostOf(emulator).world.state.triggers).find((each) => each.id === id)!
  const ended = new AbortController()
  const stopListening = emulator.journal.listen(() => {
    if (find().fired === 0) return
    stopListening()
    const { when } = emulator.triggers.list().find((each) => each.id === id)!.trigger
    emulator.triggers.update(id, { when: fromNth(when) })
    void wait(refusal.forMs, ended.signal).then(() => emulator.triggers.update(id, { enabled: false }))
  })
  return {
    end() {
      stopListening()
      const early = Math.max(0, find().fired - 1)
      ended.abort()
      return early
    },
  }
}

type When = NonNullable<Overlay['triggers']>[number]['when']

/** Condition for the n-th match and `more` after it; by default all. */
export function fromNth({ nth = 1, ...when }: When, more = Number.MAX_SAFE_INTEGER - nth): When {
  return { ...when, between: [nth, nth + more] }
}
