import { useState } from 'preact/hooks'
import { useSession } from '../session.ts'
import { mayLeave } from '../unsaved.ts'
import { TriggerCard } from './trigger-card.tsx'
import { TriggerEditor } from './trigger-editor.tsx'
import { useTriggers } from './use-triggers.ts'

/** Id of a trigger that is not yet added. */
const NEW = '+'

/** Triggers of the world in order, with their counts. `marked` is the one that a link leads to. */
export function Triggers({ marked }: { marked: string | undefined }) {
  const session = useSession()
  const { source } = session
  const list = useTriggers()
  const [edited, setEdited] = useState<string>()
  const { triggers } = list
  if (triggers === undefined) return null
  const edit = async (id: string | undefined) => {
    if (await mayLeave(session)) setEdited(id)
  }
  const add = async (trigger: unknown) => {
    await list.save(trigger)
    setEdited(undefined)
  }
  return (
    <>
      <div class="tools">
        <h3>Triggers</h3>
        <span class="push" />
        {source.live && triggers.length > 0 ? <button onClick={list.clear}>Delete all</button> : null}
        {source.live ? (
          <button onClick={() => edit(edited === NEW ? undefined : NEW)} aria-expanded={edited === NEW}>
            New trigger
          </button>
        ) : null}
      </div>
      {edited === NEW ? <TriggerEditor onSave={add} onCancel={() => setEdited(undefined)} /> : null}
      {triggers.every(({ trigger }) => trigger.enabled === false) ? (
        <p class="dim">No trigger is active: requests are answered without faults.</p>
      ) : null}
      <ol class="triggers">
        {triggers.map((state, index) => (
          <TriggerCard
            key={state.id}
            state={state}
            place={index + 1}
            count={triggers.length}
            list={list}
            marked={marked !== undefined && (state.id === marked || state.name === marked)}
            edited={edited === state.id}
            onEdit={(on) => edit(on ? state.id : undefined)}
            onEdited={() => setEdited(undefined)}
          />
        ))}
      </ol>
    </>
  )
}
