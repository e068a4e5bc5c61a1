import { classifyAnswer } from '../../../emulator/lab/drift/classify.ts'
import { readDuration } from '../../../emulator/lab/drift/options.ts'
import { HttpTarget } from '../../../emulator/scenario/targets/http-target.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { DriftSettings } from './drift-flags.ts'

/**
 * Throws if the service does not answer or does not know a key, because the run would take minutes without a result.
 */
export async function checkService({ target, keys, timeLimit }: DriftSettings): Promise<void> {
  const service = new HttpTarget({ apiUrl: target })
  const timeout = readDuration('time-limit', timeLimit)
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
