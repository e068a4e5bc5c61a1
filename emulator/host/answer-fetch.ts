import { handle } from './dispatch.ts'
import { toResponse, toWireRequest } from './fetch.ts'
import type { WireResponse } from '../engine/kernel/wire.ts'
import type { Shell } from './instance-of.ts'

/** Answers a request of Fetch. Rejects as `fetch` does if it is aborted, or the connection ends without an answer. */
export async function answerFetch(emulator: Shell, request: Request): Promise<Response> {
  const wire = await toWireRequest(request)
  request.signal.throwIfAborted()
  const answer = handle(emulator, wire, { onLeft: (listener) => whenAborted(request, listener) })
  return toResponse(answer instanceof Promise ? await unlessAborted(answer, request) : answer, request)
}

/** Waits for an answer unless its request is aborted; then rejects as `fetch` does. */
function unlessAborted(answer: Promise<WireResponse>, { signal }: Request): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
    const finish = (response: WireResponse) => {
      if (signal.aborted) response.gaveUp?.()
      resolve(response)
    }
    void answer.then(finish, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

// The listener keeps the request, not only its signal: the signal fires only while the request is referenced.
function whenAborted(request: Request, listener: () => void): void {
  if (request.signal.aborted) listener()
  else request.signal.addEventListener('abort', () => request.signal.aborted && listener(), { once: true })
}
