import { Prose } from '../parts/prose.tsx'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

/** Statements of the contract that decided an answer. */
export function Statements({ ids }: { ids: readonly string[] }) {
  const session = useSession()
  const { value: sentences } = useLoaded(() => session.statements(), [])
  if (ids.length === 0) return null
  return (
    <section>
      <h3>What decided it</h3>
      <ul class="statements">
        {ids.map((id) => (
          <li key={id} class={isAssumption(id) ? 'assumed' : ''}>
            <a href={href('coverage', [], { clause: id })}>
              <code>{id}</code>
            </a>
            <span>
              {sentences?.get(id)?.standing === undefined ? '' : `${sentences.get(id)!.standing}: `}
              <Prose text={sentences?.get(id)?.sentence ?? ''} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isAssumption(id: string): boolean {
  return /^A-\d/.test(id)
}
