import { ApiError } from '../../contract/api-error.ts'
import { nearest } from '../../engine/checking/near-miss.ts'
import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Credentials } from '../../engine/kernel/kernel.ts'
import type { ApiKey } from '../../engine/world/tables/api-keys.ts'
import type { Token } from '../../engine/world/tables/tokens.ts'
import type { User } from '../../engine/world/tables/users.ts'
import type { Row } from '../../engine/world/row.ts'
import type { World } from '../../engine/world/world.ts'
import { isoTime } from '../../engine/world/clock.ts'
import type { Caller } from '../../engine/kernel/caller.ts'

/** Finds the caller from `Authorization: Bearer` or `X-API-Key`. With both, `Authorization` decides. */
export function authenticate(exchange: Credentials): Caller | ApiError {
  const authorization = exchange.header('authorization')
  const key = exchange.header('x-api-key')
  if (authorization !== undefined) {
    const two: StatementId[] = key === undefined ? [] : ['A-56']
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    if (token === undefined)
      return refusal("The Authorization header must read 'Bearer <token>', once.", 'A-361', ...two)
    const spelled: StatementId[] = /^Bearer \S/.test(authorization) ? [] : ['A-361']
    const found = byToken(exchange, token)
    if (found instanceof ApiError)
      return two.length === 0 ? found : refusal(found.message, ...(found.cites ?? []), ...two)
    exchange.cite(...spelled, ...two)
    return citeScheme(exchange, found, 'authentication.bearer-token')
  }
  if (key !== undefined) {
    return citeScheme(exchange, byKey(exchange, key), 'authentication.api-key')
  }
  return refusal()
}

/**
 * Cites the clauses of an authentication scheme over HTTP. They do not apply to sockets, which have other ways, too.
 */
function citeScheme(exchange: Credentials, found: Caller | ApiError, ...ids: StatementId[]): Caller | ApiError {
  if (exchange.via === 'http') exchange.cite(...ids)
  return found
}

/** Finds the caller of a bearer token. */
export function byToken(exchange: Pick<Credentials, 'world' | 'cite'>, secret: string): Caller | ApiError {
  const { world } = exchange
  const token = world.tokens.with('token', secret)
  if (token === undefined) {
    return refusal(
      world.api_keys.with('key', secret)
        ? 'This is an API key: send it as X-API-Key, not as a bearer token.'
        : `The bearer token is not known${resembling(world, secret, world.tokens.rows(), (near) => world.tokens.with('token', near))}`,
    )
  }
  const user = world.users.get(token.user_id)!
  if (token.expires_at !== null && token.expires_at <= isoTime(world.now)) {
    const message = `The bearer token expired at ${token.expires_at}; world time is ${isoTime(world.now)}.`
    return token.human_user_id === null ? refusal(message) : refusal(message, 'A-419')
  }
  const human = token.human_user_id === null ? null : world.users.get(token.human_user_id)!
  if (user.status === 'retired') return retired(user)
  if (human?.status === 'retired') return retired(human)
  return tokenCaller(exchange, token, user, human)
}

function tokenCaller(exchange: Pick<Credentials, 'cite'>, token: Token, user: User, human: User | null): Caller {
  const acting = human !== null
  if (acting) exchange.cite('A-13')
  return { user, human: human ?? asHuman(user), scheme: 'bearer', key: null, token, acting, cap: 'admin', scope: null }
}

/** Finds the caller of an API key. */
export function byKey(exchange: Pick<Credentials, 'world' | 'cite'>, secret: string): Caller | ApiError {
  const caller = keyCaller(exchange.world, secret)
  if (caller === undefined)
    return refusal(unknownKey(exchange.world, secret), ...(secret.includes(', ') ? (['A-361'] as const) : []))
  if (caller.user.status === 'retired') return retired(caller.user)
  const { target } = caller.key
  exchange.cite(target === 'user' ? 'keys.scope.user' : target === 'org' ? 'keys.scope.org' : 'keys.scope.blob')
  return caller
}

function keyCaller(world: World, secret: string): (Caller & { readonly key: ApiKey }) | undefined {
  const key = world.api_keys.with('key', secret)
  if (key === undefined) return undefined
  const user = world.users.get(key.user_id)!
  const scope = key.target === 'user' ? null : { target: key.target, id: key.target_id }
  return { user, human: asHuman(user), scheme: 'api-key', key, token: null, acting: false, cap: key.role, scope }
}

function unknownKey(world: World, secret: string): string {
  if (secret.includes(', ')) return 'The X-API-Key header must come once.'
  return world.tokens.with('token', secret)
    ? 'This is a bearer token: send it as Authorization: Bearer, not as X-API-Key.'
    : `The API key is not known${resembling(world, secret, world.api_keys.rows(), (near) => world.api_keys.with('key', near))}`
}

/** End of a message about an unknown secret: the user with a similar one, which stays unsaid. */
function resembling(
  { users }: World,
  secret: string,
  held: Iterable<Row<ApiKey | Token>>,
  find: (near: string) => ApiKey | Token | undefined,
): string {
  const near = nearest(secret, readSecrets(held))
  return near === undefined ? '.' : `, but resembles one of the user '${users.get(find(near)!.user_id)!.alias}'.`
}

function* readSecrets(rows: Iterable<Row<ApiKey | Token>>): Generator<string> {
  for (const { record } of rows) yield 'key' in record ? record.key : record.token
}

function asHuman(user: User): User | null {
  return user.type === 'human' ? user : null
}

function retired(user: User): ApiError {
  return refusal(`The user '${user.alias}' is retired; its keys and tokens are no longer accepted.`, 'A-15')
}

function refusal(message?: string, ...cites: StatementId[]): ApiError {
  return new ApiError('unauthenticated', message, { cites })
}
