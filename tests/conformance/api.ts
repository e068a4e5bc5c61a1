import type { Socket } from './socket.ts'

export interface RequestOptions {
  /** A key, or a token (`svc-token-…`, or `{ bearer }`). */
  readonly as?: string | { readonly bearer: string }
  readonly json?: unknown
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly bytes: Uint8Array
}

/** The API as a case sees it, whatever the transport. Paths stand below `/v1`. */
export class Api {
  readonly #send: (request: Request) => Promise<Response>
  readonly #base: string
  readonly #openSocket: ((as: string | undefined) => Promise<Socket>) | undefined

  constructor(
    base: string,
    send: (request: Request) => Promise<Response>,
    openSocket?: (as: string | undefined) => Promise<Socket>,
  ) {
    this.#base = base
    this.#send = send
    this.#openSocket = openSocket
  }

  /** Opens a realtime connection with a key or a token. */
  async socket(as?: string): Promise<Socket> {
    if (this.#openSocket === undefined)
      throw new Error('this way into the API has no sockets: the case must say that it needs one')
    return this.#openSocket(as)
  }

  get(path: string, as?: RequestOptions['as']): Promise<Reply> {
    return this.request('GET', path, as === undefined ? {} : { as })
  }

  post(path: string, as: RequestOptions['as'], json: unknown = {}): Promise<Reply> {
    return this.request('POST', path, { ...(as !== undefined && { as }), json })
  }

  patch(path: string, as: RequestOptions['as'], json: unknown = {}): Promise<Reply> {
    return this.request('PATCH', path, { ...(as !== undefined && { as }), json })
  }

  delete(path: string, as?: RequestOptions['as']): Promise<Reply> {
    return this.request('DELETE', path, as === undefined ? {} : { as })
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const { as, json, body } = options
    const headers = new Headers(options.headers)
    if (typeof as === 'object') headers.set('authorization', `Bearer ${as.bearer}`)
    else if (as?.startsWith('svc-token-')) headers.set('authorization', `Bearer ${as}`)
    else if (as !== undefined) headers.set('x-api-key', as)
    if (json !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const content = json === undefined ? body : JSON.stringify(json)
    const response = await this.#send(
      new Request(`${this.#base}${path}`, { method, headers, ...(content !== undefined && { body: content }) }),
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, body: parse(response, bytes) }
  }
}

export function parse(response: Response, bytes: Uint8Array): unknown {
  if (bytes.length === 0 || response.headers.get('content-type') !== 'application/json') return undefined
  return JSON.parse(new TextDecoder().decode(bytes))
}
