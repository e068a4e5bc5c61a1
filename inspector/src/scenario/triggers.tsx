import { useState } from 'preact/hooks'
import { isWhole, type JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { nextTimes, nextTrigger, type NextTime } from '../exchange/next-time.ts'
import { go, href, type Route } from '../route.ts'
import { useSession } from '../session.ts'
import { mayLeave } from '../unsaved.ts'
import { TriggerCard } from './trigger-card.tsx'
import { TriggerEditor } from './trigger-editor.tsx'
import type { TriggerJson } from './trigger-values.ts'
import { useLoaded } from '../use-loaded.ts'
import { useTriggers } from './use-triggers.ts'

/** Id of a trigger that is not yet added. */
const NEW = '+'

interface Props {
  /** Trigger that a link leads to. */
  readonly marked: string | undefined
  /** `next` and `entry` of a link to a new trigger for the next request like that entry. */
  readonly query: Route['query']
}

/** Triggers of the world in order, with their counts. */
export function Triggers({ marked, query }: Props) {
  const session = useSession()
  const { source } = session
  const list = useTriggers()
  const { draft, isLoading } = useDraft(query)
  const [edited, setEdited] = useState<string | undefined>(query['next'] === undefined ? undefined : NEW)
  const { triggers } = list
  if (triggers === undefined) return null
  const edit = async (id: string | undefined) => {
    if (await mayLeave(session)) setEdited(id)
  }
  const add = async (trigger: unknown) => {
    await list.save(trigger)
    setEdited(undefined)
    go(href('scenario'), true)
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
      {edited === NEW && !isLoading ? (
        <TriggerEditor draft={draft} onSave={add} onCancel={() => setEdited(undefined)} />
      ) : null}
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

/** The new trigger that a link describes. */
function useDraft({ next, entry }: Route['query']): { draft: TriggerJson | undefined; isLoading: boolean } {
  const { source } = useSession()
  const isAsked = next !== undefined && next in nextTimes && entry !== undefined
  const { value, error } = useLoaded(
    async () =>
      isAsked ? source.call('GET /journal/:number', { params: { number: Number(entry) } }) : { entry: undefined },
    [next, entry],
  )
  const found = value?.entry
  const isRequest = found !== undefined && found.request !== null && isWhole(found)
  const draft = isAsked && isRequest ? nextTrigger(found as JournalEntry, next as NextTime) : undefined
  return { draft, isLoading: isAsked && value === undefined && error === undefined }
}
