import type { Problem } from '../../engine/checking/problems.ts'
import * as v from 'valibot'
import { shortened } from '../../contract/shortened.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { Cause } from '../../engine/journal/entry.ts'
import type { ParamName } from '../../engine/kernel/unit/definition.ts'
import type { WireRequest, WireResponse } from '../../engine/kernel/wire.ts'
import type { Instance } from '../../host/instance.ts'
import type { Site } from '../../host/site.ts'
import { controlErrors, type ControlErrorCode } from './errors.ts'

type Entries = v.ObjectEntries
type Output<E extends Entries> = Readonly<v.InferOutput<v.StrictObjectSchema<E, undefined>>>

type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the control API. */
interface ControlInput<P, Q, B> {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** The world that the call addresses. */
  readonly emulator: Emulator
  /** Cause of what the call changes, for the journal; that of changes through `emulator`. */
  readonly cause: Cause
  /** Everything that is served beside it. */
  readonly site: Site<Instance>
  readonly request: WireRequest
  /** Where a client reaches the site: `http://127.0.0.1:4010`. */
  readonly origin: string
  /** Prefix of the paths of the addressed world: `/w/w1`, or nothing for the main one. */
  readonly prefix: string
}

/** An answer that is not JSON, or not only. */
export class Raw {
  readonly response: WireResponse

  constructor(response: WireResponse) {
    this.response = response
  }
}

/** UTF-16 units of a message: it may name fifty problems. */
const MAX_TEXT = 10_000

/** UTF-16 units of each text of a problem: there may be fifty of them. */
const MAX_PROBLEM_TEXT = 200

/** A problem whose texts do not grow with what a client sent. */
export function boundProblem(problem: Problem): Problem {
  const { path, message, expected } = problem
  return {
    ...problem,
    path: path.map((step) => (typeof step === 'string' ? shortened(step, MAX_PROBLEM_TEXT) : step)),
    message: shortened(message, MAX_PROBLEM_TEXT),
    ...(expected !== undefined && { expected: shortened(expected, MAX_PROBLEM_TEXT) }),
  }
}

/** A refusal of the control API: `{error, message}` with an ordinary HTTP status. */
interface ControlErrorOptions {
  /** Methods for the `Allow` header. */
  readonly allow?: readonly string[] | undefined
  /** Value of the `Accept-Encoding` header of a refused encoding. */
  readonly acceptEncoding?: string
  /** Problems of the body, with their paths in it. */
  readonly problems?: readonly Problem[] | undefined
}

export class ControlError {
  readonly status: number
  readonly code: ControlErrorCode
  readonly message: string
  readonly allow: readonly string[] | undefined
  readonly acceptEncoding: string | undefined
  readonly problems: readonly Problem[] | undefined

  constructor(code: ControlErrorCode, message: string, { allow, acceptEncoding, problems }: ControlErrorOptions = {}) {
    this.status = controlErrors[code].status
    this.code = code
    this.message = shortened(message, MAX_TEXT)
    this.allow = allow
    this.acceptEncoding = acceptEncoding
    this.problems = problems?.map(boundProblem)
  }
}

interface ControlSpec<Path extends string, QE extends Entries, B> {
  readonly method: ControlMethod
  readonly path: Path
  /** Name in generated clients: `get_record`. */
  readonly name: string
  /** One line, for documents. */
  readonly summary: string
  /** Parameters of the query; each arrives as text. */
  readonly query?: QE
  readonly body?: v.GenericSchema<unknown, B>
  /** The JSON answer, for documents. */
  readonly returns?: v.GenericSchema
  /** Media type of an answer that is not JSON, for documents. */
  readonly type?: string
  /** HTTP status of success. Default 200. */
  readonly status?: number
  /** Codes that `handle` refuses with; those of the guard and of the shape are derived. */
  readonly errors?: readonly ControlErrorCode[]
  /** Needs no token: it says nothing that everybody may not know. */
  readonly open?: boolean
  readonly handle: (input: ControlInput<Readonly<Record<ParamName<Path>, string>>, Output<QE>, B>) => unknown
}

/** A call, as the control API runs it. */
export interface ControlCall {
  readonly method: ControlMethod
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly querySchema: v.StrictObjectSchema<Entries, undefined>
  readonly bodySchema: v.GenericSchema | undefined
  readonly returns: v.GenericSchema | undefined
  readonly type: string | undefined
  readonly status: number
  readonly open: boolean
  /** Every code that the call can be refused with, in the order of the table. */
  readonly errors: readonly ControlErrorCode[]
  readonly handle: (input: ControlInput<never, never, never>) => unknown
}

/** Declares a call of the control API. */
export function control<const Path extends string, QE extends Entries = Record<never, never>, B = undefined>(
  spec: ControlSpec<Path, QE, B>,
): ControlCall {
  return {
    method: spec.method,
    path: spec.path,
    name: spec.name,
    summary: spec.summary,
    querySchema: v.strictObject(spec.query ?? {}),
    bodySchema: spec.body,
    returns: spec.returns,
    type: spec.type,
    status: spec.status ?? 200,
    open: spec.open ?? false,
    errors: listErrors(spec),
    handle: spec.handle as ControlCall['handle'],
  }
}

const codes = Object.keys(controlErrors) as ControlErrorCode[]

/** Parts of a call that decide how a request for it can be refused. */
interface Asked {
  readonly body?: unknown
  readonly open?: boolean
  readonly errors?: readonly ControlErrorCode[]
}

/** Codes that the guard, the shape of the request and the call itself refuse with. */
function listErrors({ body, open, errors = [] }: Asked): readonly ControlErrorCode[] {
  const found = new Set<ControlErrorCode>(['invalid_request', 'forbidden_origin', ...errors])
  if (open !== true) found.add('token_required').add('wrong_token').add('forbidden_host')
  if (body !== undefined) found.add('request_too_large').add('unsupported_media_type')
  return codes.filter((code) => found.has(code))
}
