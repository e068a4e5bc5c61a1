import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import type { AskedHttp, ObservedExchange } from './asked.ts'
import { answerFields } from './observation.ts'

/** A caller as the target shows it. */
export interface SeenCaller {
  readonly name: string
  readonly credentials: Readonly<Record<string, string>>
  readonly user: Fields
  readonly orgs: readonly Fields[]
  /** The user that the target answers for `me`, if it is not the key's own user. */
  readonly mistaken: Fields | undefined
}

/** Name of the probe that reads the state of the callers. */
export const ADOPTION = 'adoption'

/** Callers with a given key, as the target described them before anything was changed. */
export function listCallers(exchanges: readonly ObservedExchange[]): SeenCaller[] {
  const given = exchanges.filter(({ asked }) => asked.probe === ADOPTION).map(({ asked }) => asked as AskedHttp)
  const names = [...new Set(given.map(({ caller }) => caller.name))]
  return names.map((name) => {
    // Without an answer for `me`, nothing is known about the user of the key.
    const seen = findAnswer(exchanges, name, '/users/me')?.['user']
    const user = isObject(seen) ? seen : {}
    const orgs = findAnswer(exchanges, name, '/users/me/orgs')?.['orgs']
    const { credentials } = given.find(({ caller }) => caller.name === name)!.caller
    const own = findOwnUser(exchanges, name, user)
    return {
      name,
      credentials,
      user: own ?? user,
      orgs: Array.isArray(orgs) ? orgs.filter(isObject) : [],
      mistaken: own === undefined ? undefined : user,
    }
  })
}

/**
 * Finds the real user of a key if the target answers another user for `me`. Two signs are needed: the key sees the user
 * of `me` with a stranger's role, and all keys that it created name one other user as creator. One sign alone may be a
 * broken sentence.
 */
function findOwnUser(exchanges: readonly ObservedExchange[], name: string, { id }: Fields): Fields | undefined {
  const read = findAnswer(exchanges, name, `/users/${String(id)}`)?.['user']
  if (!isObject(read) || read['id'] !== id || read['role'] !== 'read') return undefined
  const own = exchanges.filter(({ asked }) => asked.caller.name === name)
  const keys = own.flatMap((exchange) =>
    isOfNewKey(exchange) ? (answerFields(exchange.observation)['api_key'] ?? []) : [],
  )
  const makers = new Set(keys.filter(isObject).map((key) => key['created_by_user_id']))
  const [maker] = makers
  if (makers.size !== 1 || maker === id || typeof maker !== 'string') return undefined
  return (
    own.flatMap(({ observation }) => listUsers(answerFields(observation))).find((user) => user['id'] === maker) ?? {
      id: maker,
    }
  )
}

function isOfNewKey({ asked }: ObservedExchange): boolean {
  return asked.via === 'http' && asked.method === 'POST' && asked.path.startsWith('/api-keys/')
}

function listUsers({ users, user }: Fields): Fields[] {
  return (Array.isArray(users) ? users : [user]).filter(isObject)
}

function findAnswer(exchanges: readonly ObservedExchange[], name: string, path: string): Fields | undefined {
  const found = exchanges.find(
    ({ asked }) => asked.via === 'http' && asked.caller.name === name && asked.path === path && asked.method === 'GET',
  )
  return found && answerFields(found.observation)
}
