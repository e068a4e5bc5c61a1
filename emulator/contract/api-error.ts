import type { AssumptionId } from './assumption-titles.ts'
import type { ClauseId } from './clauses.ts'
import { type ErrorCode, errors, rpcCode } from './errors.ts'
import { shortened } from './shortened.ts'

/** Names the limit that refused a request. Which fields beside `name` it has depends on the limit. */
export interface LimitObject {
  readonly name: string
  readonly max?: number
  readonly current?: number
  readonly allowed?: readonly string[]
}

/** An answer in place of the envelope, as a proxy in front of the service would give it. */
export interface ForeignAnswer {
  /** HTTP status, 200 to 599. */
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: string | null
}

export interface ApiErrorOptions {
  readonly limit?: LimitObject
  /** Methods for the `Allow` header of `method_not_allowed`. */
  readonly allow?: readonly string[]
  /** The statements that this refusal shows, beside the source of its code. */
  readonly cites?: readonly (ClauseId | AssumptionId)[]
  /** Further fields of the failure body. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** A trigger made it up: no rule of the contract refused, so none is marked as exercised. */
  readonly injected?: boolean
  readonly foreign?: ForeignAnswer
  /** Defect behind an `internal_error`; never sent. */
  readonly cause?: unknown
}

const noOptions: ApiErrorOptions = {}

/**
 * A refusal, thrown by units and by the kernel and turned into an answer in one place.
 * It is no `Error`: a refusal is an ordinary answer, and capturing a stack for each would cost more than the request.
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
  readonly cites: readonly (ClauseId | AssumptionId)[] | undefined
  readonly extra: Readonly<Record<string, unknown>> | undefined
  readonly injected: boolean
  readonly foreign: ForeignAnswer | undefined
  readonly cause: unknown

  constructor(code: ErrorCode, message?: string, options: ApiErrorOptions = noOptions) {
    const row = errors[code]
    this.code = code
    this.status = row.status
    this.rpc = rpcCode(code)
    this.message = message === undefined ? row.message : shortened(message)
    this.limit = options.limit
    this.allow = options.allow
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
