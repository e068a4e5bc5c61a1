import { ApiError } from '../../contract/api-error.ts'
import type { World } from '../world/world.ts'
import type { Exchange } from './exchange.ts'
import type { OpaquePage } from './pages.ts'

/** `limit` of List Revisions: the specification's own numbers, which settings do not move. */
export const REVISIONS_LIMIT = { standard: 50, maximum: 200 }

/** Refuses a `limit` out of range with `invalid_limit`; it is never clamped. A query holds text, a body a number. */
export function requireLimitInRange(world: World, shape: OpaquePage, given: unknown): void {
  if (given === undefined) return
  const { maximum } = limitsOf(world, shape)
  const limit = numberIn(given)
  if (limit >= 1 && limit <= maximum) return
  throw new ApiError(
    'invalid_limit',
    `'limit' must be an integer from 1 to ${maximum}; it was ${JSON.stringify(given)}. It is not clamped.`,
    {
      cites: [
        shape.place === 'body' ? 'A-29' : Number.isNaN(limit) ? 'A-23' : 'pagination.revisions.limit-out-of-range',
        ...(limit > maximum ? ['pagination.opaque.limit-above-maximum-refused' as const] : []),
      ],
    },
  )
}

/** How many rows a request asks to be read, and whether it says so itself. */
export function requestedLimit(
  { world, variation, query, body }: Exchange,
  shape: OpaquePage,
): { given: boolean; limit: number } {
  const given = (shape.place === 'query' ? query : body)['limit']
  if (given !== undefined) return { given: true, limit: numberIn(given) }
  const { standard, maximum } = limitsOf(world, shape)
  return {
    given: false,
    limit: shape.place === 'query' || variation === undefined ? standard : 1 + variation.below(maximum),
  }
}

function limitsOf({ settings }: World, { place }: OpaquePage): { standard: number; maximum: number } {
  return place === 'query' ? REVISIONS_LIMIT : { standard: settings.default_limit, maximum: settings.maximum_limit }
}

function numberIn(given: unknown): number {
  return /^-?\d+$/.test(String(given)) ? Number(given) : Number.NaN
}
