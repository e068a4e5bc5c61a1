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

/** The control API of an emulator, as programs call it. */
export class ControlClient {
  readonly #root: string
  readonly #token: string | undefined
  readonly #via: string | undefined
  readonly #fetch: NonNullable<ControlClientOptions['fetch']>

  /** `root` is that of a world's control API: `http://127.0.0.1:4010/__emulator`. */
  constructor(root: string, { token, via, fetch: given, maxWaitMs = MAX_WAIT_MS }: ControlClientOptions = {}) {
    this.#root = root.replace(/\/+$/, '')
    this.#token = token
    this.#via = via
    this.#fetch = given ?? ((url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(maxWaitMs) }))
  }

  /** A client whose calls name the cause of their changes. */
  onBehalf(via: string): ControlClient {
    return new ControlClient(this.#root, { token: this.#token, via, fetch: this.#fetch })
  }

  /** The answer of a call, refusals too. */
  async request<K extends ControlKey>(key: K, ...[input]: ControlArguments<K>): Promise<ControlReply> {
    const { method, path, body } = controlRequest(key, input)
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(this.#token !== undefined && { [TOKEN_HEADER]: this.#token }),
      ...(this.#via !== undefined && { [VIA_HEADER]: this.#via }),
    }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return readReply(await this.#fetch(`${this.#root}${path}`, init))
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

/** Status, headers and body of an answer: its JSON, or its text if it is no JSON. */
export async function readReply(response: Response): Promise<ControlReply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text }
}
