import { useMemo, useState } from 'preact/hooks'
import { href, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { useNarrow } from '../use-narrow.ts'
import { TryForm } from './try-form.tsx'
import { UnitName } from './unit-name.tsx'
import { commandsOf, endpointsOf, type OpenApi, type OpenRpc, type TryUnit } from './units.ts'

/** Every endpoint and command, with a form to try it. */
export function TryView({ route }: { route: Route }) {
  const { source } = useSession()
  const narrow = useNarrow()
  const { value: units, error } = useLoaded(async () => {
    const [openApi, openRpc] = await Promise.all([source.call<OpenApi>('GET', '/openapi.json'), source.call<OpenRpc>('GET', '/openrpc.json')])
    return [...endpointsOf(openApi), ...commandsOf(openRpc)]
  }, [])
  if (units === undefined) return <p class="empty">{error?.message ?? 'Reading the documents…'}</p>
  const [transport, name] = route.parts
  const chosen = units.find((unit) => unit.transport === transport && unit.name === name)
  const form = chosen === undefined ? <p class="pane empty">Choose an endpoint or a command.</p> : <TryForm key={`${transport} ${name} ${route.query['from'] ?? ''}`} unit={chosen} from={route.query['from']} narrow={narrow} />
  if (narrow && chosen !== undefined) return form
  return <div class="split try-split"><UnitList units={units} chosen={chosen} />{narrow ? null : form}</div>
}

function UnitList({ units, chosen }: { units: readonly TryUnit[]; chosen: TryUnit | undefined }) {
  const [search, setSearch] = useState('')
  const shown = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    return units.filter(({ name, summary }) => words.every((word) => `${name} ${summary}`.toLowerCase().includes(word)))
  }, [units, search])
  return (
    <nav class="pane list" aria-label="Endpoints and commands">
      <div class="filters"><input type="search" aria-label="Search endpoints and commands" placeholder="Search endpoints and commands" value={search} onInput={({ currentTarget }) => setSearch(currentTarget.value)} /></div>
      <div class="scroll">
        <Group title="Endpoints" units={shown.filter(({ transport }) => transport === 'http')} chosen={chosen} />
        <Group title="Commands over a socket" units={shown.filter(({ transport }) => transport === 'socket')} chosen={chosen} />
        {shown.length === 0 ? <p class="empty">Nothing has all of these words.</p> : null}
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
          <li key={unit.name}><a href={href('try', [unit.transport, unit.name])} aria-current={unit === chosen ? 'true' : undefined} title={unit.summary}><UnitName unit={unit} /></a></li>
        ))}
      </ul>
    </>
  )
}
