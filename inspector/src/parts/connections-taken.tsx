import { useStore } from '../store.ts'
import type { JournalStore } from '../timeline/journal-store.ts'

/** Banner for as long as other tabs of the browser have its connections. */
export function ConnectionsTaken({ journal }: { journal: JournalStore }) {
  if (!useStore(journal).isWaiting) return null
  return (
    <div class="gone" role="status">
      <strong>This tab waits for a connection.</strong> Other tabs of the inspector follow the emulator, and a browser
      opens only six connections to a host. You see the world as it was when this tab was opened. Close another tab to
      go on.
    </div>
  )
}
