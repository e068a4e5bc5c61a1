import type { Assumption } from './assume.ts'
import { accessAssumptions } from './assumptions/access.ts'
import { clientAssumptions } from './assumptions/client.ts'
import { paginationAssumptions } from './assumptions/pagination.ts'
import { refusalAssumptions } from './assumptions/refusals.ts'
import { requestAssumptions } from './assumptions/requests.ts'
import { resourceAssumptions } from './assumptions/resources.ts'
import { transferAssumptions } from './assumptions/transfers.ts'
import { transportAssumptions } from './assumptions/transport.ts'
import { workflowAssumptions } from './assumptions/workflow.ts'

const rows = {
  ...transportAssumptions,
  ...requestAssumptions,
  ...refusalAssumptions,
  ...accessAssumptions,
  ...resourceAssumptions,
  ...transferAssumptions,
  ...paginationAssumptions,
  ...workflowAssumptions,
  ...clientAssumptions,
}

/** Id of an assumption: `A-1`, `A-7` and so on; stable. */
export type AssumptionId = keyof typeof rows

/** Id of an assumption that became part of another. */
export type FormerId = (typeof rows)[AssumptionId] extends Assumption<infer Former> ? Former : never

/** The assumptions by id. */
export const assumptionRows: Readonly<Record<AssumptionId, Assumption>> = rows
