import { announcedLength, bodyBytes } from '../engine/faults/answer-body.ts'
import type { Client, WireRequest, WireResponse, WireStream } from '../engine/kernel/wire.ts'
import { faultyResponse } from './faulty-fetch.ts'
import { responseInit } from './response-init.ts'

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

/**
 * Converts an answer with its faults to Fetch, and hands it to its client. Rejects as `fetch` does if the connection ends
 * without one.
 */
export function toResponse(response: WireResponse, request: Request, client?: Client): Response | Promise<Response> {
  if (response.faults !== undefined) return faultyResponse(response, request, client)
  client?.end(false)
  return plainResponse(response, request.method)
}

/** Converts an answer without faults to Fetch. */
export function plainResponse(response: WireResponse, method: string): Response {
  const { status, headers } = response
  const body = toBody(response)
  const length = body instanceof Uint8Array ? body.length : announcedLength(response)
  return new Response(method === 'HEAD' ? null : body, responseInit(status, headers, length))
}

/** Gives a response, and its clones, the URL that it came from. */
export function withUrl(response: Response, url: string): Response {
  const clone = () => withUrl(Response.prototype.clone.call(response), url)
  return Object.defineProperties(response, {
    url: { value: url, configurable: true },
    clone: { value: clone, configurable: true },
  })
}

function toBody({ body, stream }: WireResponse): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null {
  if (stream !== undefined) return readable(stream)
  return body === null ? null : bodyBytes(body)
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
