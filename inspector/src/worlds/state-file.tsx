import { download } from '../parts/download.ts'
import { useSession } from '../session.ts'

export function StateFile() {
  const session = useSession()
  const { source } = session
  const save = () =>
    session.act(async () =>
      download('svc-emulator-state.json', JSON.stringify(await source.call('GET', '/export')), 'application/json'),
    )
  const read = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (file === undefined) return
    const yes = await session.ask(`Import ${file.name}?`, 'The whole state is replaced by that of the file.', 'Import')
    if (yes) await session.act(async () => source.call('PUT', '/export', JSON.parse(await file.text())), 'Imported.')
    input.value = ''
  }
  return (
    <section class="card">
      <h2>State as a file</h2>
      <p class="dim">
        For <code>--state</code>, for <code>createEmulator({'{ state }'})</code> and for colleagues.
      </p>
      <div class="tools">
        <button onClick={save}>Export</button>
        <label class="file">
          Import <input type="file" accept="application/json" onChange={({ currentTarget }) => read(currentTarget)} />
        </label>
      </div>
    </section>
  )
}
