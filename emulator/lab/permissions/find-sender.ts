import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import type { Caller } from '../../engine/kernel/caller.ts'
import type { World } from '../../engine/world/world.ts'
import { asUser, mintActingToken } from './mint-key.ts'
import { identify } from './trial.ts'

/**
 * Finds the caller of a journal entry, which names user and key without the secret. Undefined without a known user.
 */
export function findSender(world: World, { caller, key: id, acting_for: human }: JournalEntry): Caller | undefined {
  const user = caller === null ? undefined : world.users.with('alias', caller)
  if (user === undefined) return undefined
  const key = id === undefined ? undefined : world.api_keys.get(id)
  if (key !== undefined) return identify(world, ['x-api-key', key.key])
  return human === undefined ? asUser(user) : mintActingToken(world, user, world.users.with('alias', human)!)
}
