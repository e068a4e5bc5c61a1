import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import type { ControlAnswer, ControlBody } from '../../../emulator/host/control-api/control-api.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

export type TriggerState = ControlAnswer<'GET /triggers'>['triggers'][number]

/** Bodies as users write them: the emulator checks them, and says what is wrong by field. */
type NewTrigger = ControlBody<'POST /triggers'>
type TriggerChanges = ControlBody<'PATCH /triggers/:id'>

/** Triggers of the world and the operations on them. */
export interface TriggerList {
  /** In order; undefined until they are loaded. */
  readonly triggers: readonly TriggerState[] | undefined
  /** Switches a trigger on or off. It keeps its position and counts. */
  enable(state: TriggerState, enabled: boolean): Promise<unknown>
  /** Moves a trigger to a position, from 1. */
  move(state: TriggerState, place: number): Promise<unknown>
  /** Removes a trigger, which a message offers to add again. */
  remove(state: TriggerState): Promise<unknown>
  /** Adds a trigger, or replaces `edited` in its position. Rejects with the problems. */
  save(trigger: unknown, edited?: TriggerState): Promise<void>
  /** Removes all triggers after confirmation. */
  clear(): Promise<void>
}

export function useTriggers(): TriggerList {
  const session = useSession()
  const { source, journal } = session
  const { value } = useLoaded(() => source.call('GET /triggers'), [], `${session.version} ${journal.version}`)
  const add = (body: NewTrigger) => source.call('POST /triggers', { body })
  const change = ({ id }: TriggerState, body: TriggerChanges) =>
    source.call('PATCH /triggers/:id', { params: { id }, body })
  return {
    triggers: value?.triggers,
    enable: (state, enabled) => session.act(() => change(state, { enabled: enabled ? null : false })),
    move: (state, place) => session.act(() => change(state, { place })),
    remove: ({ id, name = id, trigger }) =>
      session.act(async () => {
        await source.call('DELETE /triggers/:id', { params: { id } })
        session.say(`Deleted ${name}.`, {
          label: 'Add it again',
          run: () => session.act(() => add(trigger), `${name} is last now.`),
        })
      }),
    save: async (trigger, edited) => {
      if (edited === undefined) await add(trigger as NewTrigger)
      else await change(edited, asChanges(trigger))
      await session.act(
        () => Promise.resolve(),
        edited === undefined ? 'The trigger is active.' : 'Saved. The trigger keeps its position and counts.',
      )
    },
    clear: async () => {
      const yes = await session.ask('Delete every trigger?', 'Requests are then answered without faults.', 'Delete all')
      if (yes) await session.act(() => source.call('DELETE /triggers'))
    },
  }
}

/** Merge patch that turns the stored trigger into the written one: fields that were left out become null. */
function asChanges(written: unknown): TriggerChanges {
  const kept = { name: null, when: null, do: null, optional: null, enabled: null }
  return (isObject(written) ? { ...kept, ...written } : written) as TriggerChanges
}
