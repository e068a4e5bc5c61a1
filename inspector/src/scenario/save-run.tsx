import { download } from '../parts/download.ts'
import { useSession } from '../session.ts'

/** Downloads of the run since the last reset. */
export function SaveRun() {
  const session = useSession()
  const { source } = session
  const save =
    (name: string, text: () => Promise<string>, type = 'application/json') =>
    () =>
      session.act(async () => download(name, await text(), type))
  const scenario = () => source.text('GET /journal.scenario', { query: { format: 'yaml' } })
  const journal = async () => JSON.stringify(await source.call('GET /journal'), null, 2)
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
            <button onClick={save('recorded.yaml', scenario, 'application/yaml')}>As a scenario</button>
            <button onClick={save('svc-emulator.har', () => source.text('GET /journal.har'))}>As HAR</button>
            <button onClick={save('run.bundle.json', () => source.text('GET /bundle'))}>As a bundle</button>
          </>
        ) : null}
        <button onClick={save('svc-emulator-journal.json', journal)}>Timeline as JSON</button>
      </div>
    </section>
  )
}
