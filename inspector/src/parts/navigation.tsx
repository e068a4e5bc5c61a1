import { useEffect, useRef } from 'preact/hooks'
import { href } from '../route.ts'

const entries = [
  ['timeline', 'Timeline'],
  ['state', 'State'],
  ['try', 'Try'],
  ['scenario', 'Scenario'],
  ['coverage', 'Coverage'],
  ['worlds', 'Worlds'],
] as const
const documents = [
  ['openapi.json', 'OpenAPI'],
  ['openrpc.json', 'OpenRPC'],
  ['control.openapi.json', 'Control API'],
  ['scenario.schema.json', 'Scenario schema'],
] as const

/** Links to the views; `served` adds the documents, which only a server has. */
export function Navigation({ current, served }: { current: string; served: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => scrollToLink(list.current!.querySelector('[aria-current]')!), [current])
  return (
    <nav aria-label="Views">
      <ul ref={list} onFocusIn={({ target }) => scrollToLink(target as HTMLElement)}>
        {entries.map(([view, title]) => (
          <li key={view}>
            <a href={href(view)} aria-current={view === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      {served ? (
        <ul class="documents">
          {documents.map(([file, title]) => (
            <li key={file}>
              <a href={file} target="_blank" rel="noopener">
                {title}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </nav>
  )
}

/**
 * Brings a link to the middle of its list, which scrolls sideways where the page is narrow. Browsers leave a focused
 * link half out of sight.
 */
function scrollToLink({ offsetParent: list, offsetLeft, offsetWidth }: HTMLElement): void {
  if (list !== null) list.scrollLeft = offsetLeft - (list.clientWidth - offsetWidth) / 2
}
