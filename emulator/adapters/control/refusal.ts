import { ApiError } from '../../contract/api-error.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'
import { reportDefect } from '../../engine/journal/report-defect.ts'
import { boundProblem, ControlError } from './handler.ts'

/** Makes the answer to a call that was refused. */
export function refusal(thrown: unknown): WireResponse {
  if (thrown instanceof ControlError) {
    const { code: error, message, problems, allow, acceptEncoding } = thrown
    const response = json(thrown.status, { error, message, ...(problems !== undefined && { problems }) })
    const headers = [
      ...response.headers,
      ...(allow === undefined ? [] : ['allow', allow.join(', ')]),
      ...(acceptEncoding === undefined ? [] : ['accept-encoding', acceptEncoding]),
    ]
    return { ...response, headers }
  }
  if (thrown instanceof EmulatorError) {
    return json(400, {
      error: 'invalid_request',
      message: thrown.message,
      ...(thrown.problems.length > 0 && { problems: thrown.problems.map(boundProblem) }),
    })
  }
  // Changes that cannot be saved (`--state`).
  if (thrown instanceof ApiError) {
    const { code: error, message, limit } = thrown
    return json(limit === undefined ? thrown.status : 409, { error, message, ...(limit && { limit }) })
  }
  return json(500, {
    error: 'internal_error',
    message: `This is a defect of the emulator: ${String(thrown)}. ${reportDefect}`,
  })
}

export function json(status: number, body: unknown): WireResponse {
  return {
    status,
    headers: ['content-type', 'application/json', 'cache-control', 'no-store'],
    body: `${JSON.stringify(body)}\n`,
  }
}
