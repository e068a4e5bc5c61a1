import { useEffect, useMemo, useRef } from 'preact/hooks'
import { ExchangeView } from '../exchange/exchange-view.tsx'
import { rowAfterKey, rowsInSight } from '../parts/list-keys.ts'
import { Why } from '../record/why.tsx'
import { go, href, parseRoute, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { useNarrow } from '../use-narrow.ts'
import { isShown } from './filter.ts'
import { groupDueWork, holdsEntry } from './due-work.ts'
import { HeldRequests } from './held-requests.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Lines } from './lines.tsx'
import { ListFooter } from './list-footer.tsx'
import { useFoundInBodies } from './use-found-in-bodies.ts'

/** All exchanges, socket calls, pushes and due work, and the selected entry. */
export function TimelineView({ route }: { route: Route }) {
  const session = useSession()
  const journal = useStore(session.journal)
  const narrow = useNarrow()
  const { query } = route
  const chosen = route.parts[0] === undefined ? undefined : Number(route.parts[0])
  const filterKey = JSON.stringify(query)
  const found = useFoundInBodies(query['q'] ?? '')
  const shown = useMemo(() => journal.lines.filter(isShown(query, found)), [journal.version, filterKey, found])
  const rows = useMemo(() => groupDueWork(shown), [shown])
  const findRow = (entry: number | undefined) =>
    entry === undefined ? -1 : rows.findIndex((row) => holdsEntry(row, entry))
  const selected = useMemo(() => findRow(chosen), [rows, chosen])
  const choose = (index: number) => go(href('timeline', [rows[index]!.number], query), chosen !== undefined)

  // Keys may come faster than renderings: read the selection from the address.
  const current = () => {
    const [number] = parseRoute(location.hash).parts
    return findRow(number === undefined ? undefined : Number(number))
  }
  // Keys work everywhere but in form fields.
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const to = 'jk'.includes(event.key)
        ? rowAfterKey(event.key, current(), rows.length, 1, rowsInSight(listbox()))
        : undefined
      if (to !== undefined) choose(to)
      else if (event.key === 'Escape' && chosen !== undefined) {
        ;(document.activeElement as HTMLElement | null)?.blur()
        go(href('timeline', [], query))
      } else if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('.filters input')?.focus()
      }
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  })
  const left = useRef<number | undefined>(undefined)
  useEffect(() => {
    // A closed entry takes the focus with it: give it to the list.
    if (chosen === undefined && left.current !== undefined && document.activeElement === document.body)
      listbox()?.focus()
    left.current = chosen ?? left.current
  }, [chosen])
  const list = (
    <section class="pane list" aria-label="Timeline">
      <HeldRequests lines={journal.lines} version={journal.version} />
      <FilterBar lines={journal.lines} query={query} chosen={chosen} />
      <Lines
        lines={rows}
        all={journal.lines.length}
        loaded={journal.loaded}
        selected={selected}
        current={current}
        left={findRow(left.current)}
        narrow={narrow}
        onChoose={choose}
      />
      <ListFooter
        all={journal.lines.length}
        shown={shown.length}
        dropped={journal.dropped}
        filtered={Object.values(query).some((value) => value !== '')}
        chosen={chosen}
      />
    </section>
  )
  if (chosen === undefined)
    return (
      <>
        <Why />
        <div class="split alone">{list}</div>
      </>
    )
  return (
    <div class="split">
      {narrow ? null : list}
      <ExchangeView key={chosen} number={chosen} query={query} narrow={narrow} />
    </div>
  )
}

function listbox(): HTMLElement | null {
  return document.querySelector('.lines')
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null
}
