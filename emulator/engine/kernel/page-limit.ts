import { ApiError } from '../../contract/api-error.ts'
import type { World } from '../world/world.ts'
import type { Exchange } from './exchange.ts'
import type { OpaquePage } from './pages.ts'

/** Numbers of the specification for `limit` of List Revisions, which settings do not change. */
export const REVISIONS_LIMIT = { standard: 50, maximum: 200 }

/** Refuses a `limit` out of range with `invalid_limit`; it is never clamped. A query holds text, a body a number. */
export function requireLimitInRange(world: World, shape: OpaquePage, given: unknown): void {
  if (given === undefined) return
  const { maximum } = rowLimits(world, shape)
  const limit = numberIn(given)
  if (limit >= 1 && limit <= maximum) return
  throw new ApiError(
    'invalid_limit',
    `'limit' must be an integer from 1 to ${maximum}; it was ${JSON.stringify(given)}. It is not clamped.`,
    {
      cites: [
        shape.place === 'body' ? 'A-29' : Number.isNaN(limit) ? 'A-350' : 'pagination.revisions.limit-out-of-range',
        ...(limit > maximum ? ['pagination.opaque.limit-above-maximum-refused' as const] : []),
      ],
    },
  )
}

/** Limit that a request names; undefined where it names none. */
export function requestedLimit({ query, body }: Exchange, { place }: OpaquePage): number | undefined {
  const given = (place === 'query' ? query : body)['limit']
  return given === undefined ? undefined : numberIn(given)
}

export function rowLimits({ settings }: World, { place }: OpaquePage): { standard: number; maximum: number } {
  if (place === 'query') return REVISIONS_LIMIT
  const { default_limit: standard, maximum_limit: maximum } = settings
  return { standard: Math.min(standard, maximum), maximum }
}

function numberIn(given: unknown): number {
  return typeof given === 'number' || /^-?\d+$/.test(String(given)) ? Number(given) : Number.NaN
}
