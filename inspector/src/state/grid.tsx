import { useMemo, useRef } from 'preact/hooks'
import { rowAfterKey, rowsInSight } from '../parts/list-keys.ts'
import { VirtualList } from '../parts/virtual-list.tsx'
import { shortId } from '../names.ts'
import { Value } from '../parts/value.tsx'
import { WithIds } from '../parts/with-ids.tsx'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { useWidth } from '../use-width.ts'
import { cellText, countFitting, measureColumns, shortText, type Order, type WorldRecord } from './records.ts'
import { referredTable, type Table } from './tables.ts'

interface Props {
  readonly name: string
  readonly table: Table | undefined
  /** All fields; those that do not fit are left to the record's own panel. */
  readonly columns: readonly string[]
  readonly rows: readonly WorldRecord[]
  readonly order: Order | undefined
  /** Id or alias. */
  readonly selected: string | undefined
  readonly onSort: (field: string) => void
  readonly onChoose: (id: string) => void
  readonly link: (table: string, id: string) => string
}

const ROW = 30
/** Pixels of a character and of the space around a cell. */
const CHARACTER = 7.3
const PADDING = 21
const PAGE = 15

/** Records as rows with a single tab stop: arrow keys move between rows. */
export function Grid({ name, table, columns: all, rows, order, selected, onSort, onChoose, link }: Props) {
  const index = useMemo(
    () => (selected === undefined ? -1 : rows.findIndex(({ id, alias }) => id === selected || alias === selected)),
    [rows, selected],
  )
  const names = useStore(useSession().names)
  const box = useRef<HTMLDivElement>(null)
  const room = useWidth(box)
  const widths = useMemo(() => measureColumns(all, rows, (text) => names.shown(text)), [all, rows, names.version])
  const fitting = countFitting(
    widths.map((width) => width * CHARACTER + PADDING),
    room,
  )
  const columns = all.slice(0, fitting)
  const template = widths
    .slice(0, fitting)
    .map((width) => `minmax(0, ${width * CHARACTER + PADDING}fr)`)
    .join(' ')
  const keyed = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const to = rowAfterKey(event.key, index, rows.length, PAGE, rowsInSight(event.currentTarget as HTMLElement))
    if (to === undefined) return
    event.preventDefault()
    onChoose(rows[to]!.id)
  }
  return (
    <div ref={box} class="grid-box">
      <VirtualList
        count={rows.length}
        rowHeight={ROW}
        selected={index}
        bodyRole="rowgroup"
        attributes={{
          role: 'grid',
          tabIndex: 0,
          class: 'grid',
          'aria-label': `Records of ${name}`,
          'aria-rowcount': rows.length + 1,
          'aria-colcount': columns.length,
          onKeyDown: keyed,
          ...(index >= 0 && { 'aria-activedescendant': `record-${rows[index]!.id}` }),
        }}
        head={<Head columns={columns} order={order} template={template} onSort={onSort} />}
        row={(at) => (
          <div
            role="row"
            key={rows[at]!.id}
            id={`record-${rows[at]!.id}`}
            class="row"
            style={{ gridTemplateColumns: template }}
            aria-rowindex={at + 2}
            aria-selected={at === index}
            onClick={() => onChoose(rows[at]!.id)}
          >
            {columns.map((column) => (
              <Cell key={column} table={table} record={rows[at]!} column={column} link={link} />
            ))}
          </div>
        )}
      />
      {fitting < all.length ? (
        <p class="dim hidden-columns">Not shown for lack of room: {all.slice(fitting).join(', ')}</p>
      ) : null}
    </div>
  )
}

function Head({
  columns,
  order,
  template,
  onSort,
}: Pick<Props, 'columns' | 'order' | 'onSort'> & { template: string }) {
  return (
    <div role="rowgroup" class="virtual-head">
      <div role="row" class="row head-row" style={{ gridTemplateColumns: template }} aria-rowindex={1}>
        {columns.map((column) => {
          const direction = order?.field !== column ? 'none' : order.descending ? 'descending' : 'ascending'
          return (
            <div key={column} role="columnheader" aria-sort={direction}>
              <button class="quiet" onClick={() => onSort(column)}>
                {column}
                {{ none: '', ascending: ' ↑', descending: ' ↓' }[direction]}
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Cell({
  table,
  record,
  column,
  link,
}: {
  table: Table | undefined
  record: WorldRecord
  column: string
  link: Props['link']
}) {
  const text = cellText(record[column])
  const to = referredTable(table, column, record)
  return (
    <div role="gridcell" title={text}>
      {/* The record's own panel has the same link for the keyboard: a grid is one stop. */}
      {column === 'id' ? (
        shortId(text)
      ) : to === undefined ? (
        <Value value={typeof record[column] === 'string' ? shortText(record[column]) : record[column]} />
      ) : (
        <a tabIndex={-1} href={link(to, text)} onClick={(event) => event.stopPropagation()}>
          <WithIds text={text} />
        </a>
      )}
    </div>
  )
}
