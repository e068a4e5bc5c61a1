import { Json } from '../parts/json.tsx'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { useStore } from '../store.ts'
import { NotFired } from './not-fired.tsx'
import { TriggerEditor } from './trigger-editor.tsx'
import { triggerSentence } from './trigger-sentence.ts'
import type { TriggerList, TriggerState } from './use-triggers.ts'

interface Props {
  readonly state: TriggerState
  /** Position among the triggers, from 1, and their number. */
  readonly place: number
  readonly count: number
  readonly list: TriggerList
  readonly marked: boolean
  readonly edited: boolean
  /** Opens or closes the editor, which asks where something is not saved. */
  readonly onEdit: (edited: boolean) => void
  /** Closes the editor. */
  readonly onEdited: () => void
}

/** One trigger as a sentence, with its counts and buttons. */
export function TriggerCard({ state, place, count, list, marked, edited, onEdit, onEdited }: Props) {
  const { source, names } = useSession()
  useStore(names)
  const { id, name = id, matched, fired, problem, not_fired: notFired, trigger } = state
  const off = trigger.enabled === false
  const save = async (written: unknown) => {
    await list.save(written, state)
    onEdited()
  }
  return (
    <li class={['trigger', off ? 'off' : '', marked ? 'marked' : ''].filter(Boolean).join(' ')}>
      <h4>{triggerSentence(trigger, matched, (text) => names.shown(text))}</h4>
      <div class="tools">
        <span class="name dim">{name}</span>
        {off ? <span class="pill">switched off</span> : null}
        <span class={matched === 0 ? 'pill quiet' : 'pill'}>
          {matched === 0 ? 'never matched' : `matched ${matched}, fired ${fired}`}
        </span>
        {fired > 0 ? <a href={href('timeline', [], { trigger: name })}>Where it fired</a> : null}
        <span class="push" />
        {source.live ? (
          <span class="trigger-buttons">
            <button aria-label={`Move ${name} up`} disabled={place === 1} onClick={() => list.move(state, place - 1)}>
              ↑
            </button>
            <button
              aria-label={`Move ${name} down`}
              disabled={place === count}
              onClick={() => list.move(state, place + 1)}
            >
              ↓
            </button>
            <button onClick={() => onEdit(!edited)} aria-expanded={edited} aria-label={`Edit ${name}`}>
              Edit
            </button>
            <button onClick={() => list.enable(state, off)} aria-label={`${off ? 'Switch on' : 'Switch off'} ${name}`}>
              {off ? 'Switch on' : 'Switch off'}
            </button>
            <button onClick={() => list.remove(state)} aria-label={`Delete ${name}`}>
              Delete
            </button>
          </span>
        ) : null}
      </div>
      {problem === undefined ? null : <p class="hint">{problem}</p>}
      {notFired === undefined || off ? null : <NotFired reason={notFired} />}
      {edited ? (
        <TriggerEditor trigger={trigger} onSave={save} onCancel={onEdited} />
      ) : (
        <details>
          <summary>JSON</summary>
          <Json value={trigger} label={`Trigger ${name}`} />
        </details>
      )}
    </li>
  )
}
