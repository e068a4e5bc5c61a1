import type { Scenario } from '../../../emulator/scenario/schema.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { download } from '../parts/download.ts'
import { useSession } from '../session.ts'
import { writeRunAddress } from './run-address.ts'

/** Downloads of the run since the last reset. */
export function SaveRun() {
  const session = useSession()
  const { source } = session
  const save =
    (name: string, text: () => Promise<string>, type = 'application/json') =>
    () =>
      session.act(async () => download(name, await text(), type))
  const scenario = () => source.text('GET /journal.scenario', { query: { format: 'yaml' } })
  const link = async () => {
    const { scenario: recorded } = await source.call('GET /journal.scenario')
    const isPlayground = document.querySelector('#bundle') !== null
    return writeRunAddress(recorded as Scenario, isPlayground ? location.href : undefined)
  }
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
            <CopyButton text={link} title="A link that plays this run in the playground; nothing is uploaded">
              Copy link
            </CopyButton>
            <button onClick={save('svc-emulator.har', () => source.text('GET /journal.har'))}>As HAR</button>
            <button onClick={save('run.bundle.json', () => source.text('GET /bundle'))}>As a bundle</button>
          </>
        ) : null}
        <button onClick={save('svc-emulator-journal.json', journal)}>Timeline as JSON</button>
      </div>
    </section>
  )
}
