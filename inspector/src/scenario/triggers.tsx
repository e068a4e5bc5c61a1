import { useState } from 'preact/hooks'
import { Json } from '../parts/json.tsx'
import { href } from '../route.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { TriggerEditor } from './trigger-editor.tsx'

export interface TriggerState {
  readonly id: string
  readonly name?: string
  readonly matched: number
  readonly fired: number
  readonly problem?: string
  readonly trigger: Readonly<Record<string, unknown>>
}

/** Triggers in force, what each did, and those that were switched off here. `marked`: the one that a link leads to. */
export function Triggers({ marked }: { marked: string | undefined }) {
  const session = useSession()
  const { source, journal } = session
  const [off, setOff] = useState<readonly TriggerState[]>([])
  const [edited, setEdited] = useState<string>()
  const { value } = useLoaded(() => source.call<{ triggers: TriggerState[] }>('GET', '/triggers'), [session.version, journal.version])
  if (value === undefined) return null
  const remove = (id: string) => session.source.call('DELETE', `/triggers/${id}`)
  const switchOff = (state: TriggerState) => session.act(async () => {
    await remove(state.id)
    setOff([...off, state])
  })
  const switchOn = (state: TriggerState) => session.act(async () => {
    await source.call('POST', '/triggers', state.trigger)
    setOff(off.filter((each) => each !== state))
  })
  const save = async (trigger: unknown, replaced?: TriggerState) => {
    await source.call('POST', '/triggers', trigger)
    if (replaced !== undefined) await remove(replaced.id)
    setEdited(undefined)
    await session.act(() => Promise.resolve(), replaced === undefined ? 'The trigger is in force.' : 'Saved. It counts from nought, and comes after the others.')
  }
  const clear = async () => {
    if (await session.ask('Take every trigger away?', 'Requests are answered as they should be from then on.', 'Take away')) await session.act(() => source.call('DELETE', '/triggers'))
  }
  return (
    <>
      <div class="tools">
        <h3>Triggers</h3>
        <span class="push" />
        {source.live && value.triggers.length > 1 ? <button onClick={clear}>Take all away</button> : null}
        {source.live ? <button onClick={() => setEdited(edited === '+' ? undefined : '+')} aria-expanded={edited === '+'}>New trigger</button> : null}
      </div>
      {edited === '+' ? <TriggerEditor onSave={save} onCancel={() => setEdited(undefined)} /> : null}
      {value.triggers.length === 0 ? <p class="dim">No trigger is in force: every request is answered as it should be.</p> : null}
      {value.triggers.map((state) => (
        <article key={state.id} class={state.id === marked || state.name === marked ? 'trigger marked' : 'trigger'}>
          <TriggerHead state={state}>
            {source.live ? <><button onClick={() => setEdited(edited === state.id ? undefined : state.id)} aria-label={`Edit ${nameOf(state)}`}>Edit</button><button onClick={() => switchOff(state)} aria-label={`Switch off ${nameOf(state)}`}>Switch off</button></> : null}
          </TriggerHead>
          {state.problem === undefined ? null : <p class="hint">{state.problem}</p>}
          {edited === state.id ? <TriggerEditor trigger={state.trigger} onSave={(trigger) => save(trigger, state)} onCancel={() => setEdited(undefined)} /> : <Json value={state.trigger} label={`Trigger ${nameOf(state)}`} />}
        </article>
      ))}
      {off.map((state) => (
        <article key={state.id} class="trigger off">
          <TriggerHead state={state}><span class="pill">switched off</span><button onClick={() => switchOn(state)} aria-label={`Switch on ${nameOf(state)}`}>Switch on</button></TriggerHead>
        </article>
      ))}
    </>
  )
}

function TriggerHead({ state, children }: { state: TriggerState; children: preact.ComponentChildren }) {
  const { matched, fired } = state
  return (
    <div class="tools">
      <h4>{nameOf(state)}</h4>
      <span class={matched === 0 ? 'pill quiet' : 'pill'}>{matched === 0 ? 'never matched' : `matched ${matched}, fired ${fired}`}</span>
      {fired > 0 ? <a href={href('timeline', [], { trigger: nameOf(state) })}>Where it fired</a> : null}
      <span class="push" />
      {children}
    </div>
  )
}

function nameOf({ name, id }: TriggerState): string {
  return name ?? id
}
