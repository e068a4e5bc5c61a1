import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'

export interface Answer {
  readonly status: number
  /** The JSON value of the body, or undefined where the body is none. */
  readonly body: unknown
}

/** The request did not get an answer. `reason` is for a person and holds neither key nor URL. */
export class Unreachable extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

const longestBody = 4 * 1024 * 1024

/**
 * GETs JSON with an API key. Redirects are not followed, because the key would go along.
 *
 * @param timeout in milliseconds, for the whole exchange
 * @param stopping gives the request up
 * @throws Unreachable
 */
export async function getJson(url: string, apiKey: string, timeout: number, stopping?: AbortSignal): Promise<Answer> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'GET' })
    const give = (reason: string): void => void outgoing.destroy(new Unreachable(reason))
    const timer = setTimeout(() => give(`no answer within ${timeout / 1000} seconds`), timeout)
    const stop = (): void => give('the program is to stop')
    stopping?.addEventListener('abort', stop)
    const settle = (): void => {
      clearTimeout(timer)
      stopping?.removeEventListener('abort', stop)
    }
    const fail = (error: Error): void => {
      settle()
      reject(unreachable(error, url))
    }
    outgoing.setHeader('accept', 'application/json')
    // Set here and not in the options: NODE_DEBUG prints those.
    outgoing.setHeader('x-api-key', apiKey)
    outgoing.on('error', fail)
    outgoing.on('response', (incoming) => {
      readBody(incoming, fail, (text) => {
        settle()
        resolve({ status: incoming.statusCode ?? 0, body: parse(text) })
      })
    })
    outgoing.end()
  })
}

function readBody(incoming: IncomingMessage, fail: (error: Error) => void, done: (text: string) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > longestBody) incoming.destroy(new Unreachable('the answer is larger than 4 MiB'))
    else chunks.push(chunk)
  })
  incoming.on('error', fail)
  incoming.on('end', () => done(Buffer.concat(chunks).toString('utf8')))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreachable(error: NodeJS.ErrnoException, url: string): Unreachable {
  if (error instanceof Unreachable) return error
  const code = error.code ?? error.name
  if (code === 'ECONNRESET' && url.startsWith('http:'))
    return new Unreachable('the connection was cut; where TLS is spoken, the URL starts with https://')
  if (untrusted.has(code))
    return new Unreachable(
      `its certificate is not trusted (${code}); NODE_EXTRA_CA_CERTS names a file with the authority to trust`,
    )
  return new Unreachable(reasons[code] ?? `the connection failed (${code})`)
}

const untrusted: ReadonlySet<string> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
])

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPROTO: 'no TLS is spoken there: does the URL start with http://?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'the connection timed out',
}
