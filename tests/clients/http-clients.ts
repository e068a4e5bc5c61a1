/** HTTP clients of the ecosystem behind one shape, each through its own API: what one of them cannot do, it must not get done. */
import http from 'node:http'
import https from 'node:https'
import axios from 'axios'
import got from 'got'
import ky from 'ky'
import superagent from 'superagent'
import { fetch as undiciFetch, request as undiciRequest } from 'undici'

export interface HttpClient {
  /** As the table of the README names it. */
  readonly name: string
  /** Where its version is found. */
  readonly package?: string
  /** Major versions of msw that see its requests. */
  readonly intercepted: readonly number[]
  send(request: Request): Promise<Response>
}

export const httpClients: readonly HttpClient[] = [
  { name: 'fetch', intercepted: [2, 3], send: (request) => fetch(request) },
  { name: 'undici request', package: 'undici', intercepted: [], send: sendWithUndici },
  { name: 'undici fetch', package: 'undici', intercepted: [], send: sendWithUndiciFetch },
  { name: 'axios', package: 'axios', intercepted: [2, 3], send: sendWithAxios },
  { name: 'got', package: 'got', intercepted: [2, 3], send: sendWithGot },
  {
    name: 'ky',
    package: 'ky',
    intercepted: [2, 3],
    send: (request) => ky(request, { throwHttpErrors: false, retry: 0 }),
  },
  { name: 'superagent', package: 'superagent', intercepted: [2, 3], send: sendWithSuperagent },
  { name: 'node:http', intercepted: [2, 3], send: sendWithNodeHttp },
]

function parts({ url, method, headers }: Request): { url: string; method: string; headers: Record<string, string> } {
  return { url, method, headers: Object.fromEntries(headers) }
}

async function readBytes(request: Request): Promise<Buffer | undefined> {
  return request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
}

function answer(status: number, headers: object, body: Uint8Array): Response {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)] as [string, string]),
  )
  return new Response([204, 205, 304].includes(status) ? null : Buffer.from(body), { status, headers: flat })
}

async function sendWithUndici(request: Request): Promise<Response> {
  const { url, method, headers } = parts(request)
  const response = await undiciRequest(url, {
    method: method as 'GET',
    headers,
    body: (await readBytes(request)) ?? null,
  })
  return answer(response.statusCode, response.headers, new Uint8Array(await response.body.arrayBuffer()))
}

async function sendWithUndiciFetch(request: Request): Promise<Response> {
  const { url, method, headers } = parts(request)
  const body = await readBytes(request)
  const response = await undiciFetch(url, { method, headers, ...(body && { body }) })
  return answer(response.status, Object.fromEntries(response.headers), new Uint8Array(await response.arrayBuffer()))
}

async function sendWithAxios(request: Request): Promise<Response> {
  const { url, method, headers } = parts(request)
  // axios calls every other body a form; `false` keeps it from doing so.
  const typed = { 'content-type': false, ...headers }
  const response = await axios.request<ArrayBuffer>({
    url,
    method,
    headers: typed,
    data: await readBytes(request),
    responseType: 'arraybuffer',
    validateStatus: () => true,
  })
  return answer(response.status, response.headers, new Uint8Array(response.data))
}

async function sendWithGot(request: Request): Promise<Response> {
  const { url, method, headers } = parts(request)
  const body = await readBytes(request)
  const response = await got(url, {
    method: method as 'GET',
    headers,
    ...(body && { body }),
    responseType: 'buffer',
    throwHttpErrors: false,
    retry: { limit: 0 },
    allowGetBody: true,
  })
  return answer(response.statusCode, response.headers, response.body)
}

async function sendWithSuperagent(request: Request): Promise<Response> {
  const { url, method, headers } = parts(request)
  const body = await readBytes(request)
  const sent = superagent(method, url)
    .set(headers)
    .ok(() => true)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)))
      response.on('end', () => done(null, Buffer.concat(chunks)))
    })
  // superagent would write a Buffer as JSON where the type says so; text it takes as it is.
  const isJson = /json/.test(headers['content-type'] ?? '')
  const response = await (body === undefined
    ? sent
    : sent.serialize((data: unknown) => data as string).send((isJson ? body.toString() : body) as never))
  return answer(
    response.status,
    response.headers as object,
    Buffer.isBuffer(response.body) ? response.body : Buffer.alloc(0),
  )
}

async function sendWithNodeHttp(request: Request): Promise<Response> {
  const { url, method, headers } = parts(request)
  const body = await readBytes(request)
  return new Promise((resolve, reject) => {
    const sent = (url.startsWith('https:') ? https : http).request(
      url,
      { method, headers: { ...headers, ...(body && { 'content-length': body.length }) } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => resolve(answer(response.statusCode!, response.headers, Buffer.concat(chunks))))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
