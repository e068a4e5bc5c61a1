import { useEffect, useMemo } from 'preact/hooks'
import { go, href, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { useLoaded } from '../use-loaded.ts'
import { useNarrow } from '../use-narrow.ts'
import { StateAtNotice, parseStateAt } from './state-at.tsx'
import { RecordPanel } from './record-panel.tsx'
import { TableList } from './table-list.tsx'
import { TablePane } from './table-pane.tsx'

/** Id of a record that is not yet added. */
const NEW = '+'

/** Tables of the world, now or at an entry of the timeline. */
export function StateView({ route }: { route: Route }) {
  const session = useSession()
  const { source } = session
  const journal = useStore(session.journal)
  const narrow = useNarrow()
  const stateAt = useMemo(() => parseStateAt(route.query), [route.query['at'], route.query['when']])
  const query = new URLSearchParams(stateAt).toString()
  // Recorded entries and edits in this page may have changed the world.
  const version = `${journal.version} ${session.version}`
  const { value: counts, error } = useLoaded(() => source.call('GET /state', { query: stateAt }), [query], version)
  const { value: described } = useLoaded(() => source.call('GET /tables'), [])
  const tables = described?.tables ?? []
  const [given, id] = route.parts
  const chosen = given ?? Object.entries(counts?.tables ?? {}).find(([, count]) => count > 0)?.[0]
  const place = (...parts: string[]) => href('state', parts, route.query)
  useEffect(() => {
    if (given === undefined && chosen !== undefined) go(place(chosen), true)
  }, [given, chosen])
  if (error !== undefined && counts === undefined) return <p class="empty">{error.message}</p>
  if (counts === undefined || chosen === undefined) return <p class="empty">Reading the tables…</p>
  const writable = source.live && stateAt.at === undefined
  const table = tables.find(({ name }) => name === chosen)
  const link = (to: string, record?: string, change: Record<string, string> = {}) =>
    href('state', record === undefined ? [to] : [to, record], { ...stateAt, ...change })
  const panel =
    id === undefined ? null : (
      <RecordPanel
        key={`${chosen}/${id} ${query}`}
        tables={tables}
        table={table}
        name={chosen}
        id={id === NEW ? undefined : id}
        stateAt={stateAt}
        writable={writable}
        version={version}
        onClose={() => go(place(chosen))}
        onSaved={(saved) => go(place(chosen, saved))}
        link={link}
      />
    )
  return (
    <>
      <StateAtNotice stateAt={stateAt} route={route} />
      <div class={panel === null ? 'split state-split' : 'split state-split three'}>
        <TableList counts={counts.tables} chosen={chosen} narrow={narrow} link={link} />
        {narrow && panel !== null ? null : (
          <TablePane
            key={`${chosen} ${query}`}
            name={chosen}
            table={table}
            count={counts.tables[chosen]}
            stateAt={stateAt}
            version={version}
            route={route}
            selected={id}
            writable={writable}
            onNew={() => go(place(chosen, NEW))}
          />
        )}
        {panel}
      </div>
    </>
  )
}
