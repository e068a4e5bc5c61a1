import type { AssumptionId } from './assumptions.ts'
import type { ClauseId } from './clauses.ts'
import { type ErrorCode, errors, rpcCode } from './errors.ts'
import { shortened } from './shortened.ts'

/** Limit that refused a request. Its fields beside `name` depend on the limit. */
export interface LimitObject {
  readonly name: string
  readonly max?: number
  readonly current?: number
  readonly allowed?: readonly string[]
}

/** An answer without the envelope, as by a proxy in front of the service. */
export interface ForeignAnswer {
  /** HTTP status, 200 to 599. */
  readonly status: number
  /** Alternating names and values. */
  readonly headers: readonly string[]
  readonly body: string | null
}

export interface ApiErrorOptions {
  readonly limit?: LimitObject
  /** HTTP status in place of that of the code. */
  readonly status?: number
  /** JSON-RPC error code in place of that of the code. */
  readonly rpc?: number
  /** Methods for the `Allow` header of `method_not_allowed`. */
  readonly allow?: readonly string[]
  /** Value of the `Accept-Encoding` header of a refused encoding. */
  readonly acceptEncoding?: string
  /** Statements that this refusal shows, in addition to the source of its code. */
  readonly cites?: readonly (ClauseId | AssumptionId)[]
  /** Further fields of the failure body. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** True for a refusal made by a trigger: no statement of the contract counts as exercised but those of `cites`. */
  readonly injected?: boolean
  readonly foreign?: ForeignAnswer
  /** Defect behind an `internal_error`; never sent. */
  readonly cause?: unknown
}

const noOptions: ApiErrorOptions = {}

/**
 * A refusal, thrown by units and by the kernel and answered in one place. It does not extend `Error`: a refusal is an
 * ordinary answer, and capturing a stack would cost more than the request.
 */
export class ApiError {
  readonly code: ErrorCode
  /** HTTP status. */
  readonly status: number
  /** JSON-RPC error code. */
  readonly rpc: number
  readonly message: string
  readonly limit: LimitObject | undefined
  readonly allow: readonly string[] | undefined
  readonly acceptEncoding: string | undefined
  readonly cites: readonly (ClauseId | AssumptionId)[] | undefined
  readonly extra: Readonly<Record<string, unknown>> | undefined
  readonly injected: boolean
  readonly foreign: ForeignAnswer | undefined
  readonly cause: unknown

  constructor(code: ErrorCode, message?: string, options: ApiErrorOptions = noOptions) {
    const row = errors[code]
    this.code = code
    this.status = options.status ?? row.status
    this.rpc = options.rpc ?? rpcCode(code)
    this.message = message === undefined ? row.message : shortened(message)
    this.limit = options.limit
    this.allow = options.allow
    this.acceptEncoding = options.acceptEncoding
    this.cites = options.cites
    this.extra = options.extra
    this.injected = options.injected ?? false
    this.foreign = options.foreign
    this.cause = options.cause
  }

  toString(): string {
    return `${this.code}: ${this.message}`
  }
}
