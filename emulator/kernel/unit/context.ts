import type { Caller } from '../caller.ts'
import type { StatementId } from '../../coverage/statements.ts'
import type { World } from '../../world/world.ts'

/** What a unit sees of the request it answers. */
export interface Context {
  readonly world: World
  /** Who asks; units run only for callers that are known. */
  readonly caller: Caller
  /** Marks statements of the contract as obeyed by this answer. */
  cite(...ids: StatementId[]): void
}
