import type { ApiError } from '../../contract/api-error.ts'
import type { Caller } from './caller.ts'

type Fields = Readonly<Record<string, unknown>>

/** Change with which a request is done again (`settings.broken`). */
export interface Redo {
  /**
   * Values for path parameters, query and body; an undefined one is left out. Fields that the unit does not know are
   * ignored.
   */
  readonly input?: Fields
  readonly caller?: Caller
  /** Refusal in place of the answer. */
  readonly failure?: ApiError
}

/** State of `settings.broken` on an exchange. */
export interface Broken {
  /** Change with which the request is done again. */
  readonly redo?: Redo
  /** Id of the mutant that was carried out on the answer. */
  readonly mutant?: string
}
