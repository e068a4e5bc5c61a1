import type { ApiError } from '../../contract/api-error.ts'
import type { Snapshot } from '../world/world-state.ts'
import type { World } from '../world/world.ts'

/** Keeps worlds in a file, and knows what it can hold. */
export interface Saving {
  /** Why the last save failed; undefined if it did not. */
  readonly problem: string | undefined
  /** The refusal of a write that was just made to a world; undefined if it can be saved. Deletions always can. */
  refuse(world: World, before: Snapshot): ApiError | undefined
  /**
   * Throws `ApiError` while nothing can be saved, or if one more state does not fit. It may take the place of the state
   * of a world, or of a snapshot.
   */
  requireRoom(state?: Snapshot, replaced?: World | Snapshot): void
}
