import type { Change } from '../../engine/matching/schema-common.ts'
import type { Baseline } from './fault.ts'
import type { Plan } from './plan.ts'
import { whenBefore, type Point } from './points.ts'

/**
 * A change of the truth before a call: once the call before it is answered, so that it is authenticated in the changed world. Before the
 * first call it is made before the subject begins.
 */
export function changeBefore(
  point: Point,
  { points }: Baseline,
  variant: string | undefined,
  what: string,
  ...changes: [Change, ...Change[]]
): Plan {
  const when = whenBefore(point, points)
  const made = when === undefined ? { before: changes } : { triggers: [{ when, do: changes }] }
  return { ...(variant !== undefined && { variant }), what, ...made, accepts: { by: 'truth', changes } }
}
