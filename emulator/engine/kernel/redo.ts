import type { ApiError } from '../../contract/api-error.ts'
import type { Rule } from '../../contract/mutation.ts'
import type { StatementVariant, VariantSetting } from '../../contract/variants.ts'
import type { Caller } from './caller.ts'
import type { Fields } from '../checking/is-object.ts'

/** Change with which a request is done again (`settings.broken`, `settings.otherwise`). */
export interface Redo {
  /**
   * Values for path parameters, query and body; an undefined one is left out. Fields that the unit does not know are
   * ignored.
   */
  readonly input?: Fields
  readonly caller?: Caller
  /** Refusal in place of the answer. */
  readonly failure?: ApiError
  /** Alternative rules of the kernel to follow. */
  readonly rules?: readonly Rule[]
}

/** Combines two changes of a request. */
export function mergeRedos(first: Redo, second: Redo): Redo {
  const input = { ...first.input, ...second.input }
  const rules = [...(first.rules ?? []), ...(second.rules ?? [])]
  const caller = second.caller ?? first.caller
  const terms = { ...first.caller?.terms, ...second.caller?.terms }
  return {
    ...first,
    ...second,
    ...(Object.keys(input).length > 0 && { input }),
    ...(rules.length > 0 && { rules }),
    ...(caller !== undefined && { caller: Object.keys(terms).length > 0 ? { ...caller, terms } : caller }),
  }
}

/** State of `settings.broken` and `settings.otherwise` on an exchange. */
export interface Altered {
  /** Change with which the request is done again. */
  readonly redo?: Redo
  /** Variants by which the answer is another one, in the order in which they acted. */
  readonly by?: readonly StatementVariant[]
}

/** Ids of the variants of a setting that changed the answer. */
export function alteredBy(altered: Altered | undefined, name: VariantSetting): string[] {
  return (altered?.by ?? []).filter(({ setting }) => setting === name).map(({ id }) => id)
}
