import { NeedsWorld } from '../parts/needs-world.tsx'
import { href, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { Compare } from './compare.tsx'
import { Snapshots } from './snapshots.tsx'
import { StateFile } from './state-file.tsx'
import { WorldTime } from './world-time.tsx'
import { Worlds } from './worlds.tsx'

/** Time, snapshots, worlds, files of the state, and what differs between two of them. */
export function WorldsView({ route }: { route: Route }) {
  const { source } = useSession()
  if (!source.live) return <NeedsWorld place={href('worlds')} />
  return (
    <div class="cards page">
      <WorldTime />
      <Snapshots />
      <Worlds />
      <StateFile />
      <Compare route={route} />
    </div>
  )
}
