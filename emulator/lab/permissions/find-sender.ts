import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import { renderBody } from '../../engine/journal/render.ts'
import type { Caller } from '../../engine/kernel/caller.ts'
import type { ApiKey } from '../../engine/world/tables/api-keys.ts'
import type { User } from '../../engine/world/tables/users.ts'
import type { World } from '../../engine/world/world.ts'
import { ROLES } from './grant.ts'
import { asUser, mintActingToken } from './mint-key.ts'
import { identify, tryAs, type TrialRequest } from './trial.ts'

/**
 * Finds the caller of a journal entry, which names user and key without the secret. Undefined without a known user.
 * Journals of releases before 1.0.0 name no key: then it is the user's key with the highest role that gets the same
 * answer.
 */
export function findSender(world: World, entry: JournalEntry, asked: TrialRequest): Caller | undefined {
  const user = entry.caller === null ? undefined : world.users.with('alias', entry.caller)
  if (user === undefined) return undefined
  const key = entry.key === undefined ? undefined : world.api_keys.get(entry.key)
  if (key !== undefined) return identify(world, ['x-api-key', key.key])
  const callers = listCallers(world, user, entry)
  return callers.find((caller) => answersAlike(tryAs(world, asked, caller).exchange, entry)) ?? callers[0]
}

/** True for a request whose key is guessed, because the journal does not name it. */
export function isKeyGuessed({ key, acting_for: human, clauses }: JournalEntry): boolean {
  return key === undefined && human === undefined && clauses.some((id) => id.startsWith('keys.scope.'))
}

function listCallers(world: World, user: User, { acting_for: human, clauses }: JournalEntry): Caller[] {
  if (human !== undefined) return [mintActingToken(world, user, world.users.with('alias', human)!) ?? []].flat()
  const keys = listKeys(world, user).filter(({ target }) => clauses.includes(`keys.scope.${target}`))
  const callers = keys.flatMap(({ key }) => identify(world, ['x-api-key', key]) ?? [])
  return callers.length > 0 ? callers : [asUser(user)]
}

/** The keys that authenticate as a user, the highest role first. */
function listKeys(world: World, user: User): ApiKey[] {
  const keys = Array.from(world.api_keys.by('user', user.id).oldest(), ({ record }) => record)
  return keys.toSorted((a, b) => ROLES.indexOf(b.role) - ROLES.indexOf(a.role))
}

function answersAlike({ response, unit }: ReturnType<typeof tryAs>['exchange'], entry: JournalEntry): boolean {
  if (response === undefined || entry.response === null || response.status !== entry.response.status) return false
  const body = renderBody(response.body, response.headers, unit)
  return JSON.stringify(body) === JSON.stringify(entry.response.body)
}
