import { NewWorld } from '../worlds/new-world.tsx'
import { go, href, type Route } from '../route.ts'

/** The moment that an address names: an entry of the timeline, and before or after it; empty for now. */
export function momentOf(query: Readonly<Record<string, string>>): Record<string, string> {
  return query['at'] ? { at: query['at'], ...(query['when'] ? { when: query['when'] } : {}) } : {}
}

/** Says that the state is not that of now, and leads back. */
export function Moment({ moment, route }: { moment: Readonly<Record<string, string>>; route: Route }) {
  const { at, when = 'after' } = moment
  if (at === undefined) return null
  const show = (change: Record<string, string>) => () => go(href('state', route.parts, { ...route.query, ...change }))
  const other = when === 'after' ? 'before' : 'after'
  return (
    <p class="moment" role="status">
      <span>
        The world as it was <strong>{when}</strong> <a href={href('timeline', [at])}>entry {at}</a>.
      </span>
      <button onClick={show({ when: other })}>Show {other}</button>
      <button onClick={show({ at: '', when: '' })}>Show now</button>
      <NewWorld entry={Number(at)} when={when === 'before' ? 'before' : 'after'} />
    </p>
  )
}
