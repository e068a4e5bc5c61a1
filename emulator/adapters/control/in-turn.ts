import type { Instance } from '../../host/instance.ts'

const turns = new WeakMap<Instance, Promise<unknown>>()

/** Does what takes a world from one state to another in slices, one after the other: what was asked for last decides. */
export function inTurn<T>(instance: Instance, work: () => Promise<T>): Promise<T> {
  const done = (turns.get(instance) ?? Promise.resolve()).then(work)
  turns.set(
    instance,
    done.catch(() => {}),
  )
  return done
}
