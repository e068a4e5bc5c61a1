import { findSource, refusalMessage } from '../../../emulator/engine/journal/refusal.ts'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

/** Message of a refusal, and the statement that it comes from. Renders nothing for an answer that is none. */
export function RefusedBecause({ entry }: { entry: JournalEntry }) {
  const session = useSession()
  const { value: sentences } = useLoaded(() => session.statements(), [])
  const message = refusalMessage(entry)
  if (message === undefined) return null
  const id = findSource(entry)
  return (
    <p class="hint bad">
      {message}{' '}
      {id === undefined ? null : (
        <a href={href('coverage', [], { clause: id })} title={sentences?.get(id)?.sentence}>
          {id}
        </a>
      )}
    </p>
  )
}
