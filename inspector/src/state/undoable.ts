import type { Session } from '../session.ts'
import type { ToastAction } from '../toasts.ts'

/** Number of the newest entry, to find that of a change that follows. */
export function lastEntry({ journal }: Session): number {
  return journal.lines.at(-1)?.number ?? 0
}

/**
 * Finds the entry of a change that this page made after an entry, and offers to go back to before it. Undefined where
 * the world keeps no journal or no trace.
 */
export async function findUndo(session: Session, after: number): Promise<ToastAction | undefined> {
  const { source } = session
  const { entries } = await source
    .call('GET /journal', { query: { show: 'lines', after } })
    .catch(() => ({ entries: [] }))
  const entry = entries.findLast(({ via }) => via === 'inspector')
  if (entry === undefined) return undefined
  const { number } = entry
  if ((await session.traced(() => source.call('GET /journal/:number/changes', { params: { number } }))) === undefined)
    return undefined
  return {
    label: 'Undo',
    run: async () => {
      const newer = session.journal.lines.filter((line) => line.number > number).length
      if (
        newer > 0 &&
        !(await session.ask(
          'Take back newer entries, too?',
          `The world goes back to before entry ${number}: ${newer === 1 ? 'one newer entry is' : `${newer} newer entries are`} undone with it.`,
          'Go back',
        ))
      )
        return
      await session.jump(
        () => source.call('POST /journal/:number/restore', { params: { number }, body: { when: 'before' } }),
        'Undone.',
      )
      await session.journal.load()
    },
  }
}
