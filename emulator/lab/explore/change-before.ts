import type { Change } from '../../engine/matching/schema-common.ts'
import type { PlainRun } from './fault.ts'
import type { ExperimentPlan } from './plan.ts'
import { conditionBefore, type Point } from './points.ts'

/**
 * Changes the world before a call: after the answer to the previous call, so that the call is authenticated in the
 * changed world. Before the first call it is changed before the subject begins.
 */
export function changeBefore(
  point: Point,
  { points }: PlainRun,
  variant: string | undefined,
  what: string,
  ...changes: [Change, ...Change[]]
): ExperimentPlan {
  const when = conditionBefore(point, points)
  const made = when === undefined ? { before: changes } : { triggers: [{ when, do: changes }] }
  return { ...(variant !== undefined && { variant }), what, ...made, accepts: { by: 'truth', changes } }
}
