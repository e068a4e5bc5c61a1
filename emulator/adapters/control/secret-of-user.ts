import { nearest } from '../../engine/checking/near-miss.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { ApiKey } from '../../engine/world/tables/api-keys.ts'
import type { World } from '../../engine/world/world.ts'
import { ControlError } from './definition.ts'

const roles: readonly ApiKey['role'][] = ['admin', 'write', 'read']

/** A key that authenticates as a user: of those for the whole user the one with the highest role. Never shown, only sent. */
export function secretOfUser(world: World, reference: string): string {
  const user = world.users.find(reference)
  if (user === undefined) {
    const near = nearest(
      reference,
      Array.from(world.users.rows(), ({ record }) => record.alias),
    )
    throw new EmulatorError(
      `changes.as: there is no user '${reference}'${near === undefined ? '' : `, did you mean '${near}'?`}`,
    )
  }
  const keys = [...world.api_keys.candidates({ user_id: user.id })]
    .map(({ record }) => record)
    .filter(({ user_id: id }) => id === user.id)
  const ranked = keys.toSorted((a, b) => rank(a) - rank(b))
  if (ranked[0] !== undefined) return ranked[0].key
  throw new ControlError(
    'no_key',
    `The user '${user.alias}' has no API key in this world: create one (POST /state/api_keys), or set the header yourself.`,
  )
}

function rank({ target, role }: ApiKey): number {
  return (target === 'user' ? 0 : roles.length) + roles.indexOf(role)
}
