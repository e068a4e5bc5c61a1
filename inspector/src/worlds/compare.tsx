import { useEffect, useRef } from 'preact/hooks'
import { ChangeList } from '../changes/change-list.tsx'
import { FieldTable } from '../changes/field-table.tsx'
import type { RecordChange, RecordChanges } from '../changes/record-changes.ts'
import { go, href, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { useLoaded } from '../use-loaded.ts'
import { MomentChoice } from './moment-choice.tsx'
import { parseMoment, type Moment } from './moments.ts'

/** Records that differ between two snapshots, worlds or moments; the address names both. */
export function Compare({ route }: { route: Route }) {
  const session = useSession()
  const { source } = session
  const journal = useStore(session.journal)
  const { a = '', b = 'now' } = route.query
  const [from, to] = [parseMoment(a), parseMoment(b)]
  // Snapshots and entries stay as they are, however much a client asks.
  const moves = [from, to].some((moment) => moment === undefined || 'world' in moment)
  const { value, error } = useLoaded(
    () =>
      from === undefined
        ? Promise.resolve(undefined)
        : source.call('POST /diff', { body: { a: from, ...(to !== undefined && { b: to }) } }),
    [a, b],
    `${session.version} ${moves ? journal.worldVersion : ''}`,
  )
  const card = useRef<HTMLElement>(null)
  // A link to a comparison leads to it, not to the cards above it, which are lower before they are read.
  const isRead = value !== undefined
  useEffect(() => {
    if (from !== undefined) card.current!.scrollIntoView({ block: 'nearest' })
  }, [a, isRead])
  const set = (change: Record<string, string>) => go(href('worlds', [], { ...route.query, ...change }), true)
  return (
    <section ref={card} class="card wide compare">
      <h2>Compare</h2>
      <div class="tools">
        <MomentChoice label="From" value={a} onChoose={(chosen) => set({ a: chosen })} />
        <MomentChoice label="To" value={b} now onChoose={(chosen) => set({ b: chosen })} />
      </div>
      {from === undefined ? <p class="dim">Choose a snapshot, another world, or an entry of the timeline.</p> : null}
      {from !== undefined && error !== undefined ? <p class="hint bad">{error.message}</p> : null}
      {from === undefined || error !== undefined || value === undefined ? null : (
        <>
          <p role="status">
            <strong>{countRecords(value)}</strong>: {value.inserted.length} inserted, {value.changed.length} changed,{' '}
            {value.deleted.length} deleted
          </p>
          {value.world.length === 0 ? null : <FieldTable fields={value.world} />}
          <ChangeList changes={value} link={(change, when) => findPlace(change, when === 'after' ? to : from)} />
        </>
      )}
    </section>
  )
}

function countRecords({ inserted, changed, deleted }: RecordChanges): string {
  const count = inserted.length + changed.length + deleted.length
  return count === 1 ? '1 record differs' : `${count.toLocaleString('en')} records differ`
}

/** Address of a record in this world, now or at an entry. */
function findPlace({ table, id }: RecordChange, moment: Moment): string | undefined {
  if (moment === undefined) return href('state', [table, id])
  return 'entry' in moment ? href('state', [table, id], { at: String(moment.entry), when: moment.when }) : undefined
}
