import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import type { Role, TargetKind } from '../../engine/world/tables/fields.ts'
import type { World } from '../../engine/world/world.ts'
import { makeGrant, ROLES, type Grant } from './grant.ts'

const scopes: readonly TargetKind[] = ['user', 'org', 'blob']

/** A bound before its target is looked up. */
export interface WrittenBound {
  readonly role: Role
  readonly scope: TargetKind
  /** Alias or id of the target. */
  readonly name: string
}

/** Reads a bound such as `write on org acme`. Throws `EmulatorError` for any other text, with the near miss. */
export function parseBound(text: string): WrittenBound {
  const [, role = '', scope = '', name = ''] = /^\s*(\S+)\s+on\s+(\S+)\s+(\S.*?)\s*$/.exec(text) ?? []
  if (name === '')
    throw new EmulatorError(`'${text}' is not a key: expected a role on a target, such as 'write on org acme'`)
  return { role: requireKnown('role', role, ROLES), scope: requireKnown('target', scope, scopes), name }
}

/**
 * Finds the target of a bound in the first world that has it. Throws `EmulatorError` with the near miss if none has it.
 */
export function findBound({ role, scope, name }: WrittenBound, worlds: readonly World[]): Grant {
  for (const world of worlds) {
    const record = world.table(`${scope}s`)!.find(name)
    const grant = record && makeGrant(world, role, scope, record.id)
    if (grant !== undefined) return grant
  }
  throw new EmulatorError(`there is no ${scope} '${name}'${didYouMean(name, listAliases(worlds, scope))}`)
}

function requireKnown<Word extends string>(what: string, given: string, known: readonly Word[]): Word {
  const found = known.find((word) => word === given)
  if (found !== undefined) return found
  throw new EmulatorError(`there is no ${what} '${given}'${didYouMean(given, known)} (known: ${known.join(', ')})`)
}

function listAliases(worlds: readonly World[], scope: TargetKind): string[] {
  return worlds.flatMap((world) =>
    Array.from(
      world.table(`${scope}s`)!.rows(),
      ({ record }) => (record as unknown as { readonly alias: string }).alias,
    ),
  )
}
