import { go, href } from '../route.ts'
import { useSession, type Session } from '../session.ts'

/** Back to where the world was, or a second one from there. */
export function GoBack({ number }: { number: number }) {
  const { source } = useSession()
  return source.live ? <GoBackInWorld number={number} /> : <BeginInPage number={number} />
}

function GoBackInWorld({ number }: { number: number }) {
  const session = useSession()
  const restore = (when: 'before' | 'after') => async () => {
    const yes = await session.ask(`Go back to ${when} entry ${number}?`, 'Records, ids, clock and triggers are as they were. Later entries stay in the timeline, marked as another branch.', 'Go back')
    if (!yes || !await session.act(() => session.source.call('POST', `/journal/${number}/restore`, { when }), `The world is as it was ${when} entry ${number}.`)) return
    await session.journal.load()
  }
  return (
    <div class="tools" role="group" aria-label="Go back">
      <button onClick={restore('before')}>Go back to before</button>
      <button onClick={restore('after')}>Go back to after</button>
      <button onClick={() => fork(session, number)}>New world from before</button>
    </div>
  )
}

/** A record does not change: a world begins where it was. */
function BeginInPage({ number }: { number: number }) {
  const session = useSession()
  const begin = (when: 'before' | 'after') => () => session.begin({ entry: number, when, place: href('timeline') })
  return (
    <div class="tools" role="group" aria-label="Go on from here">
      <button onClick={begin('before')}>New world from before</button>
      <button onClick={begin('after')}>New world from after</button>
    </div>
  )
}

function fork(session: Session, number: number): Promise<boolean> {
  const { source } = session
  return session.act(async () => {
    const { control_url: url, world } = await source.call<{ control_url: string; world: string }>('POST', '/worlds', { from: { entry: number, when: 'before' } })
    session.say(`World ${world} begins before entry ${number}.`)
    if (source.page === undefined) {
      open(`${new URL(url).pathname}/`, '_blank', 'noopener')
      return
    }
    go(href('timeline'))
    session.open(source.page.beside(source, world))
  })
}
