import type { Caller } from '../../engine/kernel/caller.ts'
import type { User } from '../../engine/world/tables/users.ts'
import type { World } from '../../engine/world/world.ts'
import type { Grant } from './grant.ts'
import { identify, tryAs, type Trial } from './trial.ts'

const encoder = new TextEncoder()

/**
 * Mints a key of a grant through the engine, as the user itself, or as the owner of a service account. Returns its
 * caller; undefined if the engine refuses. The world is not changed.
 */
export function mintKey(world: World, user: User, { role, scope, id }: Grant): Caller | undefined {
  const minter = user.type === 'service' && scope === 'user' ? findOwner(world, user) : user
  if (minter === undefined) return undefined
  const minted = post(openToMint(world, scope, id), `/api-keys/target/${scope}/${id}`, minter, { role })
  const { key } = minted.exchange.result === undefined ? {} : (minted.exchange.result as Minted).api_key
  return key === undefined ? undefined : identify(minted.world, ['x-api-key', key])
}

interface Minted {
  readonly api_key: { readonly key?: string }
}

/** Mints an acting token of a service account through the engine; undefined if the owner is not allowed to. */
export function mintActingToken(world: World, account: User, owner: User): Caller | undefined {
  const minted = post(openToMint(world), `/users/${account.id}/acting-token`, owner)
  const { token } = (minted.exchange.result ?? {}) as { readonly token?: string }
  return token === undefined ? undefined : identify(minted.world, ['authorization', `Bearer ${token}`])
}

/** Sends a request with a body as a user, in a fork of a world. */
export function post(world: World, path: string, user: User, body: object = {}): Trial {
  const json = encoder.encode(JSON.stringify(body))
  const headers = ['content-type', 'application/json']
  return tryAs(world, { request: { method: 'POST', url: `/v1${path}`, headers, body: json } }, asUser(user))
}

/** The user as a caller with full access. */
export function asUser(user: User): Caller {
  const human = user.type === 'human' ? user : null
  return { user, human, scheme: 'bearer', key: null, token: null, acting: false, cap: 'admin', scope: null }
}

function findOwner(world: World, { owner_user_id: owner }: User): User | undefined {
  return owner === null ? undefined : world.users.get(owner)
}

/**
 * A fork in which only missing access can prevent a new key: without full limits, and without blobs in creation or
 * deletion.
 */
export function openToMint(world: World, scope?: Grant['scope'], id = ''): World {
  const open = world.fork()
  const { settings } = open
  const limits = { ...settings.limits, api_keys_per_target: MANY, service_accounts_per_user: MANY }
  open.settings = { ...settings, limits, unspecified: 'allow', broken: [] }
  const blob = scope === 'blob' ? open.blobs.get(id) : undefined
  if (blob !== undefined && blob.condition !== 'ready') open.blobs.update(id, { condition: 'ready' })
  return open
}

const MANY = 1_000_000_000
