import { useMemo } from 'preact/hooks'
import { rowAfterKey, rowsInSight } from '../parts/list-keys.ts'
import { VirtualList } from '../parts/virtual-list.tsx'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { measureColumns } from './columns.ts'
import { LineHead, LineRow } from './line-row.tsx'
import type { Line } from './line.ts'

interface Props {
  readonly lines: readonly Line[]
  /** Number of lines before filtering. */
  readonly all: number
  readonly loaded: boolean
  readonly selected: number
  /** Row of the selected entry by the address, which may be ahead of the last rendering. */
  readonly current: () => number
  /** Row of the entry that was closed last: the list scrolls to it; -1 for none. */
  readonly left: number
  readonly narrow: boolean
  readonly onChoose: (index: number) => void
}

const ROW = { wide: 30, narrow: 54 }
const PAGE = 15

export function Lines({ lines, all, loaded, selected, current, left, narrow, onChoose }: Props) {
  const names = useStore(useSession().names)
  const columns = useMemo(() => measureColumns(lines, (text) => names.shown(text)), [lines, names.version])
  if (lines.length === 0)
    return (
      <p class="empty">
        {!loaded
          ? 'Reading the journal…'
          : all === 0
            ? 'Nothing has come in yet. Requests appear here as they are answered.'
            : 'No entry matches the filter.'}
      </p>
    )
  const keyed = (event: KeyboardEvent) => {
    const to = rowAfterKey(event.key, current(), lines.length, PAGE, rowsInSight(event.currentTarget as HTMLElement))
    if (to === undefined || 'jk'.includes(event.key)) return
    event.preventDefault()
    onChoose(to)
  }
  return (
    <VirtualList
      count={lines.length}
      rowHeight={narrow ? ROW.narrow : ROW.wide}
      selected={selected}
      start={left}
      follow
      head={narrow ? undefined : <LineHead />}
      attributes={{
        role: 'listbox',
        tabIndex: 0,
        'aria-label': 'Entries, oldest first',
        class: 'lines',
        style: columns,
        onKeyDown: keyed,
        ...(selected >= 0 && { 'aria-activedescendant': `line-${lines[selected]!.number}` }),
      }}
      row={(index) => (
        <LineRow
          key={lines[index]!.number}
          line={lines[index]!}
          index={index}
          count={lines.length}
          selected={index === selected}
          onChoose={onChoose}
        />
      )}
    />
  )
}
