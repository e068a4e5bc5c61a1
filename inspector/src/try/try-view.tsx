import { NeedsWorld } from '../parts/needs-world.tsx'
import { href, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { useNarrow } from '../use-narrow.ts'
import { BackToUnits } from './back-to-units.tsx'
import { readLink, type Asked, type Link } from './link.ts'
import { TryForm } from './try-form.tsx'
import { UnitList } from './unit-list.tsx'
import { FIRST_UNIT, fetchUnits, type TryUnit } from './units.ts'

/** All endpoints and commands, each with a form. */
export function TryView({ route }: { route: Route }) {
  const { source } = useSession()
  if (source.live) return <Units route={route} />
  return <NeedsWorld place={route.query['try'] === undefined ? href('try', route.parts) : location.hash} />
}

function Units({ route }: { route: Route }) {
  const { source } = useSession()
  const narrow = useNarrow()
  const { value: units, error } = useLoaded(async () => {
    const { endpoints, commands } = await fetchUnits(source)
    return [...endpoints, ...commands]
  }, [])
  if (units === undefined) return <p class="empty">{error?.message ?? 'Reading the documents…'}</p>
  const { chosen: named, asked, problem } = chooseUnit(units, route)
  const isOpen = route.parts.length === 0 && problem === undefined && !narrow
  const chosen = named ?? (isOpen ? units.find(({ name }) => name === FIRST_UNIT) : undefined)
  const form =
    chosen === undefined ? (
      <div class="pane detail">
        {narrow ? <BackToUnits /> : null}
        <p class="empty">{problem ?? 'Choose an endpoint or a command.'}</p>
      </div>
    ) : (
      <TryForm
        // A form for each place: what was typed and answered belongs to it.
        key={JSON.stringify(route)}
        unit={chosen}
        beginning={{ from: route.query['from'], asked }}
        narrow={narrow}
      />
    )
  if (narrow && (chosen !== undefined || problem !== undefined)) return <div class="split">{form}</div>
  return (
    <div class="split try-split">
      <UnitList units={units} chosen={chosen} />
      {narrow ? null : form}
    </div>
  )
}

interface Choice {
  readonly chosen?: TryUnit | undefined
  readonly asked?: Asked
  /** Reason for which a link names no request. */
  readonly problem?: string
}

/** Finds the unit that a place names, or asks for: `#/try/http/GET %2Forgs`, `#try=GET /orgs`. */
function chooseUnit(units: readonly TryUnit[], { parts: [transport, name], query }: Route): Choice {
  if (query['try'] === undefined)
    return { chosen: units.find((unit) => unit.transport === transport && unit.name === name) }
  try {
    const asked = readLink(units, query as unknown as Link)
    return { chosen: asked.unit, asked }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
