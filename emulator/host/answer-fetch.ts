import { handle } from './dispatch.ts'
import { toResponse, toWireRequest } from './fetch.ts'
import { Client, type WireResponse } from '../engine/kernel/wire.ts'
import type { Shell } from './instance-of.ts'

/** Answers a request of Fetch. Rejects as `fetch` does if it is aborted, or the connection ends without an answer. */
export async function answerFetch(emulator: Shell, request: Request): Promise<Response> {
  const wire = await toWireRequest(request)
  request.signal.throwIfAborted()
  const client = new Client()
  const answer = handle(emulator, wire, client)
  return toResponse(answer instanceof Promise ? await unlessAborted(answer, request, client) : answer, request, client)
}

/** Waits for an answer unless its request is aborted; then its client leaves, and it rejects as `fetch` does. */
function unlessAborted(answer: Promise<WireResponse>, request: Request, client: Client): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    // The listener keeps the request, not only its signal: the signal fires only while the request is referenced.
    const abort = () => {
      client.end(true)
      reject(request.signal.reason)
    }
    request.signal.addEventListener('abort', abort)
    void answer.then(resolve, reject).finally(() => request.signal.removeEventListener('abort', abort))
  })
}
