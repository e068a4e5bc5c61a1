import { NeedsWorld } from '../parts/needs-world.tsx'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { Snapshots } from './snapshots.tsx'
import { StateFile } from './state-file.tsx'
import { WorldTime } from './world-time.tsx'
import { Worlds } from './worlds.tsx'

/** Time, snapshots, worlds, and export and import of the state. */
export function WorldsView() {
  const { source } = useSession()
  if (!source.live) return <NeedsWorld place={href('worlds')} />
  return (
    <div class="cards page">
      <WorldTime />
      <Snapshots />
      <Worlds />
      <StateFile />
    </div>
  )
}
