import { isObject } from '../engine/checking/is-object.ts'
import { valueText } from '../engine/checking/problems.ts'
import type { Beside, Host } from '../engine/kernel/host.ts'
import { answerHttp } from '../engine/kernel/rest/http.ts'
import { type Client, findHeader, type WireRequest, type WireResponse } from '../engine/kernel/wire.ts'

/** Answers a request by the hook `beside`, and records it. Undefined if there is no hook, or it has no answer. */
export async function answerBeside(
  host: Host,
  request: WireRequest,
  client?: Client,
): Promise<WireResponse | undefined> {
  const { beside } = host
  if (beside === undefined || request.tooLarge === true || ofNoRequest.test(request.method)) return undefined
  const answer = await ask(beside, request)
  return answer && answerHttp(host, request, client, answer)
}

/** Methods that no `Request` has. */
const ofNoRequest = /^(?:connect|trace|track)$/i

/** Calls the hook. If it fails, the returned function throws the failure, which is recorded as a defect. */
async function ask(beside: Beside, request: WireRequest): Promise<(() => WireResponse) | undefined> {
  try {
    const response: unknown = await beside(toRequest(request))
    if (response === undefined) return undefined
    const wire = await toWireResponse(response)
    return () => wire
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function toRequest({ method, url, headers, body, secure, origin }: WireRequest): Request {
  const root = origin ?? `${secure === true ? 'https' : 'http'}://${readHost(headers)}`
  const given = new Headers()
  for (let i = 0; i < headers.length; i += 2) given.append(headers[i]!, headers[i + 1]!)
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== null
  return new Request(`${root}${url}`, { method, headers: given, ...(hasBody && { body: new Uint8Array(body) }) })
}

/** The host that a request names; where it is none, its path would be another one. */
function readHost(headers: readonly string[]): string {
  const host = findHeader(headers, 'host') ?? ''
  return /^[^\s/?#@\\]+$/.test(host) ? host : 'emulator'
}

/** Headers that the transport writes itself. */
const ofTransport = new Set(['content-length', 'transfer-encoding', 'connection'])

async function toWireResponse(response: unknown): Promise<WireResponse> {
  if (!isResponse(response) || response.status < 200)
    throw new TypeError(`beside: expected a Response with a status from 200, or undefined, got ${valueText(response)}`)
  // The body of a response that `fetch` gave is decoded already.
  const isLeftOut = (name: string) => ofTransport.has(name) || (name === 'content-encoding' && response.url !== '')
  const headers = [...response.headers].filter(([name]) => !isLeftOut(name)).flat()
  return {
    status: response.status,
    headers,
    body: response.body === null ? null : new Uint8Array(await response.arrayBuffer()),
  }
}

/** True for a Response, also one of another realm or library. */
function isResponse(value: unknown): value is Response {
  return isObject(value) && typeof value['status'] === 'number' && typeof value['arrayBuffer'] === 'function'
}
