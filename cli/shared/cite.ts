import type { AssumptionId } from '../../emulator/contract/assumptions.ts'
import type { ClauseId } from '../../emulator/contract/clauses.ts'

/** Names the statements that the code beside the call obeys. It does nothing at run time and imports nothing but types. */
export function cite(..._statements: readonly (ClauseId | AssumptionId)[]): void {}
