import { errors } from '../../../emulator/contract/errors.ts'
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

/** Message in the answer of a refusal, over HTTP or on a socket. */
export function refusalMessage({ error, response }: Pick<JournalEntry, 'error' | 'response'>): string | undefined {
  const { message } = (response?.body ?? {}) as { message?: unknown }
  return error !== null && typeof message === 'string' ? message : undefined
}

/** The cited statement that the code of a refusal comes from. */
export function findSource({ error, clauses, assumptions }: JournalEntry): string | undefined {
  const source: string | undefined =
    error !== null && error in errors ? errors[error as keyof typeof errors].source : undefined
  return [...clauses, ...assumptions].find((id) => id === source) ?? assumptions[0] ?? clauses.at(-1)
}
