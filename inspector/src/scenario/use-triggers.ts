import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

export interface TriggerState {
  readonly id: string
  readonly name?: string
  readonly matched: number
  readonly fired: number
  readonly problem?: string
  readonly trigger: Readonly<Record<string, unknown>> & { readonly enabled?: boolean }
}

/** The triggers of the world, and what can be done with them. */
export interface TriggerList {
  /** In order; undefined until they are read. */
  readonly triggers: readonly TriggerState[] | undefined
  /** Switches a trigger on or off. Its place and its counts stay. */
  enable(state: TriggerState, enabled: boolean): Promise<unknown>
  /** Adds a trigger, or changes the one that is edited in its place. Rejects with the problems. */
  save(trigger: unknown, edited?: TriggerState): Promise<void>
  /** Asks before. */
  clear(): Promise<void>
}

export function useTriggers(): TriggerList {
  const session = useSession()
  const { source, journal } = session
  const { value } = useLoaded(
    () => source.call<{ triggers: TriggerState[] }>('GET', '/triggers'),
    [session.version, journal.version],
  )
  const change = ({ id }: TriggerState, changes: unknown) => source.call('PATCH', `/triggers/${id}`, changes)
  return {
    triggers: value?.triggers,
    enable: (state, enabled) => session.act(() => change(state, { enabled: enabled ? null : false })),
    save: async (trigger, edited) => {
      if (edited === undefined) await source.call('POST', '/triggers', trigger)
      else await change(edited, asChanges(trigger))
      await session.act(
        () => Promise.resolve(),
        edited === undefined ? 'The trigger is in force.' : 'Saved. Its place and its counts stay.',
      )
    },
    clear: async () => {
      const yes = await session.ask(
        'Delete every trigger?',
        'Requests are answered as they should be from then on.',
        'Delete all',
      )
      if (yes) await session.act(() => source.call('DELETE', '/triggers'))
    },
  }
}

/** The changes that make a trigger what was written: a field that was left out goes, or is missed where a trigger needs it. */
function asChanges(written: unknown): unknown {
  return isObject(written) ? { name: null, when: null, do: null, optional: null, enabled: null, ...written } : written
}
