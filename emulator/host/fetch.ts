import type { WireRequest, WireResponse, WireStream } from '../engine/kernel/wire.ts'
import { faultyResponse } from './faulty-fetch.ts'

/** Converts a Fetch request to its wire form. The API ignores the host of its URL. */
export async function toWireRequest(request: Request): Promise<WireRequest> {
  const headers: string[] = []
  for (const [name, value] of request.headers) headers.push(name, value)
  const { url, method } = request
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const hash = url.indexOf('#', start)
  const target = start < 0 ? '/' : hash < 0 ? url.slice(start) : url.slice(start, hash)
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
  return { method, url: target, headers, body, ...(start > 0 && { origin: url.slice(0, start) }) }
}

/** Waits for an answer unless its request is aborted; then rejects as `fetch` does. */
export function unlessAborted<T>(answer: Promise<T>, { signal }: Pick<Request, 'signal'>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Converts an answer with its faults to Fetch. Rejects as `fetch` does if the connection ends without one. */
export function toResponse(response: WireResponse, request: Request): Response | Promise<Response> {
  const { method } = request
  if (response.faults !== undefined) return faultyResponse(response, request)
  const headers = new Headers()
  for (let i = 0; i < response.headers.length; i += 2) headers.append(response.headers[i]!, response.headers[i + 1]!)
  return new Response(method === 'HEAD' ? null : toBody(response), { status: response.status, headers })
}

function toBody({ body, stream }: WireResponse): BodyInit | null {
  return stream === undefined ? (body as BodyInit | null) : readable(stream)
}

/** Converts a stream to a body of Fetch. Cancelling it ends the stream. */
function readable(stream: WireStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const pieces = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}
