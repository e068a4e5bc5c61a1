import { go, href } from '../route.ts'
import { useSession } from '../session.ts'

interface Props {
  readonly all: number
  readonly shown: number
  /** Entries that were recorded but are no longer kept. */
  readonly dropped: number
  readonly filtered: boolean
  readonly chosen: number | undefined
}

/** Counts of entries, keys of the list, and buttons that clear a filter or the journal. */
export function ListFooter({ all, shown, dropped, filtered, chosen }: Props) {
  const place = chosen === undefined ? [] : [chosen]
  return (
    <div class="list-footer">
      <span role="status">
        {filtered ? `${shown.toLocaleString('en')} of ` : ''}
        {counted(all, 'entry', 'entries')}
        {dropped > 0 ? `; ${counted(dropped, 'older one is', 'older ones are')} no longer kept` : ''}
      </span>
      {filtered ? (
        <button class="quiet" onClick={() => go(href('timeline', place), true)}>
          Show all
        </button>
      ) : null}
      <span class="push" />
      {all === 0 ? null : (
        <span class="keys">
          <kbd>j</kbd> <kbd>k</kbd> walk <kbd>/</kbd> search <kbd>Esc</kbd> close
        </span>
      )}
      <ClearButton count={all} />
    </div>
  )
}

function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`
}

function ClearButton({ count }: { count: number }) {
  const session = useSession()
  if (!session.source.live || count === 0) return null
  const clear = async () => {
    const yes = await session.ask(
      'Forget every entry?',
      `${count === 1 ? 'One entry goes' : `${count.toLocaleString('en')} entries go`}. The world stays as it is.`,
      'Forget',
    )
    if (yes && (await session.act(() => session.source.call('DELETE /journal')))) session.journal.clear()
  }
  return (
    <button class="quiet" onClick={clear}>
      Clear
    </button>
  )
}
