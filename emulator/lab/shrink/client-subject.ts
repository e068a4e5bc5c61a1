import type { Client } from '../engine/client.ts'
import { nothingMet, type Subject } from '../engine/subject.ts'

/** A client that runs in whole worlds: a function or a program. */
export function clientSubject(client: Client): Subject {
  return {
    name: client.name,
    isInProcess: client.isInProcess === true,
    async run({ start }, limits, signal) {
      const world = start!.open()
      const outcome = await client.run(world, limits, signal)
      return { ...outcome, ...nothingMet, calls: [...world.journal.raw()] }
    },
  }
}
