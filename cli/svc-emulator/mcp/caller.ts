import { shortened } from '../../../emulator/contract/shortened.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../../emulator/engine/checking/near-miss.ts'
import type { Caller } from '../../../emulator/scenario/schema-steps.ts'
import type { ControlAnswer } from '../../../emulator/host/control-api/control-api.ts'
import type { AgentWorld } from './agent-world.ts'

interface CallerKey {
  readonly key: string
  readonly role: string
  readonly target: string
  readonly target_id: string
  readonly user_id: string
}
interface CallerToken {
  readonly token: string
  readonly user_id: string
  readonly human_user_id: string | null
}
interface CallerUser {
  readonly id: string
  readonly alias: string
  readonly owner_user_id: string | null
}

/** Roles of API keys, the highest first. */
export const roles = ['admin', 'write', 'read'] as const

/** All records of a table, page by page. */
async function readTable<R>(world: AgentWorld, table: string): Promise<R[]> {
  const all: R[] = []
  for (let after: string | undefined, isLast = false; !isLast;) {
    const { records, next }: ControlAnswer<'GET /state/:table'> = await world.control('GET /state/:table', {
      params: { table },
      query: { limit: 1_000, after },
    })
    all.push(...(records as unknown as R[]))
    after = next ?? undefined
    isLast = next === null
  }
  return all
}

/** Credentials of a caller: a user by alias or id, the secret of a key or a token, `none`, or the first admin key of the world. */
export async function findCaller(world: AgentWorld, as: string | undefined): Promise<Caller> {
  if (as === 'none') return 'none'
  const keys = (await readTable<CallerKey>(world, 'api_keys')).toSorted((a, b) => rank(a) - rank(b))
  if (as === undefined) return firstKey(keys)
  if (keys.some(({ key }) => key === as)) return { api_key: as }
  const tokens = await readTable<CallerToken>(world, 'tokens')
  if (tokens.some(({ token }) => token === as)) return { bearer: as }
  const user = await findUser(world, 'ask: as', as, [
    ...keys.map(({ key }) => key),
    ...tokens.map(({ token }) => token),
  ])
  const key = keys.find(({ user_id: id }) => id === user.id)
  const token = tokens.find(({ user_id: id }) => id === user.id)
  if (key !== undefined) return { api_key: key.key }
  if (token !== undefined) return { bearer: token.token }
  throw new EmulatorError(
    `ask: as: the user '${user.alias}' has no key or token; make one with arrange: ${JSON.stringify({ key: { user: user.alias } })}`,
  )
}

function firstKey(keys: readonly CallerKey[]): Caller {
  if (keys[0] !== undefined) return { api_key: keys[0].key }
  throw new EmulatorError('ask: as: missing, and the world has no API key; expected `none`, or make a key with arrange')
}

/** Maximum of characters of known names in a message. */
const MAX_KNOWN = 400

/** The user with this alias or id. `field` names it in messages; `secrets` are further names that may have been meant. */
export async function findUser(
  world: AgentWorld,
  field: string,
  reference: string,
  secrets: readonly string[] = [],
): Promise<CallerUser> {
  const users = await readTable<CallerUser>(world, 'users')
  const found = users.find(({ id, alias }) => id === reference || alias === reference)
  if (found !== undefined) return found
  const known = [...users.map(({ alias }) => alias), ...secrets, ...(secrets.length > 0 ? ['none'] : [])]
  const kinds = secrets.length > 0 ? 'user, key or token' : 'user'
  const meant = didYouMean(reference, known) || ` (known: ${shortened(known.join(', '), MAX_KNOWN)})`
  throw new EmulatorError(`${field}: there is no ${kinds} '${reference}' in this world${meant}`)
}

/** Keys for the whole user first, with the highest role first. */
function rank({ target, role }: CallerKey): number {
  return (target === 'user' ? 0 : roles.length) + roles.findIndex((each) => each === role)
}

/** Credentials of a world, each with its user and what it may do. */
export async function listCallers(world: AgentWorld): Promise<{ readonly secret: string; readonly user: string }[]> {
  const aliases = new Map((await readTable<CallerUser>(world, 'users')).map(({ id, alias }) => [id, alias]))
  const name = (id: string): string => aliases.get(id) ?? id
  const keys = await readTable<CallerKey>(world, 'api_keys')
  const tokens = await readTable<CallerToken>(world, 'tokens')
  return [
    ...keys.map((key) => ({
      secret: key.key,
      user: name(key.user_id),
      role: key.role,
      on: `${key.target} ${name(key.target_id)}`,
    })),
    ...tokens.map(({ token, user_id: user, human_user_id: human }) => ({
      secret: token,
      user: name(user),
      bearer: true,
      ...(human !== null && { acting_for: name(human) }),
    })),
  ]
}
