import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { HttpExchange } from '../../../emulator/scenario/record/exchange.ts'
import type { HttpAnswer } from '../../../emulator/scenario/targets/target.ts'
import { callerOf, type Recorder } from './recorder.ts'

/** Below this the proxy offers the API, as an emulator does. */
export const BASE = '/v1'

/** Headers that belong to one connection. */
const ofTheConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host', 'accept-encoding', 'expect'])
/** Headers of a request that decide what is answered, beside the credentials. */
const telling = ['content-type', 'x-request-body']

interface Forwarded extends HttpAnswer {
  readonly rawHeaders: readonly string[]
  /** The target refused the connection: nothing was asked. */
  readonly unreachable: boolean
}

/** Answers the requests of a recording: each goes to the target, and what comes back is kept. */
export function httpProxy(apiUrl: string, recorder: Recorder) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    bodyOf(request).then((body) => answer(request, response, body, apiUrl, recorder)).catch(() => response.destroy())
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, body: Buffer, apiUrl: string, recorder: Recorder): Promise<void> {
  const url = request.url ?? '/'
  if (!(url === BASE || url.startsWith(`${BASE}/`) || url.startsWith(`${BASE}?`))) return refuse(response, 404, 'endpoint_not_found', `the recording proxy offers what is below ${BASE}`)
  const path = url.slice(BASE.length)
  await recorder.turn(async (settled) => {
    const forwarded = await forward(request, `${apiUrl}${path}`, body)
    if (forwarded.unreachable) {
      refuse(response, 502, 'internal_error', `the recording proxy cannot reach its target: ${forwarded.reason ?? ''}`)
      recorder.leaveOut(`${request.method} ${path}: the target could not be reached`)
      return []
    }
    await settled().finally(() => passOn(forwarded, response))
    return [exchangeOf(request, path, body, forwarded)]
  })
}

function exchangeOf({ method = 'GET', headers }: IncomingMessage, path: string, body: Buffer, { outcome, reason, status, headers: answered, bytes }: Forwarded): HttpExchange {
  const kept = telling.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []))
  return {
    kind: 'http', caller: callerOf(headers), method, path, headers: Object.fromEntries(kept), body: new Uint8Array(body),
    answer: { outcome, ...(reason !== undefined && { reason }), status, headers: answered, bytes },
  }
}

function forward(request: IncomingMessage, url: string, body: Buffer): Promise<Forwarded> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  const nothing = { status: 0, headers: {}, rawHeaders: [], bytes: new Uint8Array() }
  return new Promise((resolve) => {
    const outgoing = send(url, { method: request.method ?? 'GET', headers: withoutConnection(request.rawHeaders), agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      const done = (outcome: 'answered' | 'cut', reason?: string): void => resolve({
        outcome, ...(reason !== undefined && { reason }), unreachable: false, status: incoming.statusCode ?? 0,
        headers: plainHeaders(incoming), rawHeaders: incoming.rawHeaders, bytes: new Uint8Array(Buffer.concat(chunks)),
      })
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done('answered')).on('error', (error) => done('cut', error.message))
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(error.code ?? '')
      resolve({ ...nothing, outcome: 'no_answer', reason: error.code ?? error.message, unreachable })
    })
    outgoing.end(body)
  })
}

function passOn({ outcome, status, rawHeaders, bytes }: Forwarded, response: ServerResponse): void {
  if (outcome === 'no_answer') return void response.destroy()
  response.writeHead(status, pairs(rawHeaders).filter(([name]) => !ofTheConnection.has(name.toLowerCase())).flat())
  if (outcome === 'answered') return void response.end(bytes)
  response.write(bytes, () => response.destroy())
}

function refuse(response: ServerResponse, status: number, error: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status: 'failure', error, message }))
}

function withoutConnection(raw: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  for (const [name, value] of pairs(raw)) if (!ofTheConnection.has(name.toLowerCase())) (headers[name.toLowerCase()] ??= []).push(value)
  return { ...headers, 'accept-encoding': ['identity'] }
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as [string, string]] : []))
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value ?? '']))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
