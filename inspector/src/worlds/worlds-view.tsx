import { Snapshots } from './snapshots.tsx'
import { StateFile } from './state-file.tsx'
import { WorldTime } from './world-time.tsx'
import { Worlds } from './worlds.tsx'

/** Time, snapshots, worlds, and the state as a file. */
export function WorldsView() {
  return <div class="cards page"><WorldTime /><Snapshots /><Worlds /><StateFile /></div>
}
