import type { ApiError } from '../../contract/api-error.ts'
import type { Caller } from './caller.ts'

type Fields = Readonly<Record<string, unknown>>

/** Another way to do a request than it was sent (settings.broken). */
export interface Redo {
  /** What path parameters, query and body say; a field that is undefined is left out. Fields that the unit does not know are ignored. */
  readonly input?: Fields
  readonly caller?: Caller
  /** Refused with this, whatever it asks. */
  readonly failure?: ApiError
}

/** Trace of `settings.broken` on an exchange. */
export interface Broken {
  /** Other way in which it is done than it was sent. */
  readonly redo?: Redo
  /** Id of the mutant that was carried out on the answer. */
  readonly mutant?: string
}
