import { NeedsWorld } from '../parts/needs-world.tsx'
import { href, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { useNarrow } from '../use-narrow.ts'
import { TryForm } from './try-form.tsx'
import { UnitList } from './unit-list.tsx'
import { listCommands, listEndpoints, type OpenApi, type OpenRpc } from './units.ts'

/** All endpoints and commands, each with a form. */
export function TryView({ route }: { route: Route }) {
  const { source } = useSession()
  return source.live ? <Units route={route} /> : <NeedsWorld place={href('try', route.parts)} />
}

function Units({ route }: { route: Route }) {
  const { source } = useSession()
  const narrow = useNarrow()
  const { value: units, error } = useLoaded(async () => {
    const [openApi, openRpc] = await Promise.all([
      source.call<OpenApi>('GET', '/openapi.json'),
      source.call<OpenRpc>('GET', '/openrpc.json'),
    ])
    return [...listEndpoints(openApi), ...listCommands(openRpc)]
  }, [])
  if (units === undefined) return <p class="empty">{error?.message ?? 'Reading the documents…'}</p>
  const [transport, name] = route.parts
  const chosen = units.find((unit) => unit.transport === transport && unit.name === name)
  const form =
    chosen === undefined ? (
      <p class="pane empty">Choose an endpoint or a command.</p>
    ) : (
      <TryForm
        key={`${transport} ${name} ${route.query['from'] ?? ''}`}
        unit={chosen}
        from={route.query['from']}
        narrow={narrow}
      />
    )
  if (narrow && chosen !== undefined) return <div class="split">{form}</div>
  return (
    <div class="split try-split">
      <UnitList units={units} chosen={chosen} />
      {narrow ? null : form}
    </div>
  )
}
