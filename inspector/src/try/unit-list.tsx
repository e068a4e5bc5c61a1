import { useMemo, useState } from 'preact/hooks'
import { matchesWords } from '../matches-words.ts'
import { SearchInput } from '../parts/search-input.tsx'
import { href } from '../route.ts'
import { UnitName } from './unit-name.tsx'
import { groupUnits, type TryUnit } from './units.ts'

/** Searchable list of endpoints and commands. */
export function UnitList({ units, chosen }: { units: readonly TryUnit[]; chosen: TryUnit | undefined }) {
  const [search, setSearch] = useState('')
  const shown = useMemo(() => {
    const isFound = matchesWords(search)
    return units.filter(({ name, summary }) => isFound(`${name} ${summary}`))
  }, [units, search])
  return (
    <nav class="pane list" aria-label="Endpoints and commands">
      <div class="filters">
        <SearchInput label="Search endpoints and commands" value={search} onText={setSearch} />
      </div>
      <div class="scroll">
        {[...groupUnits(shown.filter(({ transport }) => transport === 'http'))].map(([name, group]) => (
          <Group key={name} title={name} units={group} chosen={chosen} />
        ))}
        {[...groupUnits(shown.filter(({ transport }) => transport === 'socket'))].map(([name, group]) => (
          <Group key={name} title={`${name}, over a socket`} units={group} chosen={chosen} />
        ))}
        {shown.length === 0 ? <p class="empty">No endpoint or command contains all of these words.</p> : null}
      </div>
    </nav>
  )
}

function Group({ title, units, chosen }: { title: string; units: readonly TryUnit[]; chosen: TryUnit | undefined }) {
  if (units.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul class="units">
        {units.map((unit) => (
          <li key={unit.name}>
            <a
              href={href('try', [unit.transport, unit.name])}
              aria-current={unit === chosen ? 'true' : undefined}
              title={unit.summary}
            >
              <UnitName unit={unit} />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
