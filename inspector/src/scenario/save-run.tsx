import { httpFile } from '../../../emulator/engine/journal/http-file.ts'
import { isWhole } from '../../../emulator/engine/journal/journal-entry.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { download } from '../parts/download.ts'
import { useSession } from '../session.ts'
import { API_PATH } from '../source/source.ts'
import { findPlayground, writeRunAddress } from './run-address.ts'
import { ShrinkButton } from './shrink-button.tsx'

/** Downloads of the run: since the last reset, or as it was recorded. */
export function SaveRun() {
  const session = useSession()
  const { source } = session
  const { live, run } = source
  const save =
    (name: string, text: () => Promise<string>, type = 'application/json') =>
    () =>
      session.act(async () => download(name, await text(), type))
  const scenario = () => source.text('GET /journal.scenario', { query: { format: 'yaml' } })
  const link = async () => {
    const { scenario: recorded } = await source.call('GET /journal.scenario')
    return writeRunAddress(recorded as Scenario, findPlayground())
  }
  const journal = async () => JSON.stringify(await source.call('GET /journal'), null, 2)
  const requests = async () => {
    const { entries } = await source.call('GET /journal')
    return httpFile(entries.filter(isWhole), source.apiUrl.slice(0, -API_PATH.length), API_PATH)
  }
  return (
    <section class="card">
      <h2>Save what happened</h2>
      {live ? (
        <p class="dim">
          A scenario has a step for each exchange since the reset; a bundle opens in <code>npx svc-emulator show</code>.
          Scenario, HAR and timeline hold no secrets.
        </p>
      ) : (
        <p class="dim">
          Nothing here holds secrets. <code>npx svc-emulator replay</code> plays the bundle that this page was made of.
        </p>
      )}
      <div class="tools">
        {live || run?.scenario !== undefined ? (
          <>
            <button onClick={save('recorded.yaml', scenario, 'application/yaml')}>As a scenario</button>
            <CopyButton text={link} title="A link that plays this run in the playground; nothing is uploaded">
              Copy link
            </CopyButton>
          </>
        ) : null}
        {run?.shrink === undefined ? null : <ShrinkButton run={run.shrink} />}
        {live ? (
          <>
            <button onClick={save('svc-emulator.har', () => source.text('GET /journal.har'))}>As HAR</button>
            <button onClick={save('run.bundle.json', () => source.text('GET /bundle'))}>As a bundle</button>
          </>
        ) : null}
        <button onClick={save('svc-emulator.http', requests, 'text/plain')}>As .http</button>
        <button onClick={save('svc-emulator-journal.json', journal)}>Timeline as JSON</button>
      </div>
      {run?.shrinkCommand === undefined ? null : (
        <p class="dim">
          The smallest world in which it fails: <code>{run.shrinkCommand}</code>
        </p>
      )}
    </section>
  )
}
