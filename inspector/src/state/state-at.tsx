import { NewWorld } from '../worlds/new-world.tsx'
import { go, href, type Route } from '../route.ts'

/**
 * Reads from an address which state is shown: before or after an entry of the timeline; empty for the current state.
 */
export function parseStateAt(query: Readonly<Record<string, string>>): Record<string, string> {
  return query['at'] ? { at: query['at'], ...(query['when'] ? { when: query['when'] } : {}) } : {}
}

/** Notice that the shown state is a past one, with a way back. */
export function StateAtNotice({ stateAt, route }: { stateAt: Readonly<Record<string, string>>; route: Route }) {
  const { at, when = 'after' } = stateAt
  if (at === undefined) return null
  const show = (change: Record<string, string>) => () => go(href('state', route.parts, { ...route.query, ...change }))
  const other = when === 'after' ? 'before' : 'after'
  return (
    <p class="state-at" role="status">
      <span>
        The world as it was <strong>{when}</strong> <a href={href('timeline', [at])}>entry {at}</a>.
      </span>
      <button onClick={show({ when: other })}>Show {other}</button>
      <button onClick={show({ at: '', when: '' })}>Show now</button>
      <NewWorld entry={Number(at)} when={when === 'before' ? 'before' : 'after'} />
    </p>
  )
}
