import { ChangeList } from '../changes/change-list.tsx'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { GoBack } from './go-back.tsx'

/** Records that an entry changed. Renders nothing if the world keeps no trace. */
export function Changes({ number }: { number: number }) {
  const session = useSession()
  const { value, error } = useLoaded(
    () => session.traced(() => session.source.call('GET /journal/:number/changes', { params: { number } })),
    [number],
  )
  if (error !== undefined) return <p class="dim">{error.message}</p>
  if (value === undefined || [value.inserted, value.changed, value.deleted].every(({ length }) => length === 0))
    return null
  return (
    <section class="changes">
      <h3>What it changed</h3>
      <ChangeList
        changes={value}
        link={({ table, id }, when) => href('state', [table, id], { at: String(number), when })}
      />
      <GoBack number={number} />
    </section>
  )
}
