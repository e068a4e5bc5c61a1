import { useSession } from '../session.ts'
import { NewWorld } from '../worlds/new-world.tsx'

/** Takes the world back to an entry, or begins a second world there. In a record only the second is offered. */
export function GoBack({ number }: { number: number }) {
  const session = useSession()
  const restore = (when: 'before' | 'after') => async () => {
    const yes = await session.ask(
      `Go back to ${when} entry ${number}?`,
      'Records, ids, clock and triggers are as they were. Later entries stay in the timeline, marked as another branch.',
      'Go back',
    )
    if (
      !yes ||
      !(await session.act(
        () => session.source.call('POST', `/journal/${number}/restore`, { when }),
        `The world is back at the state ${when} entry ${number}.`,
      ))
    )
      return
    await session.journal.load()
  }
  return (
    <div class="tools" role="group" aria-label="Go on from here">
      {session.source.live ? (
        <>
          <button onClick={restore('before')}>Go back to before</button>
          <button onClick={restore('after')}>Go back to after</button>
        </>
      ) : null}
      <NewWorld entry={number} when="before" />
      <NewWorld entry={number} when="after" />
    </div>
  )
}
