import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { readRetryAfter } from '../../emulator/engine/checking/retry-after.ts'
import { decodeBody } from './decode-body.ts'
import type { Io } from './io.ts'
import { openProxy, type Proxy, proxyRefusal } from './proxy.ts'
import { connectionFailure, Unreachable } from './unreachable.ts'

export interface JsonAnswer {
  readonly status: number
  /** The JSON value of the body, or undefined where the body is none. */
  readonly body: unknown
  /** Form of the body; all but `json` have no value in `body`. */
  readonly form: 'json' | 'html' | 'broken-json' | 'other'
  /** Where a redirect leads, without its query. */
  readonly redirect: string | undefined
  /** Milliseconds after which the answer asks for another attempt. */
  readonly retryAfter: number | undefined
}

interface GetOptions {
  readonly apiKey: string
  /** Names the proxy. */
  readonly env: Io['env']
  /** Milliseconds for the whole exchange. */
  readonly timeout: number
  /** Gives the request up. */
  readonly stopping: AbortSignal
}

const longestBody = 4 * 1024 * 1024

/**
 * GETs JSON with an API key, through the proxy that the environment names. Redirects are not followed, because the key would go along.
 *
 * @throws Unreachable
 */
export async function getJson(url: URL, options: GetOptions): Promise<JsonAnswer> {
  const proxy = await openProxy(url, options.env)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const outgoing = request(url, { method: 'GET', ...(proxy && { agent: proxy.agent }) })
  let givenUp: Unreachable | undefined
  const give = (reason: string): void => void outgoing.destroy((givenUp = new Unreachable(reason)))
  const timer = setTimeout(() => give(`no answer within ${options.timeout / 1000} seconds`), options.timeout)
  const stop = (): void => give('the program is to stop')
  options.stopping.addEventListener('abort', stop)
  // Set here and not in the options: NODE_DEBUG prints those.
  for (const [name, value] of Object.entries({ ...headers, 'x-api-key': options.apiKey }))
    outgoing.setHeader(name, value)
  try {
    const incoming = await answerTo(outgoing, url, proxy)
    return await readAnswer(incoming, url, proxy)
  } catch (error) {
    // A body that is given up ends as one that was cut off.
    throw givenUp ?? error
  } finally {
    clearTimeout(timer)
    options.stopping.removeEventListener('abort', stop)
  }
}

const headers = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' }

function answerTo(outgoing: ClientRequest, url: URL, proxy: Proxy | undefined): Promise<IncomingMessage> {
  let isAtProxy = proxy !== undefined
  return new Promise((resolve, reject) => {
    outgoing.on('error', (error) => {
      const { reason } = connectionFailure(error, url.protocol === 'http:' && !isAtProxy)
      reject(new Unreachable(isAtProxy ? `${reason}, at the proxy ${proxy?.host} that the environment names` : reason))
    })
    outgoing.on('proxyConnect', ({ statusCode = 200 }: { statusCode?: number }) => {
      isAtProxy = false
      if (statusCode !== 200) reject(proxyRefusal(statusCode, proxy, true))
    })
    outgoing.on('response', resolve)
    outgoing.end()
  })
}

async function readAnswer(incoming: IncomingMessage, url: URL, proxy: Proxy | undefined): Promise<JsonAnswer> {
  const { statusCode: status = 0, headers: given } = incoming
  const refusal = proxyRefusal(status, proxy, false)
  if (refusal !== undefined) throw refusal
  const text = await readText(incoming)
  const body = parse(text)
  const isHtml = /^\s*</.test(text) || given['content-type']?.startsWith('text/html') === true
  const form = body !== undefined ? 'json' : isHtml ? 'html' : /^\s*[[{]/.test(text) ? 'broken-json' : 'other'
  const { location } = given
  const redirects = status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)
  const redirect = redirects ? shown(new URL(location, url)) : undefined
  return { status, body, form, redirect, retryAfter: readRetryAfter(given['retry-after'], Date.now()) }
}

/** Without query, user and password, which may be secrets. */
function shown({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > longestBody) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Unreachable) throw error
    throw new Unreachable(`the answer was cut off after ${size} bytes`)
  }
  return new TextDecoder().decode(await decoded(Buffer.concat(chunks), incoming.headers['content-encoding'] ?? ''))
}

async function decoded(bytes: Buffer, coding: string): Promise<Buffer> {
  const body = await decodeBody(bytes, coding, longestBody).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new Unreachable(
      code === 'Z_BUF_ERROR'
        ? `the answer was cut off after ${bytes.length} bytes`
        : `the answer is not compressed as it says (${coding})`,
    )
  })
  if (body === undefined) throw new Unreachable(`the answer is compressed in a way that was not asked for (${coding})`)
  return body
}

function tooLarge(): Unreachable {
  return new Unreachable('the answer is larger than 4 MiB')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
