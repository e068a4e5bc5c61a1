import { fetchRecords } from '../source/fetch-records.ts'
import type { Source } from '../source/source.ts'

/** Credentials of the world, for sending requests. */
export interface WorldKey {
  readonly kind: 'api_key' | 'token'
  readonly secret: string
  /** Alias of the user who owns it. */
  readonly caller: string
  /** Alias of the human behind an acting token. */
  readonly human?: string
  /** `ada, admin on the user`. */
  readonly label: string
}

/** Records of a table that are fetched at most. */
const LIMIT = 1_000

/** Fetches keys and tokens of the world, at most 1,000 of each. */
export async function fetchKeys(source: Pick<Source, 'call'>): Promise<WorldKey[]> {
  const [keys, tokens] = await Promise.all([
    fetchRecords(source, 'api_keys', LIMIT),
    fetchRecords(source, 'tokens', LIMIT),
  ])
  const ids = new Set([...keys, ...tokens].map(({ user_id: id }) => id))
  const names = await fetchUserNames(source, ids)
  return [
    ...keys.map(({ key, role, target, user_id: user }): WorldKey => ({
      kind: 'api_key',
      secret: key,
      caller: names(user),
      label: `${names(user)}: key, ${role} on ${target === 'org' ? 'an org' : `a ${target}`}`,
    })),
    ...tokens.map(({ token, user_id: user, human_user_id: human }): WorldKey => ({
      kind: 'token',
      secret: token,
      caller: names(user),
      ...(human !== null && human !== user && { human: names(human) }),
      label: `${names(user)}: token${human === null || human === user ? '' : `, ${names(human)} stands behind it`}`,
    })),
  ]
}

async function fetchUserNames(source: Pick<Source, 'call'>, ids: ReadonlySet<string>): Promise<(id: string) => string> {
  const users = await fetchRecords(source, 'users', LIMIT)
  const names = new Map(users.filter(({ id }) => ids.has(id)).map(({ id, alias }) => [id, alias]))
  return (id) => names.get(id) ?? id
}

/** The most likely key of a request by this caller, acting for this human: the one with the widest role. */
export function keyFor(keys: readonly WorldKey[], caller: string | null, human?: string): WorldKey | undefined {
  const own = keys.filter((key) => key.caller === caller && key.human === human)
  return (
    own.find(({ label }) => label.includes('admin on a user')) ??
    own.find(({ label }) => label.includes('admin')) ??
    own[0]
  )
}

/** Header that carries the credentials. */
export function credentialHeader({ kind, secret }: WorldKey): readonly [name: string, value: string] {
  return kind === 'api_key' ? ['X-API-Key', secret] : ['Authorization', `Bearer ${secret}`]
}
