import { href } from '../route.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../session.ts'
import { formatTime } from '../timeline/format-time.ts'
import { useLoaded } from '../use-loaded.ts'

export function Snapshots() {
  const session = useSession()
  const { source } = session
  const [name, setName] = useState('')
  const { value } = useLoaded(() => source.call('GET /snapshots'), [session.version])
  const take = async () => {
    const isTaken = value?.snapshots.some((each) => each.name === name) === true
    if (isTaken && !(await session.ask(`Replace ${name}?`, 'The snapshot of that name is replaced.', 'Replace'))) return
    if (await session.act(() => source.call('POST /snapshots', { body: name === '' ? {} : { name } }), 'Taken.'))
      setName('')
  }
  const restore = async (each: string) => {
    if (
      await session.ask(
        `Go back to ${each}?`,
        'Records, ids, clock and triggers go back to the snapshot. Timeline and coverage are kept.',
        'Go back',
      )
    )
      await session.jump(
        () => source.call('POST /snapshots/:name/restore', { params: { name: each } }),
        `Back at ${each}.`,
      )
  }
  const remove = async (each: string) => {
    if (
      await session.ask(
        `Delete ${each}?`,
        'The world does not change, but can no longer go back to this snapshot.',
        'Delete',
      )
    )
      await session.act(() => source.call('DELETE /snapshots/:name', { params: { name: each } }), 'Deleted.')
  }
  return (
    <section class="card">
      <h2>Snapshots</h2>
      <p class="dim">Saves records, ids, clock and triggers, to go back to later.</p>
      <ul class="rows">
        {value?.snapshots.map(({ name: each, now }) => (
          <li key={each}>
            <span>
              <strong>{each}</strong> <span class="dim">{formatTime(now)}</span>
            </span>
            <Buttons name={each} onRestore={() => void restore(each)} onRemove={() => void remove(each)} />
          </li>
        ))}
      </ul>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault()
          void take()
        }}
      >
        <input
          aria-label="Name of the snapshot"
          placeholder="name"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit">Take</button>
      </form>
    </section>
  )
}

function Buttons({ name, onRestore, onRemove }: { name: string; onRestore: () => void; onRemove: () => void }) {
  return (
    <span class="tools">
      <a class="button" aria-label={`Compare ${name} with now`} href={href('worlds', [], { a: `snapshot:${name}` })}>
        Compare
      </a>
      <button aria-label={`Restore ${name}`} onClick={onRestore}>
        Restore
      </button>
      <button aria-label={`Delete ${name}`} onClick={onRemove}>
        Delete
      </button>
    </span>
  )
}
