import { download } from '../parts/download.ts'
import { useSession } from '../session.ts'

/** Downloads of the run since the last reset. */
export function SaveRun() {
  const session = useSession()
  const { source } = session
  const save = (path: string, name: string) => () =>
    session.act(async () => download(name, JSON.stringify(await source.call('GET', path), null, 2), 'application/json'))
  const saveText = (path: string, name: string, type: string) => () =>
    session.act(async () => download(name, await source.text(path), type))
  return (
    <section class="card">
      <h2>Save what happened</h2>
      {source.live ? (
        <p class="dim">
          A scenario has a step for each exchange since the reset; a bundle opens in <code>svc-emulator show</code>.
          Scenario, HAR and timeline hold no secrets.
        </p>
      ) : (
        <p class="dim">
          The timeline holds no secrets. The bundle that this page was made of is a scenario, too:{' '}
          <code>svc-emulator replay</code> plays it again.
        </p>
      )}
      <div class="tools">
        {source.live ? (
          <>
            <button onClick={saveText('/journal.scenario?format=yaml', 'recorded.yaml', 'application/yaml')}>
              As a scenario
            </button>
            <button onClick={saveText('/journal.har', 'svc-emulator.har', 'application/json')}>As HAR</button>
            <button onClick={saveText('/bundle', 'run.bundle.json', 'application/json')}>As a bundle</button>
          </>
        ) : null}
        <button onClick={save('/journal', 'svc-emulator-journal.json')}>Timeline as JSON</button>
      </div>
    </section>
  )
}
