import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

export interface TriggerState {
  readonly id: string
  readonly name?: string
  readonly matched: number
  readonly fired: number
  readonly problem?: string
  /** Why it never fired. */
  readonly not_fired?: string
  readonly trigger: Readonly<Record<string, unknown>> & { readonly enabled?: boolean }
}

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
  const { value } = useLoaded(
    () => source.call<{ triggers: TriggerState[] }>('GET', '/triggers'),
    [],
    `${session.version} ${journal.version}`,
  )
  const change = ({ id }: TriggerState, changes: unknown) => source.call('PATCH', `/triggers/${id}`, changes)
  return {
    triggers: value?.triggers,
    enable: (state, enabled) => session.act(() => change(state, { enabled: enabled ? null : false })),
    move: (state, place) => session.act(() => change(state, { place })),
    remove: ({ id, name = id, trigger }) =>
      session.act(async () => {
        await source.call('DELETE', `/triggers/${id}`)
        session.say(`Deleted ${name}.`, {
          label: 'Add it again',
          run: () => session.act(() => source.call('POST', '/triggers', trigger), `${name} is last now.`),
        })
      }),
    save: async (trigger, edited) => {
      if (edited === undefined) await source.call('POST', '/triggers', trigger)
      else await change(edited, asChanges(trigger))
      await session.act(
        () => Promise.resolve(),
        edited === undefined ? 'The trigger is active.' : 'Saved. The trigger keeps its position and counts.',
      )
    },
    clear: async () => {
      const yes = await session.ask('Delete every trigger?', 'Requests are then answered without faults.', 'Delete all')
      if (yes) await session.act(() => source.call('DELETE', '/triggers'))
    },
  }
}

/** Merge patch that turns the stored trigger into the written one: fields that were left out become null. */
function asChanges(written: unknown): unknown {
  return isObject(written) ? { name: null, when: null, do: null, optional: null, enabled: null, ...written } : written
}
