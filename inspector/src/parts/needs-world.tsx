import { useSession } from '../session.ts'

/** Stands in a record for a view that needs a running world. `place` is shown of the world that begins. */
export function NeedsWorld({ place }: { place: string }) {
  const session = useSession()
  return (
    <div class="empty">
      <p>
        This is the record of a run. Requests can be sent to a world that begins in it, and runs in this page: here, or
        at any entry of the timeline.
      </p>
      <button class="main" onClick={() => session.begin({ place })}>
        Begin a world at the end of the run
      </button>
    </div>
  )
}
