import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { ControlAnswer, ControlArguments, ControlKey } from '../../host/control-api/control-api.ts'
import { controlRequest } from '../../host/control-api/control-request.ts'
import { TOKEN_HEADER } from '../../host/token-header.ts'
import { VIA_HEADER } from './via-header.ts'

export interface ControlReply {
  readonly status: number
  readonly headers: Headers
  /** JSON of the answer, or its text if it is no JSON. */
  readonly body: unknown
}

interface ControlClientOptions {
  /** Sent as `x-emulator-token`. */
  readonly token?: string | undefined
  /** Sent as `x-emulator-via`: `test`. Default: none. */
  readonly via?: string | undefined
  /** Default: that of the platform, with a time limit for each call. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Real milliseconds for a call with the `fetch` of the platform. Default 60,000. */
  readonly maxWaitMs?: number
  /** Most bytes of an answer, unpacked. Default 256 MiB. */
  readonly maxBytes?: number
}

/** A refusal of a control API, with its code. */
export class ControlRefusal extends EmulatorError {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Milliseconds for a call of the control API. */
const MAX_WAIT_MS = 60_000
const MAX_BYTES = 256 * 1024 * 1024

/** The control API of an emulator, as programs call it. */
export class ControlClient {
  readonly #root: string
  readonly #token: string | undefined
  readonly #via: string | undefined
  readonly #fetch: NonNullable<ControlClientOptions['fetch']>
  readonly #maxBytes: number

  /** `root` is that of a world's control API: `http://127.0.0.1:4010/__emulator`. */
  constructor(root: string, options: ControlClientOptions = {}) {
    const { token, via, fetch: given, maxWaitMs = MAX_WAIT_MS, maxBytes = MAX_BYTES } = options
    this.#root = root.replace(/\/+$/, '')
    this.#token = token
    this.#via = via
    this.#fetch = given ?? ((url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(maxWaitMs) }))
    this.#maxBytes = maxBytes
  }

  /** A client whose calls name the cause of their changes. */
  onBehalf(via: string): ControlClient {
    return new ControlClient(this.#root, { token: this.#token, via, fetch: this.#fetch, maxBytes: this.#maxBytes })
  }

  /**
   * The answer of a call, refusals too. Throws `ControlRefusal` for a redirect, because the token would go along, and
   * for an answer that is too large.
   */
  async request<K extends ControlKey>(key: K, ...[input]: ControlArguments<K>): Promise<ControlReply> {
    const { method, path, body } = controlRequest(key, input)
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(this.#token !== undefined && { [TOKEN_HEADER]: this.#token }),
      ...(this.#via !== undefined && { [VIA_HEADER]: this.#via }),
    }
    const init: RequestInit = {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const response = await this.#fetch(`${this.#root}${path}`, init)
    refuseRedirect(response, `${this.#root}${path}`)
    return readReply(response, this.#maxBytes)
  }

  /** Sends a call and returns its JSON. Throws `ControlRefusal` with the server's error. */
  async send<K extends ControlKey>(key: K, ...input: ControlArguments<K>): Promise<ControlAnswer<K>> {
    const { status, body } = await this.request(key, ...input)
    if (status < 400) return body as ControlAnswer<K>
    const { method, path } = controlRequest(key, input[0])
    const { error, message } = isObject(body) ? body : {}
    // Every refusal of the control API has a message.
    const problem =
      message === undefined
        ? `no control API of an emulator is there: ${method} ${path} is answered with ${status}`
        : `the emulator refuses ${method} ${path}: ${String(message)}`
    throw new ControlRefusal(String(error ?? status), problem)
  }
}

function refuseRedirect({ type, status, headers }: Response, url: string): void {
  // A browser hides the status and the address of a redirect.
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return
  const to = headers.get('location')
  const where = to === null || !URL.canParse(to, url) ? '' : ` to ${new URL(to, url).origin}`
  throw new ControlRefusal('redirected', `${url} redirects${where}, which is not followed: name the emulator itself`)
}

/** Status, headers and body of an answer: its JSON, or its text if it is no JSON. */
export async function readReply(response: Response, maxBytes = MAX_BYTES): Promise<ControlReply> {
  const text = await readText(response, maxBytes)
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text }
}

/** Text of a body whose unpacked bytes are counted while they arrive. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return response.text()
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > maxBytes) {
      void reader.cancel()
      throw new ControlRefusal('too_large', `the answer of ${response.url} has more than ${maxBytes / 1024 / 1024} MiB`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
