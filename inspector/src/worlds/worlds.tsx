import { go, href } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

export function Worlds() {
  const session = useSession()
  const { source } = session
  const { value } = useLoaded(() => source.call('GET /worlds'), [session.version])
  const create = (from: 'start' | 'current') => () =>
    session.act(async () => {
      const { world } = await source.call('POST /worlds', { body: { from } })
      session.say(`World ${world} is there.`)
    })
  const remove = async (world: string) => {
    if (
      await session.ask(
        `Delete world ${world}?`,
        'Its state and its timeline are deleted, and its sockets are closed.',
        'Delete',
      )
    )
      await session.act(async () => {
        await source.call('DELETE /worlds/:id', { params: { id: world } })
        source.page?.forget(source, world)
      }, 'Deleted.')
  }
  return (
    <section class="card">
      <h2>Worlds</h2>
      <p class="dim">Each is isolated from this one, on the same port, with its own time and timeline.</p>
      <ul class="rows">
        {value?.worlds.map(({ world, base_url: api, control_url: control }) => (
          <li key={world}>
            <span>
              <WorldLink world={world} path={new URL(control).pathname} /> <code>{new URL(api).pathname}</code>
            </span>
            {world === source.world ? (
              <span class="pill">this one</span>
            ) : (
              <span class="tools">
                <a
                  class="button"
                  aria-label={`Compare ${world} with this world`}
                  href={href('worlds', [], { a: `world:${world}` })}
                >
                  Compare
                </a>
                <button aria-label={`Delete ${world}`} onClick={() => remove(world)}>
                  Delete
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div class="tools">
        <button onClick={create('start')}>New from the start</button>
        <button onClick={create('current')}>New from now</button>
        {source.world === undefined || source.page !== undefined ? null : (
          <a class="button" href="/__emulator/">
            To the main world
          </a>
        )}
      </div>
    </section>
  )
}

/** Link to a world. A page without a server opens it in place. */
function WorldLink({ world, path }: { world: string; path: string }) {
  const { source, open } = useSession()
  const { page } = source
  const show = () => {
    go(href('timeline'))
    open(page!.beside(source, world))
  }
  return page === undefined ? <a href={`${path}/`}>{world}</a> : <button onClick={show}>Show {world}</button>
}
