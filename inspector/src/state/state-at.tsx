import { NewWorld } from '../worlds/new-world.tsx'
import { go, href, type Route } from '../route.ts'

/** Parameters of a query for the shown state: at an entry of the timeline; empty for the current one. */
export type StateAt = Readonly<{ at?: string; when?: 'before' | 'after' }>

/**
 * Reads from an address which state is shown: before or after an entry of the timeline; empty for the current state.
 */
export function parseStateAt({ at, when }: Readonly<Record<string, string>>): StateAt {
  if (!at) return {}
  return when ? { at, when: when === 'before' ? 'before' : 'after' } : { at }
}

/** Notice that the shown state is a past one, with a way back. */
export function StateAtNotice({ stateAt, route }: { stateAt: StateAt; route: Route }) {
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
      <NewWorld entry={Number(at)} when={when} />
    </p>
  )
}
