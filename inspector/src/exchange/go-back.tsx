import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { NewWorld } from '../worlds/new-world.tsx'

/** The states before and after an entry: to look at, to go back to, to begin a second world in. */
export function GoBack({ number }: { number: number }) {
  return (
    <details class="moments">
      <summary class="button">At this point…</summary>
      <Moment number={number} when="before" />
      <Moment number={number} when="after" />
    </details>
  )
}

/** In a record, where nothing can change, the world is not taken back. */
function Moment({ number, when }: { number: number; when: 'before' | 'after' }) {
  const session = useSession()
  const restore = async () => {
    const yes = await session.ask(
      `Go back to ${when} entry ${number}?`,
      'Records, ids, clock and triggers are as they were. Later entries stay in the timeline, marked as another branch.',
      'Go back',
    )
    if (
      !yes ||
      !(await session.jump(
        () => session.source.call('POST /journal/:number/restore', { params: { number }, body: { when } }),
        `The world is back at the state ${when} entry ${number}.`,
      ))
    )
      return
    await session.journal.load()
  }
  return (
    <div class="moment" role="group" aria-label={`The world ${when} it`}>
      <span class="dim">{when === 'before' ? 'Before' : 'After'}</span>
      <a class="button" aria-label={`State ${when}`} href={href('state', [], { at: String(number), when })}>
        State
      </a>
      {session.source.live ? (
        <button aria-label={`Go back to ${when}`} onClick={restore}>
          Go back
        </button>
      ) : null}
      <NewWorld entry={number} when={when} />
      {session.source.live ? (
        <a class="button" aria-label={`Compare ${when} with now`} href={href('worlds', [], { a: `${when}:${number}` })}>
          Compare
        </a>
      ) : null}
    </div>
  )
}
