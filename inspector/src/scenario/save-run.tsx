import { download } from '../parts/download.ts'
import { useSession } from '../session.ts'

/** What happened since the reset, as files. */
export function SaveRun() {
  const session = useSession()
  const { source } = session
  const save = (path: string, name: string) => () => session.act(async () => download(name, JSON.stringify(await source.call('GET', path), null, 2), 'application/json'))
  return (
    <section class="card">
      <h2>Save what happened</h2>
      <p class="dim">The timeline holds no secrets; the state holds all of them.</p>
      <div class="tools">
        <button onClick={save('/journal', 'svc-emulator-journal.json')}>Timeline as JSON</button>
        <button onClick={save('/export', 'svc-emulator-state.json')}>State as JSON</button>
      </div>
    </section>
  )
}
