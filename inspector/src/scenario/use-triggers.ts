import { useState } from 'preact/hooks'
import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'

export interface TriggerState {
  readonly id: string
  readonly name?: string
  readonly matched: number
  readonly fired: number
  readonly problem?: string
  readonly trigger: Readonly<Record<string, unknown>>
}

/** The triggers of the world, and what can be done with them. */
export interface TriggerList {
  /** Undefined until they are read. */
  readonly inForce: readonly TriggerState[] | undefined
  /** Switched off here: the world has forgotten them. */
  readonly off: readonly TriggerState[]
  switchOff(state: TriggerState): Promise<unknown>
  switchOn(state: TriggerState): Promise<unknown>
  /** Puts a trigger in force, in place of another. Rejects with what is wrong. */
  save(trigger: unknown, replaced?: TriggerState): Promise<void>
  /** Asks before. */
  clear(): Promise<void>
}

export function useTriggers(): TriggerList {
  const session = useSession()
  const { source, journal } = session
  const [off, setOff] = useState<readonly TriggerState[]>([])
  const { value } = useLoaded(
    () => source.call<{ triggers: TriggerState[] }>('GET', '/triggers'),
    [session.version, journal.version],
  )
  const remove = ({ id }: TriggerState) => source.call('DELETE', `/triggers/${id}`)
  return {
    inForce: value?.triggers,
    off,
    switchOff: (state) =>
      session.act(async () => {
        await remove(state)
        setOff([...off, state])
      }),
    switchOn: (state) =>
      session.act(async () => {
        await source.call('POST', '/triggers', state.trigger)
        setOff(off.filter((each) => each !== state))
      }),
    save: async (trigger, replaced) => {
      await source.call('POST', '/triggers', trigger)
      if (replaced !== undefined) await remove(replaced)
      await session.act(
        () => Promise.resolve(),
        replaced === undefined
          ? 'The trigger is in force.'
          : 'Saved. It counts from nought, and comes after the others.',
      )
    },
    clear: async () => {
      if (
        await session.ask(
          'Take every trigger away?',
          'Requests are answered as they should be from then on.',
          'Take away',
        )
      )
        await session.act(() => source.call('DELETE', '/triggers'))
    },
  }
}
