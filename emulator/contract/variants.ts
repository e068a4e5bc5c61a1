import { assumptionIndex } from './assumption-index.evaluated.ts'
import type { AssumptionId } from './assumption-rows.ts'
import { clauseIndex } from './clause-index.evaluated.ts'
import type { AnswerCase } from './assume.ts'
import type { Mutation } from './mutation.ts'
import type { ClauseId } from './sections.ts'

/** Settings that name variants of statements. */
export const variantSettings = ['broken', 'otherwise'] as const

export type VariantSetting = (typeof variantSettings)[number]

/** A way to answer other than the contract says: a mutant breaks a clause, an alternative decides an assumption. */
interface Variant<Statement extends ClauseId | AssumptionId> {
  /** `<clause>`, and `<clause>/2` for its second mutant; `A-38/1` for the first alternative to an assumption. */
  readonly id: string
  /** Setting that names it. */
  readonly setting: VariantSetting
  readonly statement: Statement
  readonly by: Mutation
  /** Case that it is about. Without one, every answer that rests on the statement is. */
  readonly when?: AnswerCase
  /** True if `unspecified: vary` does not draw it. */
  readonly varied?: true
}

/** Way to break a clause. Its text is in `mutant-texts.ts`. */
export type NamedMutant = Variant<ClauseId>

/** Way to decide an assumption otherwise. */
export interface NamedAlternative extends Variant<AssumptionId> {
  /** The rule of such a service. */
  readonly says: string
}

export type StatementVariant = NamedMutant | NamedAlternative

/** All mutants of the service, in the order of the specification. */
export const mutants: readonly NamedMutant[] = clauseIndex.flatMap(({ id: statement, broken }) =>
  broken.map((by, n) => ({
    id: n === 0 ? statement : `${statement}/${n + 1}`,
    setting: 'broken',
    statement,
    by,
  })),
)

/** All alternatives, in the order of the assumptions. */
export const alternatives: readonly NamedAlternative[] = assumptionIndex.flatMap(({ id, otherwise }) =>
  otherwise.flatMap((each, n) =>
    'movedTo' in each ? [] : [{ ...each, id: `${id}/${n + 1}`, setting: 'otherwise' as const, statement: id }],
  ),
)

/** Alternatives that became ones of another row: their id now, by the one before. */
export const movedAlternatives: ReadonlyMap<string, string> = new Map(
  assumptionIndex.flatMap(({ id, otherwise }) =>
    otherwise.flatMap((each, n) => ('movedTo' in each ? [[`${id}/${n + 1}`, each.movedTo] as const] : [])),
  ),
)

/** All variants by the setting that names them. */
export const variantsBySetting = { broken: mutants, otherwise: alternatives }

const byId: ReadonlyMap<string, StatementVariant> = new Map(
  [...mutants, ...alternatives].map((variant) => [variant.id, variant]),
)

/** The variant that a setting names; undefined if there is none. */
export function findVariant(setting: VariantSetting, id: string): StatementVariant | undefined {
  const found = byId.get(movedAlternatives.get(id) ?? id)
  return found?.setting === setting ? found : undefined
}
