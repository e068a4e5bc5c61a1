import { handle } from './dispatch.ts'
import { toResponse, toWireRequest } from './fetch.ts'
import type { Shell } from './instance-of.ts'

/** Answers a request of Fetch. Rejects as `fetch` does if it is aborted, or the connection ends without an answer. */
export async function answerFetch(emulator: Shell, request: Request): Promise<Response> {
  const wire = await toWireRequest(request)
  request.signal.throwIfAborted()
  const answer = handle(emulator, wire)
  return toResponse(answer instanceof Promise ? await unlessAborted(answer, request) : answer, request)
}

/** Waits for an answer unless its request is aborted; then rejects as `fetch` does. */
function unlessAborted<T>(answer: Promise<T>, { signal }: Pick<Request, 'signal'>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
