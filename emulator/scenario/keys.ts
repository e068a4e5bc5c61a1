/** Finds the secrets behind the named keys of a scenario. */
import type { World } from '../engine/world/world.ts'
import type { NamedKey, NamedKeys } from '../engine/matching/schema-keys.ts'

export type Secrets = Readonly<Record<string, string>>

/** The secret of each named key: as `given`, else the one that this world has. Names without one are left out. */
export function secretsIn(world: World, keys: NamedKeys = {}, given: Secrets = {}): Secrets {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) => {
      const secret = Object.hasOwn(given, name) ? given[name] : describes(key) ? findSecret(world, key) : undefined
      return secret === undefined ? [] : [[name, secret]]
    }),
  )
}

/** True when it describes the key; one that it does not describe can only be given from outside. */
export function describes(key: NamedKey): boolean {
  return Object.keys(key).length > 0
}

/** Names of a scenario that have no secret here. */
export function unknownNames(keys: NamedKeys | undefined, secrets: Secrets): string[] {
  return Object.keys(keys ?? {}).filter((name) => !Object.hasOwn(secrets, name))
}

/** The key as a scenario names it: the fields by which `secretsIn` finds it again. Undefined for a secret this world does not have. */
export function findNamedKey(world: World, secret: string): NamedKey | undefined {
  const alias = (id: string): string => world.users.get(id)?.alias ?? id
  for (const { record } of world.api_keys.rows()) {
    if (record.key !== secret) continue
    const target = world.table(`${record.target}s`)?.get(record.target_id) as { alias?: string } | undefined
    return {
      user: alias(record.user_id),
      role: record.role,
      target: record.target,
      target_id: target?.alias ?? record.target_id,
    }
  }
  for (const { record } of world.tokens.rows()) {
    if (record.token !== secret) continue
    return {
      kind: 'token',
      user: alias(record.user_id),
      ...(record.human_user_id !== null && { human: alias(record.human_user_id) }),
    }
  }
  return undefined
}

function findSecret(world: World, key: NamedKey): string | undefined {
  return key.kind === 'token' ? findToken(world, key) : findApiKey(world, key)
}

function findApiKey(world: World, { user, role, target, target_id: targetId }: NamedKey): string | undefined {
  for (const { record } of world.api_keys.rows()) {
    const fits =
      (role === undefined || record.role === role) &&
      (target === undefined || record.target === target) &&
      names(world, 'users', record.user_id, user) &&
      names(world, `${record.target}s`, record.target_id, targetId)
    if (fits) return record.key
  }
  return undefined
}

function findToken(world: World, { user, human }: NamedKey): string | undefined {
  for (const { record } of world.tokens.rows()) {
    const behind =
      human === undefined
        ? record.human_user_id === null
        : record.human_user_id !== null && names(world, 'users', record.human_user_id, human)
    if (behind && names(world, 'users', record.user_id, user)) return record.token
  }
  return undefined
}

/** True when `reference`, an id or alias, names the record with this id; without a reference every record fits. */
function names(world: World, table: string, id: string, reference: string | undefined): boolean {
  if (reference === undefined || reference === id) return true
  return (world.table(table)?.get(id) as { alias?: string } | undefined)?.alias === reference
}
