import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

interface RecordChange {
  readonly table: string
  readonly id: string
  readonly record: Readonly<Record<string, unknown>>
}

interface EntryChanges {
  readonly inserted: readonly RecordChange[]
  readonly changed: readonly (RecordChange & { readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[] })[]
  readonly deleted: readonly RecordChange[]
}

/** What an entry changed in the world, record by record. Nothing where the world keeps no trace. */
export function Changes({ number }: { number: number }) {
  const session = useSession()
  const { value, error } = useLoaded(() => session.traced(() => session.source.call<EntryChanges>('GET', `/journal/${number}/changes`)), [number])
  if (error !== undefined) return <p class="dim">{error.message}</p>
  if (value === undefined) return null
  const { inserted, changed, deleted } = value
  return (
    <section class="changes">
      <div class="tools">
        <h3>What it changed</h3>
        <span class="push" />
        <a href={href('state', [], { at: String(number), when: 'before' })}>State before</a>
        <a href={href('state', [], { at: String(number), when: 'after' })}>State after</a>
      </div>
      <GoBack number={number} />
      {inserted.length + changed.length + deleted.length === 0 ? <p class="dim">Nothing.</p> : null}
      {inserted.map((each) => <Whole key={each.id} kind="inserted" change={each} number={number} />)}
      {changed.map((each) => (
        <details key={each.id} open class="change">
          <summary><span class="kind">changed</span> <RecordLink change={each} number={number} /></summary>
          <table>
            <thead><tr><th>field</th><th>before</th><th>after</th></tr></thead>
            <tbody>{each.fields.map(({ field, before, after }) => <tr key={field}><th scope="row">{field}</th><td class="removed">{shown(before)}</td><td class="added">{shown(after)}</td></tr>)}</tbody>
          </table>
        </details>
      ))}
      {deleted.map((each) => <Whole key={each.id} kind="deleted" change={each} number={number} />)}
    </section>
  )
}

/** Back to where the world was, or a second one from there. */
function GoBack({ number }: { number: number }) {
  const session = useSession()
  if (!session.source.live) return null
  const restore = (when: 'before' | 'after') => async () => {
    const yes = await session.ask(`Go back to ${when} entry ${number}?`, 'Records, ids, clock and triggers are as they were. Later entries stay in the timeline, marked as another branch.', 'Go back')
    if (!yes || !await session.act(() => session.source.call('POST', `/journal/${number}/restore`, { when }), `The world is as it was ${when} entry ${number}.`)) return
    await session.journal.load()
  }
  const fork = () => session.act(async () => {
    const { control_url: url, world } = await session.source.call<{ control_url: string; world: string }>('POST', '/worlds', { from: { entry: number, when: 'before' } })
    session.say(`World ${world} begins before entry ${number}.`)
    open(`${new URL(url).pathname}/`, '_blank', 'noopener')
  })
  return (
    <div class="tools" role="group" aria-label="Go back">
      <button onClick={restore('before')}>Go back to before</button>
      <button onClick={restore('after')}>Go back to after</button>
      <button onClick={fork}>New world from before</button>
    </div>
  )
}

function Whole({ kind, change, number }: { kind: 'inserted' | 'deleted'; change: RecordChange; number: number }) {
  return (
    <details class="change">
      <summary><span class={`kind ${kind === 'inserted' ? 'added' : 'removed'}`}>{kind}</span> <RecordLink change={change} number={number} gone={kind === 'deleted'} /></summary>
      <dl class="headers">{Object.entries(change.record).map(([field, value]) => <div key={field}><dt>{field}</dt><dd>{shown(value)}</dd></div>)}</dl>
    </details>
  )
}

function RecordLink({ change: { table, id, record }, number, gone = false }: { change: RecordChange; number: number; gone?: boolean }) {
  const name = typeof record['alias'] === 'string' ? record['alias'] : typeof record['name'] === 'string' ? record['name'] : id
  return <a href={href('state', [table, id], { at: String(number), when: gone ? 'before' : 'after' })}>{table} {name}</a>
}

function shown(value: unknown): string {
  return value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
}
