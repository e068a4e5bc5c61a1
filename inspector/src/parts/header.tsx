import { useId } from 'preact/hooks'
import { href, go, isPanel } from '../route.ts'
import type { Session } from '../session.ts'
import type { PageWorlds, Source } from '../source/source.ts'
import { formatTime } from '../timeline/format-time.ts'
import { useNarrow } from '../use-narrow.ts'

const steps = { '1s': 'one second', '1m': 'one minute', '1h': 'one hour', '1d': 'one day' }

/** Shown world, its time, and the button that resets it. */
export function Header({ session }: { session: Session }) {
  const { health, source } = session
  return (
    <header class={isPanel() ? 'head in-panel' : 'head'}>
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
      <span class="dim seed">{health === undefined ? '' : `seed ${health.seed}`}</span>
      <span class="push" />
      <WorldTime session={session} />
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

/** Time of the world, with the buttons that change it: beside it, or in a menu where they have no room. */
function WorldTime({ session: { health, source }, session }: { session: Session }) {
  const menu = useId()
  const narrow = useNarrow('header')
  const now = health === undefined ? '' : formatTime(health.now)
  const time = (
    <time class="now" title="World time">
      {now}
    </time>
  )
  if (!source.live)
    return (
      <>
        {time}
        <span class="pill">read only</span>
      </>
    )
  return (
    <>
      {narrow ? (
        <button class="now" popovertarget={menu} title="World time: move it ahead, or reset the world">
          {now}
        </button>
      ) : (
        time
      )}
      <TimeButtons session={session} menu={narrow ? menu : undefined} />
    </>
  )
}

/** `menu` is the id of the menu that the buttons are in. */
function TimeButtons({ session, menu }: { session: Session; menu: string | undefined }) {
  const reset = async () => {
    const yes = await session.ask(
      'Reset this world?',
      'Records, ids, clock, triggers, timeline and coverage go back to the start of the scenario.',
      'Reset',
    )
    if (!yes) return
    await session.jump(() => session.source.call('POST /reset'), 'Back at the start.')
    await session.journal.load()
  }
  return (
    <div
      class="clock-buttons"
      role="group"
      aria-label="World time"
      id={menu}
      popover={menu === undefined ? undefined : 'auto'}
    >
      {Object.entries(steps).map(([advance, words]) => (
        <button
          key={advance}
          class="quiet"
          title={`Move world time ahead by ${words}`}
          onClick={() => session.act(() => session.source.call('POST /clock', { body: { advance } }))}
        >
          +{advance}
        </button>
      ))}
      <button onClick={reset}>Reset</button>
    </div>
  )
}
