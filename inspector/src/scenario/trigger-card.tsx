import { Json } from '../parts/json.tsx'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { TriggerEditor } from './trigger-editor.tsx'
import type { TriggerList, TriggerState } from './use-triggers.ts'

interface Props {
  readonly state: TriggerState
  readonly list: TriggerList
  readonly marked: boolean
  readonly edited: boolean
  readonly onEdit: (edited: boolean) => void
}

/** One trigger with its counts and buttons. */
export function TriggerCard({ state, list, marked, edited, onEdit }: Props) {
  const { source } = useSession()
  const { id, name = id, matched, fired, problem, not_fired: notFired, trigger } = state
  const off = trigger.enabled === false
  const save = async (written: unknown) => {
    await list.save(written, state)
    onEdit(false)
  }
  return (
    <article class={['trigger', off ? 'off' : '', marked ? 'marked' : ''].filter(Boolean).join(' ')}>
      <div class="tools">
        <h4>{name}</h4>
        {off ? <span class="pill">switched off</span> : null}
        <span class={matched === 0 ? 'pill quiet' : 'pill'}>
          {matched === 0 ? 'never matched' : `matched ${matched}, fired ${fired}`}
        </span>
        {fired > 0 ? <a href={href('timeline', [], { trigger: name })}>Where it fired</a> : null}
        <span class="push" />
        {source.live ? (
          <>
            <button onClick={() => onEdit(!edited)} aria-label={`Edit ${name}`}>
              Edit
            </button>
            <button onClick={() => list.enable(state, off)} aria-label={`${off ? 'Switch on' : 'Switch off'} ${name}`}>
              {off ? 'Switch on' : 'Switch off'}
            </button>
          </>
        ) : null}
      </div>
      {problem === undefined ? null : <p class="hint">{problem}</p>}
      {notFired === undefined || off ? null : <p class="hint">Not fired: {notFired}</p>}
      {edited ? (
        <TriggerEditor trigger={trigger} onSave={save} onCancel={() => onEdit(false)} />
      ) : (
        <Json value={trigger} label={`Trigger ${name}`} />
      )}
    </article>
  )
}
