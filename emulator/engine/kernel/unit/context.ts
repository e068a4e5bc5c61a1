import type { Rule } from '../../../contract/mutation.ts'
import type { Caller } from '../caller.ts'
import type { StatementId } from '../../coverage/statements.ts'
import type { World } from '../../world/world.ts'

/** Request as its unit sees it. */
export interface Context {
  readonly world: World
  /** Caller of the request; units run only for known callers. */
  readonly caller: Caller
  /** Parameters of the path as sent: `me` is still `me`. */
  readonly path: Readonly<Record<string, string>>
  /**
   * Marks statements of the contract that the answer shows if it is a success; a refusal names its own (`ApiError`).
   * Call it after the step that decides.
   */
  cite(...ids: StatementId[]): void
  /** Marks a statement that a refusal shows as well. */
  citeAlways(id: StatementId): void
  /** Marks a statement by which the request passes a check. An alternative to it acts on refusals, too. */
  citePassed(id: StatementId): void
  /** Checks that a rule holds in place of another one (`settings.otherwise`). */
  follows(rule: Rule): boolean
}
