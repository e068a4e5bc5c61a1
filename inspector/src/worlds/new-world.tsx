import { go, href } from '../route.ts'
import { useSession, type Session } from '../session.ts'

/** Begins a world in the state before or after an entry: in this page for a record, in a tab of its own on a server. */
export function NewWorld({ entry, when }: { entry: number; when: 'before' | 'after' }) {
  const session = useSession()
  const begin = () =>
    session.source.live ? fork(session, entry, when) : session.begin({ entry, when, place: href('timeline') })
  return (
    <button aria-label={`New world from ${when}`} onClick={begin}>
      New world
    </button>
  )
}

function fork(session: Session, entry: number, when: 'before' | 'after'): Promise<boolean> {
  const { source } = session
  return session.act(async () => {
    const { control_url: url, world } = await source.call('POST /worlds', { body: { from: { entry, when } } })
    session.say(`World ${world} begins ${when} entry ${entry}.`)
    if (source.page === undefined) {
      open(`${new URL(url).pathname}/`, '_blank', 'noopener')
      return
    }
    go(href('timeline'))
    session.open(source.page.beside(source, world))
  })
}
