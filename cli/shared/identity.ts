import { type Access, ask, callApi, field, isRejection, type CallSurroundings } from './call-api.ts'

/** The record that the identity call returned, as it came: fields that this release does not know are kept. */
export interface Identity extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly name: string
}

export type Scope = 'full' | 'restricted' | 'unknown'

/** The user of the key, from `GET {api_url}/users/me`. Throws what `callApi` throws. */
export function identify(access: Access, surroundings: CallSurroundings): Promise<Identity> {
  return callApi(access, 'users/me', readUser, surroundings)
}

function readUser(body: unknown): Identity | undefined {
  const user = field(body, 'user')
  const whole = typeof field(user, 'id') === 'string' && typeof field(user, 'name') === 'string'
  return whole ? (user as Identity) : undefined
}

/** Scope of the key, probed with `GET {api_url}/users/me/orgs`. Never throws: a failed probe is `unknown`. */
export async function probeScope(access: Access, surroundings: CallSurroundings): Promise<Scope> {
  const answer = await ask(access, 'users/me/orgs', surroundings).catch(() => undefined)
  if (answer?.status === 403 && isRejection(answer)) return 'restricted'
  if (answer !== undefined && answer.status >= 200 && answer.status < 300 && field(answer.body, 'status') === 'success')
    return 'full'
  return 'unknown'
}
