import { download } from '../parts/download.ts'
import { useSession } from '../session.ts'
import { formatFixture } from './fixture-file.ts'

/** Saves all records of the world, with what was edited here, as a fixture file. */
export function SaveFixture() {
  const session = useSession()
  const { source } = session
  const save = () =>
    session.act(async () => {
      const [state, { tables }] = await Promise.all([source.call('GET /export'), source.call('GET /tables')])
      const text = formatFixture(
        'edited',
        state,
        tables.map(({ name }) => name),
      )
      download('edited.fixture.yaml', text, 'application/yaml')
    }, 'Saved as edited.fixture.yaml: start with --fixtures ./edited.fixture.yaml')
  return (
    <button title="All records of this world as a file for --fixtures" onClick={save}>
      Fixture file
    </button>
  )
}
