import { Json } from '../parts/json.tsx'
import { useSession } from '../session.ts'
import { TriggerEditor } from './trigger-editor.tsx'
import { nameOf, TriggerHead } from './trigger-head.tsx'
import type { TriggerList, TriggerState } from './use-triggers.ts'

interface Props {
  readonly state: TriggerState
  readonly list: TriggerList
  readonly marked: boolean
  readonly edited: boolean
  readonly onEdit: (edited: boolean) => void
}

/** A trigger in force. */
export function TriggerCard({ state, list, marked, edited, onEdit }: Props) {
  const { source } = useSession()
  const save = async (trigger: unknown) => {
    await list.save(trigger, state)
    onEdit(false)
  }
  return (
    <article class={marked ? 'trigger marked' : 'trigger'}>
      <TriggerHead state={state}>
        {source.live ? (
          <>
            <button onClick={() => onEdit(!edited)} aria-label={`Edit ${nameOf(state)}`}>
              Edit
            </button>
            <button onClick={() => list.switchOff(state)} aria-label={`Switch off ${nameOf(state)}`}>
              Switch off
            </button>
          </>
        ) : null}
      </TriggerHead>
      {state.problem === undefined ? null : <p class="hint">{state.problem}</p>}
      {edited ? (
        <TriggerEditor trigger={state.trigger} onSave={save} onCancel={() => onEdit(false)} />
      ) : (
        <Json value={state.trigger} label={`Trigger ${nameOf(state)}`} />
      )}
    </article>
  )
}
