import { useMemo, useState } from 'preact/hooks'
import { matchesWords } from '../matches-words.ts'
import { SearchInput } from '../parts/search-input.tsx'
import { useSession } from '../session.ts'

interface Props {
  readonly scenarios: readonly { readonly name: string; readonly about: string }[]
  readonly current: string
}

/** Scenarios to switch to. */
export function ScenarioList({ scenarios, current }: Props) {
  const session = useSession()
  const [search, setSearch] = useState('')
  const shown = useMemo(() => {
    const isFound = matchesWords(search)
    return scenarios.filter(({ name, about }) => isFound(`${name} ${about}`))
  }, [scenarios, search])
  const start = async (name: string) => {
    if (
      !(await session.ask(
        `Start ${name}?`,
        'The world, its time, its triggers and its timeline are replaced by those of the scenario.',
        'Start',
      ))
    )
      return
    if (await session.jump(() => session.source.call('POST /scenario', { body: { name } }), `Started ${name}.`))
      await session.journal.load()
  }
  return (
    <section class="card wide">
      <h2>Switch scenario</h2>
      <SearchInput label="Search scenarios" value={search} onText={setSearch} />
      {shown.length === 0 ? <p class="empty">No scenario contains all of these words.</p> : null}
      <ul class="rows scroll" tabIndex={0} aria-label="Scenarios">
        {shown.map(({ name, about }) => (
          <li key={name}>
            <span>
              <strong>{name}</strong> <span class="dim">{about}</span>
            </span>
            {name === current ? (
              <span class="pill">running</span>
            ) : (
              <button onClick={() => start(name)} aria-label={`Start ${name}`}>
                Start
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
