import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { Followed } from '../../host/turn-chooser.ts'
import { Turns } from '../../host/turns.ts'
import type { SideBySide } from './target.ts'

/** Real milliseconds without a call after which a program is not waited for: ten times those of `explore`. */
const IDLE_MS = 2_000

/** Lets programs reach one world that is served at these addresses, each at an address of its own. */
export function serveSideBySide(
  emulator: Emulator,
  { url, realtimeUrl }: { readonly url: string; readonly realtimeUrl: string },
  count: number,
  order: readonly number[],
): SideBySide {
  const { site } = instanceOf(emulator)
  const turns = new Turns(emulator, count, new Followed(order), IDLE_MS)
  const ids = Array.from({ length: count }, (_, n) => site.add(instanceOf(turns.share(n, String(n + 1)))))
  const inWorld = (address: string, id: string) => address.replace('/v1', `/w/${id}/v1`)
  return {
    served: ids.map((id) => ({ apiUrl: inWorld(url, id), realtimeUrl: inWorld(realtimeUrl, id) })),
    over: turns.play(),
    ended: (place) => turns.ended(place),
    close() {
      turns.stop()
      for (const id of ids) site.delete(id)
    },
  }
}
