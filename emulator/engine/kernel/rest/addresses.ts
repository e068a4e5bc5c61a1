import type { World } from '../../world/world.ts'
import { isRuleInForce } from '../rule-in-force.ts'

/** Start of every path of the REST API. */
export const BASE = '/v1'
/** Path prefix of the control API; a browser shows the inspector there. */
export const CONTROL = '/__emulator'

/** Path of the realtime API. */
export const REALTIME = `${BASE}/realtime`

/** Checks that a URL is the address of sockets; with a slash at its end under an alternative to A-386. */
export function isRealtime(world: World, url: string): boolean {
  const [path] = url.split('?', 1)
  return path === REALTIME || (path === `${REALTIME}/` && isRuleInForce(world, 'last-slash-ignored'))
}
