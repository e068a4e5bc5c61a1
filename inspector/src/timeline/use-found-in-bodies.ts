import { useEffect, useState } from 'preact/hooks'
import { useSession, type Session } from '../session.ts'

/**
 * Milliseconds without a key before bodies are searched on the server (`first`), and between searches of new entries
 * (`next`).
 */
const REST_MS = { first: 150, next: 500 }

const nothing: ReadonlySet<number> = new Set()

/** Numbers of the entries that contain the words in a header or a body, once the server has answered. */
export function useFoundInBodies(text: string): ReadonlySet<number> {
  const session = useSession()
  const [found, setFound] = useState({ text: '', numbers: nothing })
  useEffect(() => {
    if (text.trim() === '') return undefined
    const ending = new AbortController()
    follow(session, text, ending.signal, (numbers) => setFound({ text, numbers })).catch((error: unknown) =>
      session.failed(error),
    )
    return () => ending.abort()
  }, [text])
  return found.text === text ? found.numbers : nothing
}

/** Searches all entries, then new ones. */
async function follow(
  { source, journal }: Session,
  text: string,
  signal: AbortSignal,
  show: (numbers: ReadonlySet<number>) => void,
): Promise<void> {
  let numbers = nothing
  let searched = -1
  for (let rest = REST_MS.first; await rested(rest, signal); rest = REST_MS.next) {
    const last = journal.lines.at(-1)?.number ?? 0
    if (last <= searched) continue
    const query = { show: 'lines', text, after: Math.max(searched, 0) } as const
    const { entries, next } = await source.call('GET /journal', { query })
    searched = next
    numbers = new Set([...numbers, ...entries.map(({ number }) => number)])
    if (!signal.aborted) show(numbers)
  }
}

/** Waits. Resolves to false if it was aborted. */
function rested(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(!signal.aborted), milliseconds)
  })
}
