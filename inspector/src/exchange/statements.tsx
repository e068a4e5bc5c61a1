import { useState } from 'preact/hooks'
import { Prose } from '../parts/prose.tsx'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

/** Statements of the contract that decided an answer: their ids, which unfold to their sentences. */
export function Statements({ ids }: { ids: readonly string[] }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const { value: sentences } = useLoaded(() => session.statements(), [])
  if (ids.length === 0) return null
  return (
    <section>
      <div class="tools">
        <h3>What decided it</h3>
        <span class="push" />
        <button class="quiet" aria-pressed={open} onClick={() => setOpen(!open)}>
          Sentences
        </button>
      </div>
      <div class="clauses">
        {ids.map((id) => (
          <details key={id} class={isAssumption(id) ? 'clause assumed' : 'clause'} open={open}>
            <summary title={sentences?.get(id)?.sentence}>{id}</summary>
            <p>
              {sentences?.get(id)?.standing === undefined ? '' : `${sentences.get(id)!.standing}: `}
              <Prose text={sentences?.get(id)?.sentence ?? ''} />{' '}
              <a href={href('coverage', [], { clause: id })} title={`Coverage of ${id}`}>
                Coverage
              </a>{' '}
              <a href={href('timeline', [], { clause: id })} title={`Entries that rest on ${id}`}>
                Entries
              </a>
            </p>
          </details>
        ))}
      </div>
    </section>
  )
}

function isAssumption(id: string): boolean {
  return /^A-\d/.test(id)
}
