import type { Caller } from '../../engine/kernel/caller.ts'
import type { User } from '../../engine/world/tables/users.ts'
import type { World } from '../../engine/world/world.ts'
import { describeStatus, listCited, type AccessDifference } from './difference.ts'
import { mintActingToken, mintKey, openToMint, post } from './mint-key.ts'
import type { RecordedCall } from './recorded-call.ts'
import type { TriedCall } from './tried-call.ts'
import { tryAs } from './trial.ts'

/** Refusals that a service account with the memberships of the user would meet at a call. */
export interface Perimeter {
  /** True if the run met the refusal: a service account made the call with its own key. */
  readonly met?: true
  /** Refusal of the account's own key. */
  readonly service_account?: AccessDifference
  /** Refusal of an acting token, with which the account acts for the human. */
  readonly acting_token?: AccessDifference
}

/**
 * Repeats a call as a service account of its user, with the account's key and with an acting token. Undefined if
 * neither is refused.
 */
export function findPerimeter(call: TriedCall): Perimeter | undefined {
  const { user } = call.caller
  if (user.type === 'service') return findMet(call, user)
  if (user.type !== 'human' || call.answered.exchange.failure !== undefined) return undefined
  const stand = makeAccount(call, user)
  if (stand === undefined) return undefined
  const { world, account } = stand
  const key = mintKey(world, account, { role: 'admin', scope: 'user', id: account.id, alias: account.alias })
  const own = key && findRefusal(call.call, world, key)
  const token = mintActingToken(world, account, user)
  const acting = token && findRefusal(call.call, world, token)
  if (own === undefined && acting === undefined) return undefined
  return { ...(own !== undefined && { service_account: own }), ...(acting !== undefined && { acting_token: acting }) }
}

/** Finds the refusal that a service account met with its own key, if a human behind the call changes the answer. */
function findMet({ call, caller, before, answered }: TriedCall, account: User): Perimeter | undefined {
  const { failure } = answered.exchange
  const owner = account.owner_user_id === null ? undefined : before.users.get(account.owner_user_id)
  if (failure?.code !== 'forbidden' || caller.acting || owner === undefined) return undefined
  const behind = tryAs(before, call.asked, { ...caller, human: owner }).exchange
  if (behind.failure?.code === failure.code && behind.failure.message === failure.message) return undefined
  const token = mintActingToken(before, account, owner)
  const acting = token && findRefusal(call, before, token)
  return {
    met: true,
    service_account: { difference: describeStatus(answered.exchange), clauses: listCited(answered.exchange) },
    ...(acting !== undefined && { acting_token: acting }),
  }
}

/** Creates a service account with the user's memberships on the targets of the call. */
function makeAccount({ before, targets }: TriedCall, user: User): { world: World; account: User } | undefined {
  const alias = freeAlias(before, `${user.alias.slice(0, MAX_ALIAS)}-as-service-account`)
  const made = post(openToMint(before), '/users', user, { name: alias, alias })
  const account = made.world.users.with('alias', alias)
  if (account === undefined) return undefined
  for (const { scope, id } of targets)
    for (const { record } of before.members.by('holder', user.id, scope, id).oldest())
      made.world.members.create({ user_id: account.id, target: scope, target_id: id, role: record.role })
  return { world: made.world, account }
}

const MAX_ALIAS = 90

function freeAlias(world: World, alias: string): string {
  return world.users.with('alias', alias) === undefined ? alias : freeAlias(world, `${alias}-`)
}

function findRefusal(call: RecordedCall, world: World, caller: Caller): AccessDifference | undefined {
  const { exchange } = tryAs(world, call.asked, caller)
  const { failure } = exchange
  if (failure?.code !== 'forbidden' && failure?.code !== 'cannot_mint_while_acting') return undefined
  return { difference: describeStatus(exchange), clauses: listCited(exchange) }
}
