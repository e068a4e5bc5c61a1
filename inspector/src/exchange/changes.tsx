import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { GoBack } from './go-back.tsx'

interface RecordChange {
  readonly table: string
  readonly id: string
  readonly record: Readonly<Record<string, unknown>>
}

interface EntryChanges {
  readonly inserted: readonly RecordChange[]
  readonly changed: readonly (RecordChange & {
    readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  })[]
  readonly deleted: readonly RecordChange[]
}

/** Records that an entry changed. Renders nothing if the world keeps no trace. */
export function Changes({ number }: { number: number }) {
  const session = useSession()
  const { value, error } = useLoaded(
    () => session.traced(() => session.source.call<EntryChanges>('GET', `/journal/${number}/changes`)),
    [number],
  )
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
      {inserted.map((each) => (
        <Whole key={each.id} kind="inserted" change={each} number={number} />
      ))}
      {changed.map((each) => (
        <div key={each.id} class="change">
          <p>
            <span class="kind">changed</span> <RecordLink change={each} number={number} />
          </p>
          <table>
            <thead>
              <tr>
                <th>field</th>
                <th>before</th>
                <th>after</th>
              </tr>
            </thead>
            <tbody>
              {each.fields.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td class="removed">{shown(before)}</td>
                  <td class="added">{shown(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      {deleted.map((each) => (
        <Whole key={each.id} kind="deleted" change={each} number={number} />
      ))}
    </section>
  )
}

function Whole({ kind, change, number }: { kind: 'inserted' | 'deleted'; change: RecordChange; number: number }) {
  return (
    <div class="change">
      <p>
        <span class={`kind ${kind === 'inserted' ? 'added' : 'removed'}`}>{kind}</span>{' '}
        <RecordLink change={change} number={number} gone={kind === 'deleted'} />
      </p>
      <details>
        <summary>Fields ({Object.keys(change.record).length})</summary>
        <dl class="headers">
          {Object.entries(change.record).map(([field, value]) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>{shown(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

function RecordLink({
  change: { table, id, record },
  number,
  gone = false,
}: {
  change: RecordChange
  number: number
  gone?: boolean
}) {
  const name =
    typeof record['alias'] === 'string' ? record['alias'] : typeof record['name'] === 'string' ? record['name'] : id
  return (
    <a href={href('state', [table, id], { at: String(number), when: gone ? 'before' : 'after' })}>
      {table} {name}
    </a>
  )
}

function shown(value: unknown): string {
  return value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
}
