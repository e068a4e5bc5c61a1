import { useState } from 'preact/hooks'
import type { ControlBody } from '../../../emulator/host/control-api/control-api.ts'
import { useSession } from '../session.ts'

export function WorldTime() {
  const session = useSession()
  const [by, setBy] = useState('90m')
  const [to, setTo] = useState('')
  const move = (body: ControlBody<'POST /clock'>) =>
    session.act(() => session.source.call('POST /clock', { body }), 'Moved.')
  return (
    <section class="card">
      <h2>World time</h2>
      <p class="dim">
        Time only moves ahead. Operations, executions and schedules that fall due on the way run in order.
      </p>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault()
          void move({ advance: by })
        }}
      >
        <input aria-label="Duration" value={by} onInput={({ currentTarget }) => setBy(currentTarget.value)} />
        <button type="submit">Advance</button>
      </form>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault()
          void move({ set: to })
        }}
      >
        <input
          aria-label="Time"
          placeholder={session.health?.now}
          value={to}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <button type="submit" disabled={to === ''}>
          Set
        </button>
      </form>
    </section>
  )
}
