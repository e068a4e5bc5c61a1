import type { Overlay } from './overlay.ts'

/** One way in which a world may differ, with a name. */
export interface Variant {
  /** Name for `--case`: `A-349/1`, `user.has-name/2`, `GET /users/me#1:lost-answer`. */
  readonly id: string
  /** The difference, for people: the other rule, the broken sentence, the failure. */
  readonly says: string
  /** Ids of the clauses and assumptions that it is about. */
  readonly statements: readonly string[]
  readonly overlay: Overlay
}
