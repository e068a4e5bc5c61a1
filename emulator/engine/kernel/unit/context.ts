import type { Caller } from '../caller.ts'
import type { StatementId } from '../../coverage/statements.ts'
import type { World } from '../../world/world.ts'

/** What a unit sees of the request it answers. */
export interface Context {
  readonly world: World
  /** Who asks; units run only for callers that are known. */
  readonly caller: Caller
  /** Parameters of the path as they were sent: `me` is still `me`. */
  readonly path: Readonly<Record<string, string>>
  /**
   * Marks statements of the contract that this answer shows if it is a success; one of a refusal names its own (`ApiError`).
   * Called after the step that decides.
   */
  cite(...ids: StatementId[]): void
}
