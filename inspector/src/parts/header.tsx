import { href, go } from '../route.ts'
import type { Session } from '../session.ts'
import type { PageWorlds, Source } from '../source/source.ts'
import { formatTime } from '../timeline/format-time.ts'

const steps = { '1s': 'one second', '1m': 'one minute', '1h': 'one hour', '1d': 'one day' }

/** Shown world, its time, and the button that resets it. */
export function Header({ session }: { session: Session }) {
  const { health, source } = session
  return (
    <header class="head">
      <h1>svc-emulator</h1>
      <span class="dim version">{health?.version}</span>
      {source.page?.record !== undefined || (source.page?.worlds.length ?? 0) > 1 ? (
        <WorldChoice session={session} page={source.page!} />
      ) : source.title === undefined ? null : (
        <span class="pill">{source.title}</span>
      )}
      {source.live && source.page?.record !== undefined ? null : (
        <span class="scenario-name" title="Scenario">
          {health?.scenario}
        </span>
      )}
      <span class="dim">{health === undefined ? '' : `seed ${health.seed}`}</span>
      <span class="push" />
      <time class="now" title="World time">
        {health === undefined ? '' : formatTime(health.now)}
      </time>
      {source.live ? <TimeButtons session={session} /> : <span class="pill">read only</span>}
    </header>
  )
}

/** Choice between the record and the worlds of the page. */
function WorldChoice({ session, page: { record, worlds } }: { session: Session; page: PageWorlds }) {
  const { source } = session
  const all: readonly Source[] = record === undefined ? worlds : [record, ...worlds]
  const open = (index: number) => {
    go(href('timeline'))
    session.open(all[index]!)
  }
  return (
    <select
      aria-label="What is shown"
      class={source.live ? 'set' : ''}
      value={String(all.indexOf(source))}
      onChange={({ currentTarget }) => open(Number(currentTarget.value))}
    >
      {all.map(({ title }, index) => (
        <option key={title} value={String(index)}>
          {title}
        </option>
      ))}
    </select>
  )
}

function TimeButtons({ session }: { session: Session }) {
  const reset = async () => {
    const yes = await session.ask(
      'Reset this world?',
      'Records, ids, clock, triggers, timeline and coverage go back to the start of the scenario.',
      'Reset',
    )
    if (!yes) return
    await session.jump(() => session.source.call('POST', '/reset'), 'Back at the start.')
    await session.journal.load()
  }
  return (
    <span class="clock-buttons" role="group" aria-label="World time">
      {Object.entries(steps).map(([advance, words]) => (
        <button
          key={advance}
          class="quiet"
          title={`Move world time ahead by ${words}`}
          onClick={() => session.act(() => session.source.call('POST', '/clock', { advance }))}
        >
          +{advance}
        </button>
      ))}
      <button onClick={reset}>Reset</button>
    </span>
  )
}
