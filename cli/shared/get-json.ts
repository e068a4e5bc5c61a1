import type { IncomingMessage } from 'node:http'

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
 * GETs JSON with an API key. Redirects are not followed, because the key would go along. `node:http` and not `fetch`:
 * the latter costs a fifth of the start-up time that a command may take.
 *
 * @param timeout in milliseconds, for the whole exchange
 * @param stopping gives the request up
 * @throws Unreachable
 */
export async function getJson(url: string, apiKey: string, timeout: number, stopping?: AbortSignal): Promise<Answer> {
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    const signals = [AbortSignal.timeout(timeout), ...(stopping === undefined ? [] : [stopping])]
    const outgoing = request(url, { method: 'GET', signal: AbortSignal.any(signals) })
    outgoing.setHeader('accept', 'application/json')
    // Set here and not in the options: NODE_DEBUG prints those.
    outgoing.setHeader('x-api-key', apiKey)
    outgoing.on('error', (error) => reject(unreachable(error, timeout)))
    outgoing.on('response', (incoming) => {
      readBody(incoming).then(
        (text) => resolve({ status: incoming.statusCode ?? 0, body: parse(text) }),
        (error: unknown) => reject(unreachable(error, timeout)),
      )
    })
    outgoing.end()
  })
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > longestBody) throw new Unreachable('the answer is larger than 4 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreachable(error: unknown, timeout: number): Unreachable {
  if (error instanceof Unreachable) return error
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return new Unreachable(`no answer within ${timeout / 1000} seconds`)
  return new Unreachable(reasons[code ?? ''] ?? `the connection failed (${code ?? name})`)
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'the connection timed out',
}
