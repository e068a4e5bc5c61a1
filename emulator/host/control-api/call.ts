import * as v from 'valibot'
import type { Frozen } from '../../engine/journal/journal-entry.ts'
import type { ParamName } from '../../engine/kernel/unit/definition.ts'
import { controlErrors, type ControlErrorCode } from './errors.ts'

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Entries = v.ObjectEntries
type CallSchema = v.GenericSchema | undefined

interface CallSpec<
  M extends ControlMethod,
  P extends string,
  Q extends Entries,
  B extends CallSchema,
  R extends CallSchema,
> {
  readonly method: M
  readonly path: P
  /** Name in generated clients: `get_record`. */
  readonly name: string
  /** One line, for documents. */
  readonly summary: string
  /** Parameters of the query; each arrives as text. */
  readonly query?: Q
  readonly body?: B
  /** The JSON answer. */
  readonly returns?: R
  /** Media type of an answer that is not JSON. */
  readonly type?: string
  /** HTTP status of success. Default 200. */
  readonly status?: number
  /** Codes that the handler refuses with; those of the guard and of the shape are derived. */
  readonly errors?: readonly ControlErrorCode[]
  /** Needs no token: it says nothing that everybody may not know. */
  readonly open?: boolean
}

/** One call of the control API: its request, answer and errors. Its handler is in `adapters/control`. */
export interface ControlCall<
  M extends ControlMethod = ControlMethod,
  P extends string = string,
  Q extends Entries = Entries,
  B extends CallSchema = CallSchema,
  R extends CallSchema = CallSchema,
> {
  readonly method: M
  readonly path: P
  readonly name: string
  readonly summary: string
  readonly querySchema: v.StrictObjectSchema<Q, undefined>
  readonly bodySchema: B
  readonly returns: R
  readonly type: string | undefined
  readonly status: number
  readonly open: boolean
  /** Every code that the call can be refused with, in the order of the table. */
  readonly errors: readonly ControlErrorCode[]
}

/** Declares a call of the control API. */
export function call<
  const M extends ControlMethod,
  const P extends string,
  Q extends Entries = Record<never, never>,
  B extends CallSchema = undefined,
  R extends CallSchema = undefined,
>(spec: CallSpec<M, P, Q, B, R>): ControlCall<M, P, Q, B, R> {
  return {
    method: spec.method,
    path: spec.path,
    name: spec.name,
    summary: spec.summary,
    querySchema: v.strictObject(spec.query ?? ({} as Q)),
    bodySchema: spec.body as B,
    returns: spec.returns as R,
    type: spec.type,
    status: spec.status ?? 200,
    open: spec.open ?? false,
    errors: listErrors(spec),
  }
}

/** Values of the path's parameters by name. */
export type CallParams<C extends ControlCall> = Readonly<Record<ParamName<C['path']>, string>>
/** A valid query. */
export type CallQuery<C extends ControlCall> = Readonly<v.InferOutput<C['querySchema']>>
/** A valid body; undefined if the call takes none. */
export type CallBody<C extends ControlCall> = C['bodySchema'] extends v.GenericSchema
  ? v.InferOutput<C['bodySchema']>
  : undefined
/** A body as a client may send it. */
export type SentBody<C extends ControlCall> = C['bodySchema'] extends v.GenericSchema
  ? v.InferInput<C['bodySchema']>
  : undefined
/** JSON of the answer; any object if it is a document. */
export type ControlCallAnswer<C extends ControlCall> = C['returns'] extends v.GenericSchema
  ? Frozen<v.InferOutput<C['returns']>>
  : Readonly<Record<string, unknown>>

const codes = Object.keys(controlErrors) as ControlErrorCode[]

/** Parts of a call that decide how a request for it can be refused. */
interface ErrorSources {
  readonly body?: unknown
  readonly open?: boolean
  readonly errors?: readonly ControlErrorCode[]
}

/** Codes that the guard, the shape of the request and the call itself refuse with. */
function listErrors({ body, open, errors = [] }: ErrorSources): readonly ControlErrorCode[] {
  const found = new Set<ControlErrorCode>(['invalid_request', 'forbidden_origin', ...errors])
  if (open !== true) found.add('token_required').add('wrong_token').add('forbidden_host')
  if (body !== undefined) found.add('request_too_large').add('unsupported_media_type')
  return codes.filter((code) => found.has(code))
}
