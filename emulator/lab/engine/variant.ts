import { findCurrentAssumption } from '../../contract/assumption-ids.ts'
import { describeVariant } from '../../contract/mutant-texts.ts'
import { movedAlternatives, type StatementVariant } from '../../contract/variants.ts'
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

/** A world in which a clause is broken, or an assumption decided otherwise. */
export function vary(variant: StatementVariant): Variant {
  const { id, setting, statement } = variant
  return { id, says: describeVariant(variant), statements: [statement], overlay: { settings: { [setting]: [id] } } }
}

/** Variants by id, by statement, or by group of clauses (`pagination`, `users.get`); all of them without names. */
export function chooseVariants<V extends StatementVariant>(all: readonly V[], only: readonly string[] | undefined) {
  return all.filter(({ id, statement }) => {
    const isNamed = (word: string): boolean =>
      (movedAlternatives.get(word) ?? word) === id ||
      (findCurrentAssumption(word) ?? word) === statement ||
      statement.startsWith(`${word}.`)
    return only === undefined || only.some(isNamed)
  })
}
