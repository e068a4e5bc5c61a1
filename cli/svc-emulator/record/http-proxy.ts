import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { callerIn, TELLING_HEADERS, type HttpExchange } from '../../../emulator/scenario/record/exchange.ts'
import type { HttpAnswer } from '../../../emulator/scenario/targets/target.ts'
import { decodeBody } from '../../shared/decode-body.ts'
import { handedOn } from './handed-on.ts'
import { withoutQuerySecrets } from './query-secrets.ts'
import type { RecordedTraffic } from './recorder.ts'

/** Path of the API on the proxy, as on an emulator. */
export const BASE = '/v1'

/** Maximum of bytes in a request or answer: the limit of uploads. */
const MAX_BODY_BYTES = 64 * 1024 * 1024
const TOO_LARGE = `more than ${MAX_BODY_BYTES / 1024 / 1024} MiB`

interface Forwarded extends HttpAnswer {
  readonly rawHeaders: readonly string[]
  /** Reason for which the exchange is no step of a scenario. */
  readonly leftOut?: string
}

/** Forwards requests to the target, and tells the recorder of each. */
export function httpProxy(apiUrl: string, recorder: RecordedTraffic) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    readBody(request)
      .then((body) => {
        if (body !== undefined) return answer(request, response, body, apiUrl, recorder)
        recorder.leaveOut(`${request.method} ${withoutQuerySecrets(request.url ?? '/')}`, `its body has ${TOO_LARGE}`)
        response.setHeader('connection', 'close')
        refuse(response, 413, 'request_too_large', `the proxy takes no body of ${TOO_LARGE}`)
      })
      .catch(() => response.destroy())
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  apiUrl: string,
  recorder: RecordedTraffic,
): Promise<void> {
  const url = request.url ?? '/'
  const isOfApi = url === BASE || url.startsWith(`${BASE}/`) || url.startsWith(`${BASE}?`)
  if (!isOfApi && recorder.everything !== true)
    return refuse(response, 404, 'endpoint_not_found', `the proxy offers what is below ${BASE}`)
  const path = isOfApi ? url.slice(BASE.length) : url
  await recorder.turn(async (settled) => {
    const target = isOfApi ? `${apiUrl}${path}` : new URL(apiUrl).origin + path
    const answered = await forward(request, response, target, body)
    const forwarded = isOfApi ? answered : { leftOut: 'requests to other paths', ...answered }
    if (forwarded.leftOut !== undefined) {
      recorder.leaveOut(`${request.method} ${withoutQuerySecrets(path)}`, forwarded.leftOut)
      if (forwarded.outcome === 'no_answer')
        refuse(response, 502, 'internal_error', `the proxy has no answer: ${forwarded.leftOut}`)
      else passOn(forwarded, response)
      return []
    }
    await settled().finally(() => passOn(forwarded, response))
    return [await readExchange(request, path, body, forwarded)]
  })
}

async function readExchange(
  { method = 'GET', headers }: IncomingMessage,
  path: string,
  body: Buffer,
  { outcome, reason, status, headers: answered, bytes }: Forwarded,
): Promise<HttpExchange> {
  const kept = TELLING_HEADERS.flatMap((name) =>
    typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [],
  )
  return {
    kind: 'http',
    caller: callerIn(headers),
    method,
    path,
    headers: Object.fromEntries(kept),
    body: new Uint8Array(body),
    answer: {
      outcome,
      ...(reason !== undefined && { reason }),
      status,
      headers: answered,
      bytes: outcome === 'answered' ? await decodeContent(bytes, answered['content-encoding']) : bytes,
    },
  }
}

/** Forwards a request for as long as the client waits. Resolves whatever the target does. */
function forward(request: IncomingMessage, response: ServerResponse, url: string, body: Buffer): Promise<Forwarded> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  const nothing = { outcome: 'no_answer', status: 0, headers: {}, rawHeaders: [], bytes: new Uint8Array() } as const
  return new Promise((resolve) => {
    const outgoing = send(
      url,
      { method: request.method ?? 'GET', headers: sentHeaders(request), agent: false },
      (incoming) => receive(incoming, resolve),
    )
    const gone = (): void => {
      if (response.writableFinished) return
      resolve({ ...nothing, leftOut: 'it was not answered before the client went away or the recording ended' })
      outgoing.destroy()
    }
    response.once('close', gone)
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.destroy()
      resolve({ ...nothing, leftOut: 'unexpected answer of the target: 101' })
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(
        error.code ?? '',
      )
      resolve({
        ...nothing,
        reason: error.code ?? error.message,
        ...(unreachable && { leftOut: `the target could not be reached (${error.code})` }),
      })
    })
    outgoing.end(body)
    if (response.destroyed) gone()
  })
}

function receive(incoming: IncomingMessage, resolve: (forwarded: Forwarded) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  const done = (outcome: 'answered' | 'cut', more: Pick<Forwarded, 'reason' | 'leftOut'> = {}): void =>
    resolve({
      outcome,
      ...more,
      status: incoming.statusCode ?? 0,
      headers: plainHeaders(incoming),
      rawHeaders: incoming.rawHeaders,
      bytes: new Uint8Array(Buffer.concat(chunks)),
    })
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) return void chunks.push(chunk)
    done('cut', { leftOut: `its answer has ${TOO_LARGE}` })
    incoming.destroy()
  })
  incoming.on('end', () => done('answered')).on('error', (error) => done('cut', { reason: error.message }))
}

function passOn({ outcome, status, rawHeaders, bytes }: Forwarded, response: ServerResponse): void {
  if (outcome === 'no_answer' || response.destroyed) return void response.destroy()
  response.writeHead(
    status,
    handedOn(rawHeaders, () => false),
  )
  if (outcome === 'answered') return void response.end(bytes)
  response.write(bytes, () => response.destroy())
}

function refuse(response: ServerResponse, status: number, error: string, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ status: 'failure', error, message }))
}

/** Headers for the target. Content is asked for as it is, because a recording holds it. */
function sentHeaders({ rawHeaders }: IncomingMessage): Record<string, string[]> {
  const isOwn = (name: string): boolean => name === 'accept-encoding' || name === 'expect'
  return { ...handedOn(rawHeaders, isOwn), 'accept-encoding': ['identity'] }
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

/** Reads a body; undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Decompresses the content of an answer; returns the unchanged bytes if that fails. */
export async function decodeContent(bytes: Uint8Array, coding = ''): Promise<Uint8Array> {
  const content = await decodeBody(Buffer.from(bytes), coding, MAX_BODY_BYTES).catch(() => undefined)
  return content === undefined ? bytes : new Uint8Array(content)
}
