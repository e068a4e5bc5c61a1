import { rowAfterKey, rowsInSight } from '../parts/list-keys.ts'
import { VirtualList } from '../parts/virtual-list.tsx'
import { formatAnswer, formatKind, classifyOutcome, formatRequest, type Line } from './line.ts'

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
      attributes={{
        role: 'listbox',
        tabIndex: 0,
        'aria-label': 'Entries, oldest first',
        class: 'lines',
        style: { '--number': `${Math.max(4, String(lines.at(-1)!.number).length) + 0.2}ch` },
        onKeyDown: keyed,
        ...(selected >= 0 && { 'aria-activedescendant': `line-${lines[selected]!.number}` }),
      }}
      row={(index) => (
        <Row
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

function Row({
  line,
  index,
  count,
  selected,
  onChoose,
}: {
  line: Line
  index: number
  count: number
  selected: boolean
  onChoose: (index: number) => void
}) {
  const { number, at, duration, caller, triggers, notes, other_branch: other } = line
  const { defect } = line.via === 'time' ? {} : line
  return (
    <div
      role="option"
      id={`line-${number}`}
      class={other ? 'line other' : 'line'}
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={count}
      onClick={() => onChoose(index)}
    >
      <span class="number">{number}</span>
      <span class="at" title={`World time ${at}`}>
        {at.slice(11, 23)}
      </span>
      <span class={`kind ${formatKind(line).toLowerCase()}`}>{formatKind(line)}</span>
      <span class="what" title={formatRequest(line)}>
        {formatRequest(line)}
      </span>
      <span class="caller">{caller ?? '–'}</span>
      <span class={`answer ${classifyOutcome(line)}`} title={formatAnswer(line)}>
        {formatAnswer(line)}
      </span>
      <span class="marks">
        {triggers.length > 0 ? (
          <span title={`Triggers: ${triggers.join(', ')}`} aria-label="a trigger acted" role="img">
            ⚡
          </span>
        ) : null}
        {notes.length > 0 ? (
          <span title={notes.join('\n')} aria-label="has a note" role="img">
            ✎
          </span>
        ) : null}
        {defect === undefined ? null : (
          <span title="Defect of the emulator" aria-label="defect of the emulator" role="img">
            🐞
          </span>
        )}
        {other ? (
          <span
            title="The world has gone back to where this had not happened"
            aria-label="on another branch"
            role="img"
          >
            ⑂
          </span>
        ) : null}
      </span>
      <span class="took" title="Real time">
        {line.via === 'time'
          ? ''
          : `${duration.real_ms < 10 ? duration.real_ms.toFixed(1) : Math.round(duration.real_ms)} ms`}
      </span>
    </div>
  )
}
