import type { ControlBody } from '../../../emulator/host/control-api/control-api.ts'
import { parseJson } from '../form/field.ts'
import { download } from '../parts/download.ts'
import { FileButton } from '../parts/file-button.tsx'
import { useSession } from '../session.ts'
import { SaveFixture } from '../state/save-fixture.tsx'

export function StateFile() {
  const session = useSession()
  const { source } = session
  const save = () =>
    session.act(
      async () =>
        download('svc-emulator-state.json', JSON.stringify(await source.call('GET /export')), 'application/json'),
      'Saved as svc-emulator-state.json.',
    )
  const read = async (file: File) => {
    const yes = await session.ask(`Import ${file.name}?`, 'The whole state is replaced by that of the file.', 'Import')
    if (yes)
      await session.jump(async () => {
        const state = parseJson(await file.text()) as ControlBody<'PUT /export'>
        await source.call('PUT /export', { body: state })
      }, 'Imported.')
  }
  return (
    <section class="card">
      <h2>State as a file</h2>
      <p class="dim">
        Everything, for <code>--state</code>, for <code>createEmulator({'{ state }'})</code> and for colleagues; or its
        records alone, as a fixture to edit by hand.
      </p>
      <div class="tools">
        <button onClick={save}>Export</button>
        <FileButton label="Import" accept="application/json,.json" onFile={read} />
        <SaveFixture />
      </div>
    </section>
  )
}
