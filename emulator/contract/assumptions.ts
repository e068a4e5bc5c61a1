import { endpointsAssumptions } from './assumptions/access-and-endpoints.ts'
import { clientAssumptions } from './assumptions/client.ts'
import { decidedClientAssumptions } from './assumptions/decided-client.ts'
import { realtimeAssumptions } from './assumptions/decided-realtime.ts'
import { restAssumptions } from './assumptions/decided-rest.ts'
import { detailsAssumptions } from './assumptions/details.ts'
import { laterAssumptions } from './assumptions/later.ts'
import { worldAssumptions } from './assumptions/pagination-and-world.ts'
import { transportAssumptions } from './assumptions/transport-and-errors.ts'

const rows = {
  ...transportAssumptions,
  ...endpointsAssumptions,
  ...worldAssumptions,
  ...clientAssumptions,
  ...detailsAssumptions,
  ...laterAssumptions,
  ...restAssumptions,
  ...decidedClientAssumptions,
  ...realtimeAssumptions,
}

/** The id of an assumption, `A-1`, `A-2` and so on; stable. */
export type AssumptionId = keyof typeof rows

/** One decision on something the specification leaves open. */
export interface AssumptionRow {
  readonly id: AssumptionId
  readonly title: string
  /** The whole decision: names, numbers, shapes, statuses. */
  readonly statement: string
}

/** Every decision on what the specification leaves open, in order. */
export const assumptions: readonly AssumptionRow[] = Object.entries(rows).map(([id, { title, says }]) => ({
  id: id as AssumptionId,
  title,
  statement: says,
}))

/** Ids of the assumptions, in the same order. */
export const assumptionIds: readonly AssumptionId[] = assumptions.map(({ id }) => id)

export function assumptionTitle(id: AssumptionId): string {
  return rows[id].title
}

/** Whether the id of a statement is that of an assumption. */
export function isAssumptionId(id: string): id is AssumptionId {
  return Object.hasOwn(rows, id)
}
