import type { Problem } from '../../engine/checking/problems.ts'
import { shortened } from '../../contract/shortened.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { Cause } from '../../engine/journal/entry.ts'
import type { WireRequest, WireResponse } from '../../engine/kernel/wire.ts'
import type { Instance } from '../../host/instance.ts'
import type { Site } from '../../host/site.ts'
import type { ControlCallAnswer, CallBody, CallParams, CallQuery, ControlCall } from '../../host/control-api/call.ts'
import { controlErrors, type ControlErrorCode } from '../../host/control-api/errors.ts'

/** One request for a call, its parts checked. */
interface HandlerInput<C extends ControlCall> {
  readonly params: CallParams<C>
  readonly query: CallQuery<C>
  readonly body: CallBody<C>
  /** The world that the call addresses. */
  readonly emulator: Emulator
  /** Cause of the call's changes, for the journal. `emulator` uses it, too. */
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

/** Shortens the texts of a problem, which may quote what a client sent. */
export function boundProblem(problem: Problem): Problem {
  const { path, message, expected } = problem
  return {
    ...problem,
    path: path.map((step) => (typeof step === 'string' ? shortened(step, MAX_PROBLEM_TEXT) : step)),
    message: shortened(message, MAX_PROBLEM_TEXT),
    ...(expected !== undefined && { expected: shortened(expected, MAX_PROBLEM_TEXT) }),
  }
}

interface ControlErrorOptions {
  /** Methods for the `Allow` header. */
  readonly allow?: readonly string[] | undefined
  /** Value of the `Accept-Encoding` header of a refused encoding. */
  readonly acceptEncoding?: string
  /** Problems of the body, with their paths in it. */
  readonly problems?: readonly Problem[] | undefined
}

/** A refusal of the control API: `{error, message}` with an ordinary HTTP status. */
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

/** A call with the function that answers it. */
export interface ControlHandler {
  readonly method: ControlCall['method']
  readonly path: string
  readonly call: ControlCall
  readonly run: (input: HandlerInput<never>) => unknown
}

/** Binds a call to the function that answers it; the answer has the shape that the call declares, or is `Raw`. */
export function handle<C extends ControlCall>(
  call: C,
  run: (input: HandlerInput<C>) => ControlCallAnswer<C> | Raw | Promise<ControlCallAnswer<C> | Raw>,
): ControlHandler {
  const { method, path } = call
  return { method, path, call, run: run as ControlHandler['run'] }
}
