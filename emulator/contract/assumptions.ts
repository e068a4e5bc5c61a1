import { endpointsAssumptions } from './assumptions/access-and-endpoints.ts'
import { clientAssumptions } from './assumptions/client.ts'
import { decidedClientAssumptions } from './assumptions/decided-client.ts'
import { realtimeAssumptions } from './assumptions/decided-realtime.ts'
import { restAssumptions } from './assumptions/decided-rest.ts'
import { detailsAssumptions } from './assumptions/details.ts'
import { laterAssumptions } from './assumptions/later.ts'
import { worldAssumptions } from './assumptions/pagination-and-world.ts'
import { transportAssumptions } from './assumptions/transport-and-errors.ts'
import type { AssumptionId } from './statement-names.ts'

export type { AssumptionRow } from './assumption-row.ts'

/** Every decision on what the specification leaves open. */
export const assumptions = [
  ...transportAssumptions,
  ...endpointsAssumptions,
  ...worldAssumptions,
  ...clientAssumptions,
  ...detailsAssumptions,
  ...laterAssumptions,
  ...restAssumptions,
  ...decidedClientAssumptions,
  ...realtimeAssumptions,
] as const satisfies readonly { readonly id: AssumptionId }[]
