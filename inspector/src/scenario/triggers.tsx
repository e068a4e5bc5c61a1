import { useState } from 'preact/hooks'
import { useSession } from '../session.ts'
import { TriggerCard } from './trigger-card.tsx'
import { TriggerEditor } from './trigger-editor.tsx'
import { nameOf, TriggerHead } from './trigger-head.tsx'
import { useTriggers } from './use-triggers.ts'

/** Stands for the trigger that is about to be added. */
const NEW = '+'

/** Triggers in force, what each did, and those that were switched off here. `marked`: the one that a link leads to. */
export function Triggers({ marked }: { marked: string | undefined }) {
  const { source } = useSession()
  const list = useTriggers()
  const [edited, setEdited] = useState<string>()
  const { inForce, off } = list
  if (inForce === undefined) return null
  const add = async (trigger: unknown) => {
    await list.save(trigger)
    setEdited(undefined)
  }
  return (
    <>
      <div class="tools">
        <h3>Triggers</h3>
        <span class="push" />
        {source.live && inForce.length > 1 ? <button onClick={list.clear}>Take all away</button> : null}
        {source.live ? (
          <button onClick={() => setEdited(edited === NEW ? undefined : NEW)} aria-expanded={edited === NEW}>
            New trigger
          </button>
        ) : null}
      </div>
      {edited === NEW ? <TriggerEditor onSave={add} onCancel={() => setEdited(undefined)} /> : null}
      {inForce.length === 0 ? (
        <p class="dim">No trigger is in force: every request is answered as it should be.</p>
      ) : null}
      {inForce.map((state) => (
        <TriggerCard
          key={state.id}
          state={state}
          list={list}
          marked={marked !== undefined && (state.id === marked || state.name === marked)}
          edited={edited === state.id}
          onEdit={(on) => setEdited(on ? state.id : undefined)}
        />
      ))}
      {off.map((state) => (
        <article key={state.id} class="trigger off">
          <TriggerHead state={state}>
            <span class="pill">switched off</span>
            <button onClick={() => list.switchOn(state)} aria-label={`Switch on ${nameOf(state)}`}>
              Switch on
            </button>
          </TriggerHead>
        </article>
      ))}
    </>
  )
}
