import type { Session } from '../session.ts'

const steps = { '1s': 'one second', '1m': 'one minute', '1h': 'one hour', '1d': 'one day' }

/** What is shown, its time, and the way back to its start. */
export function Header({ session }: { session: Session }) {
  const { health, source } = session
  return (
    <header class="head">
      <h1>svc-emulator</h1>
      <span class="dim version">{health?.version}</span>
      {source.world === undefined ? null : <span class="pill">world {source.world}</span>}
      <span class="scenario-name" title="Scenario">{health?.scenario}</span>
      <span class="dim">{health === undefined ? '' : `seed ${health.seed}`}</span>
      <span class="push" />
      <time class="now" title="World time">{health?.now.replace('T', ' ').replace('Z', '')}</time>
      {source.live ? <TimeButtons session={session} /> : <span class="pill">read only</span>}
    </header>
  )
}

function TimeButtons({ session }: { session: Session }) {
  const reset = async () => {
    const yes = await session.ask('Reset this world?', 'Records, ids, clock, triggers, timeline and coverage go back to the start of the scenario.', 'Reset')
    if (!yes) return
    await session.act(() => session.source.call('POST', '/reset'), 'Back at the start.')
    await session.journal.load()
  }
  return (
    <span class="clock-buttons" role="group" aria-label="World time">
      {Object.entries(steps).map(([advance, words]) => (
        <button key={advance} class="quiet" title={`Move world time ahead by ${words}`} onClick={() => session.act(() => session.source.call('POST', '/clock', { advance }))}>+{advance}</button>
      ))}
      <button onClick={reset}>Reset</button>
    </span>
  )
}
