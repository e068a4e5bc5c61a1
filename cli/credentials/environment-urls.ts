import { ClientError } from '../shared/client-error.ts'
import { envValue, type Io } from '../shared/io.ts'
import { apiUrlProblem, realtimeUrlProblem } from '../shared/urls.ts'

/** `SVC_API_URL`, or undefined where it is unset or blank. Throws `INPUT_INVALID`. */
export function environmentApiUrl(env: Io['env']): string | undefined {
  return valid(env, 'SVC_API_URL', apiUrlProblem)
}

/** `SVC_REALTIME_URL`, or undefined where it is unset or blank. Throws `INPUT_INVALID`. */
export function environmentRealtimeUrl(env: Io['env']): string | undefined {
  return valid(env, 'SVC_REALTIME_URL', realtimeUrlProblem)
}

/** A variable whose value must have a form; the value is not repeated. */
export function valid(
  env: Io['env'],
  variable: string,
  problemOf: (text: string) => string | undefined,
): string | undefined {
  const value = envValue(env, variable)
  const problem = value === undefined ? undefined : problemOf(value)
  if (problem !== undefined) throw new ClientError('INPUT_INVALID', `${variable} ${problem}`)
  return value
}
