import { namedProfile } from '../credentials/resolve.ts'
import { ClientError, usageError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'

/** The name to store under: the flag, else `SVC_PROFILE`, else `default`. */
export function loginProfileName(flag: string | undefined, env: Io['env']): string {
  const name = namedProfile(flag, env) ?? 'default'
  const problem = nameProblem(name)
  if (problem === undefined) return name
  throw flag === undefined
    ? new ClientError('INPUT_INVALID', `SVC_PROFILE ${problem}`)
    : usageError(`--profile ${problem}`)
}

function nameProblem(name: string): string | undefined {
  if (name.length > 128) return 'is longer than 128 characters'
  if (name !== name.trim()) return 'must not start or end with a space'
  return /\p{C}/u.test(name) ? 'must not hold control characters' : undefined
}
