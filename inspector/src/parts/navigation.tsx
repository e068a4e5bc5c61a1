import { href } from '../route.ts'

const entries = [['timeline', 'Timeline'], ['state', 'State'], ['try', 'Try'], ['scenario', 'Scenario'], ['coverage', 'Coverage'], ['worlds', 'Time and worlds']] as const
const needsServer = new Set(['try', 'worlds'])
const documents = [['openapi.json', 'OpenAPI'], ['openrpc.json', 'OpenRPC'], ['control.openapi.json', 'Control API'], ['scenario.schema.json', 'Scenario schema']] as const

export function Navigation({ current, live }: { current: string; live: boolean }) {
  return (
    <nav aria-label="Views">
      <ul>
        {entries.filter(([view]) => live || !needsServer.has(view)).map(([view, title]) => (
          <li key={view}><a href={href(view)} aria-current={view === current ? 'page' : undefined}>{title}</a></li>
        ))}
      </ul>
      {live ? <ul class="documents">{documents.map(([file, title]) => <li key={file}><a href={file}>{title}</a></li>)}</ul> : null}
    </nav>
  )
}
