import { assumptionIds, assumptionTitle, type AssumptionId } from './assumption-titles.ts'
import { endpointsAssumptions } from './assumptions/access-and-endpoints.ts'
import { clientAssumptions } from './assumptions/client.ts'
import { decidedClientAssumptions } from './assumptions/decided-client.ts'
import { realtimeAssumptions } from './assumptions/decided-realtime.ts'
import { restAssumptions } from './assumptions/decided-rest.ts'
import { detailsAssumptions } from './assumptions/details.ts'
import { laterAssumptions } from './assumptions/later.ts'
import { worldAssumptions } from './assumptions/pagination-and-world.ts'
import { transportAssumptions } from './assumptions/transport-and-errors.ts'

/** An assumption without a text does not compile. */
const texts: Readonly<Record<AssumptionId, string>> = {
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

/** A decision where the specification is silent. */
export interface AssumptionRow {
  readonly id: AssumptionId
  readonly title: string
  /** The whole decision: names, numbers, shapes, statuses. */
  readonly statement: string
}

/** All decisions where the specification is silent, in order. */
export const assumptions: readonly AssumptionRow[] = assumptionIds.map((id) => ({
  id,
  title: assumptionTitle(id),
  statement: texts[id],
}))
