import type { AssumptionId } from './assumptions.ts'
import { type ErrorCode, errors } from './errors.ts'

/** Names the limit that refused a request. Which fields beside `name` it has depends on the limit. */
export interface LimitObject {
  readonly name: string
  readonly max?: number
  readonly current?: number
  readonly allowed?: readonly string[]
}

export interface ApiErrorOptions {
  readonly limit?: LimitObject
  /** Methods for the `Allow` header of `method_not_allowed`. */
  readonly allow?: readonly string[]
  /** Decisions this refusal rests on, beside the source of its code. */
  readonly assumptions?: readonly AssumptionId[]
  /** Further fields of the failure body. */
  readonly extra?: Readonly<Record<string, unknown>>
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
  readonly assumptions: readonly AssumptionId[] | undefined
  readonly extra: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, message?: string, options: ApiErrorOptions = noOptions) {
    const row = errors[code]
    this.code = code
    this.status = row.status
    this.rpc = row.rpc
    this.message = message ?? row.message
    this.limit = options.limit
    this.allow = options.allow
    this.assumptions = options.assumptions
    this.extra = options.extra
  }

  toString(): string {
    return `${this.code}: ${this.message}`
  }
}
