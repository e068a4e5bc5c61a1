import type { NamedKeys } from '../engine/matching/schema-keys.ts'
import type { Caller, Step } from './schema-steps.ts'
import type { World } from '../engine/world/world.ts'
import { findNamedKey, secretsIn } from './keys.ts'
import { describeKey } from './record/key-names.ts'
import type { Scenario } from './schema.ts'

/**
 * Replaces secrets of a world as callers by named keys. A replay finds keys by their description, or gets them for a
 * server with another world. A key without a unique description is not replaced.
 */
export function nameCallers(scenario: Scenario, world: World): Scenario {
  const keys: NamedKeys = { ...scenario.keys }
  const names = new Map<string, string>()
  const nameSecret = (secret: string): string => {
    if (Object.hasOwn(keys, secret)) return secret
    const known = names.get(secret)
    if (known !== undefined) return known
    const found = findNamedKey(world, secret)
    if (found === undefined || secretsIn(world, { key: found })['key'] !== secret) return secret
    const name = describeKey(found, new Set(Object.keys(keys)))
    keys[name] = found
    names.set(secret, name)
    return name
  }
  const nameCaller = (caller: Caller): Caller => {
    if (typeof caller === 'string') return nameSecret(caller)
    return 'bearer' in caller ? { bearer: nameSecret(caller.bearer) } : { api_key: nameSecret(caller.api_key) }
  }
  const steps = scenario.steps?.map((step): Step =>
    'as' in step && step.as !== undefined ? { ...step, as: nameCaller(step.as) } : step,
  )
  const as = scenario.as === undefined ? {} : { as: nameCaller(scenario.as) }
  return { ...scenario, ...as, ...(steps && { steps }), ...(Object.keys(keys).length > 0 && { keys }) }
}
