import { classifyAnswer } from '../../emulator/lab/drift/classify.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { readDuration, readRate } from '../../emulator/lab/drift/options.ts'
import { HttpTarget } from '../../emulator/scenario/targets/http-target.ts'
import { ClientError, usageError } from '../shared/client-error.ts'
import type { Keys } from './service-keys.ts'

interface ServiceSettings {
  readonly target: string
  readonly keys: Keys
  readonly rate: string
  readonly budget: string
  readonly timeLimit: string
}

/**
 * Throws for a wrong rate or duration, and if the service does not answer or does not know a key, because the run would
 * take minutes without a result.
 */
export async function checkService({ target, keys, rate, budget, timeLimit }: ServiceSettings): Promise<void> {
  const service = new HttpTarget({ apiUrl: target })
  const timeout = refusing(() => {
    readRate(rate)
    readDuration('budget', budget)
    return readDuration('time-limit', timeLimit)
  })
  for (const [name, key] of Object.entries(keys)) {
    const headers = { 'x-api-key': key }
    const answer = await service.request({ method: 'GET', path: '/users/me', headers, body: undefined, timeout })
    if (answer.outcome === 'no_answer')
      throw new ClientError('API_UNAVAILABLE', `${target} does not answer: ${answer.reason}`)
    const seen = classifyAnswer(answer, true)
    if (seen.kind === 'failed' && seen.cause === 'unauthenticated')
      throw new ClientError('AUTH_INVALID', `${target} does not know the key '${name}': GET /users/me is 401`)
  }
}

/** Reads options, and throws what is wrong with them as a usage error. */
function refusing<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof EmulatorError ? usageError(error.message) : error
  }
}
