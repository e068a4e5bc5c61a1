import { useEffect, useMemo } from 'preact/hooks'
import { SearchInput } from '../parts/search-input.tsx'
import { go, href, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { Grid } from './grid.tsx'
import { SaveFixture } from './save-fixture.tsx'
import { listColumns, isFound, parseOrder, sorted } from './records.ts'
import { RecordStore } from './record-store.ts'
import type { StateAt } from './state-at.tsx'
import type { Table } from './tables.ts'

interface Props {
  readonly name: string
  readonly table: Table | undefined
  readonly count: number | undefined
  readonly stateAt: StateAt
  /** Changes whenever the world may have changed. */
  readonly version: string
  readonly route: Route
  readonly selected: string | undefined
  readonly writable: boolean
  readonly onNew: () => void
}

/** Larger tables are read again on request only: a busy client would keep the page reading. */
const MAX_LIVE = 5_000

/** One table: searchable, sortable, and live up to a moderate size. */
export function TablePane({ name, table, count, stateAt, version, route, selected, writable, onNew }: Props) {
  const { source, names } = useSession()
  const store = useStore(useMemo(() => new RecordStore(source, name, stateAt), []))
  const shownVersion = useMemo(() => version, [store.records])
  useEffect(() => {
    if (!store.complete || store.records.length <= MAX_LIVE) void store.load()
  }, [version])
  useEffect(() => () => store.stop(), [])
  useEffect(() => names.learn(store.records), [store.records])
  const { q = '', sort } = route.query
  const order = useMemo(() => parseOrder(sort), [sort])
  // Sorted before it is searched: a search then only filters, however long the table is.
  const inOrder = useMemo(() => sorted(store.records, order), [store.records, order])
  const rows = useMemo(
    () => (q === '' ? inOrder : inOrder.filter(isFound(q, (word) => names.findIdsByAlias(word)))),
    [inOrder, q],
  )
  const columns = useMemo(() => listColumns(store.records), [store.records])
  const set = (change: Record<string, string>) => go(href('state', route.parts, { ...route.query, ...change }), true)
  const isStale = store.complete && store.records.length > MAX_LIVE && version !== shownVersion
  return (
    <section class="pane list" aria-label={`Table ${name}`}>
      <div class="filters">
        <div class="tools">
          <h2>{name}</h2>
          <SearchInput
            label={`Search ${name}`}
            placeholder="Search, or alias:ada"
            value={q}
            onText={(text) => set({ q: text })}
          />
          {writable && table !== undefined ? (
            <div class="tools">
              <SaveFixture />
              <button onClick={onNew}>New {table.noun.replaceAll('_', ' ')}</button>
            </div>
          ) : null}
        </div>
        <div class="tools status-line">
          <span role="status">
            {store.error === undefined ? formatStatus(q === '' ? undefined : rows.length, store, count) : ''}
          </span>
          {isStale ? (
            <button class="quiet" onClick={() => void store.load()}>
              The world has changed: read again
            </button>
          ) : null}
        </div>
      </div>
      {store.error === undefined ? null : <p class="hint bad">{store.error.message}</p>}
      {rows.length === 0 && store.complete ? (
        <p class="empty">{q === '' ? 'This table is empty.' : 'No record contains all of these words.'}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <Grid
          name={name}
          table={table}
          columns={columns}
          rows={rows}
          order={order}
          selected={selected}
          onSort={(field) => set({ sort: nextOrder(sort, field) })}
          onChoose={(id) => go(href('state', [name, id], route.query), selected !== undefined)}
          link={(to, id) => href('state', [to, id], stateAt)}
        />
      )}
    </section>
  )
}

/** Cycles through ascending, descending and creation order. */
function nextOrder(sort: string | undefined, field: string): string {
  if (sort === field) return `-${field}`
  return sort === `-${field}` ? '' : field
}

function formatStatus(
  found: number | undefined,
  { records, complete }: RecordStore,
  count: number | undefined,
): string {
  const all = records.length.toLocaleString('en')
  const read = complete
    ? `${all} ${records.length === 1 ? 'record' : 'records'}`
    : `${all} of ${count?.toLocaleString('en') ?? '?'} records read…`
  return found === undefined ? read : `${found.toLocaleString('en')} of ${read}`
}
