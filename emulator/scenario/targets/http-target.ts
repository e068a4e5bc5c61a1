/** Any server that speaks the API, over HTTP and WebSocket. */
import { aFunction, anObject, checkOptions, required, aUrl, type OptionKinds } from '../../engine/checking/options.ts'
import { unknownNames } from '../keys.ts'
import type { NamedKeys } from '../../engine/matching/schema-keys.ts'
import { LATE, joined, describeFailure } from './arrival.ts'
import { realTimers } from '../../host/real-timers.ts'
import { withSecrets } from './with-secrets.ts'
import type { EmulatorControls, KeyHeaders, HttpAnswer, HttpRequest, Target, TargetWire, WireEvents } from './target.ts'

export interface HttpTargetOptions {
  /** Root of the REST API, with `/v1`. */
  apiUrl: string
  /** Default: the API URL's `/realtime`. */
  realtimeUrl?: string
  /** Secrets to send, by names in the scenario. Other secrets are sent unchanged. */
  keys?: Readonly<Record<string, string>>
  /** Opens sockets. Without it, Node's carry the credentials in request headers, a browser's in the query. */
  openSocket?: (url: string, headers: KeyHeaders, events: WireEvents, late?: AbortSignal) => Promise<TargetWire>
  controls?: EmulatorControls
}

const targetOptions: OptionKinds<HttpTargetOptions> = {
  apiUrl: required(aUrl('http', 'https')),
  realtimeUrl: aUrl('ws', 'wss'),
  keys: anObject,
  openSocket: aFunction,
  controls: anObject,
}

export class HttpTarget implements Target {
  readonly name: string
  readonly controls: EmulatorControls | undefined
  readonly timers = realTimers
  readonly #apiUrl: string
  readonly #realtimeUrl: string
  readonly #options: HttpTargetOptions

  /** Throws `EmulatorError` for wrong options. */
  constructor(options: HttpTargetOptions) {
    checkOptions('HttpTarget', options, targetOptions)
    this.#apiUrl = options.apiUrl.replace(/\/+$/, '')
    this.#realtimeUrl = options.realtimeUrl ?? `${this.#apiUrl.replace(/^http/, 'ws')}/realtime`
    this.name = this.#apiUrl
    this.controls = options.controls
    this.#options = options
  }

  async request({ method, path, headers, body, timeout, signal }: HttpRequest): Promise<HttpAnswer> {
    const ended = endAfter(timeout, signal)
    const init: RequestInit = {
      method,
      headers: this.#filled(headers),
      signal: ended.signal,
      redirect: 'manual',
      ...(body !== undefined && { body: body as BodyInit }),
    }
    try {
      return await readAnswer(await fetch(this.#apiUrl + path, init), ended.signal)
    } catch (error) {
      return { outcome: 'no_answer', reason: describeFailure(error), status: 0, headers: {}, bytes: new Uint8Array() }
    } finally {
      ended.release()
    }
  }

  connect(credentials: KeyHeaders, events: WireEvents, late?: AbortSignal): Promise<TargetWire> {
    const { openSocket = inNode() ? openInNode : openInBrowser } = this.#options
    return openSocket(this.#realtimeUrl, this.#filled(credentials), events, late)
  }

  serve(): Promise<{ apiUrl: string; realtimeUrl: string }> {
    return Promise.resolve({ apiUrl: this.#apiUrl, realtimeUrl: this.#realtimeUrl })
  }

  secret(name: string): string {
    const { keys = {} } = this.#options
    return Object.hasOwn(keys, name) ? (keys[name] as string) : name
  }

  learn(keys: NamedKeys): string[] {
    return unknownNames(keys, this.#options.keys ?? {})
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  #filled(headers: KeyHeaders): KeyHeaders {
    return withSecrets(headers, (name) => this.secret(name))
  }
}

/** A signal that is aborted after a time, or with another one. `AbortSignal.any` is not used: Node 20 collects it. */
function endAfter(timeout: number, signal: AbortSignal | undefined): { signal: AbortSignal; release: () => void } {
  const ended = new AbortController()
  const callOff = realTimers.after(timeout, () => ended.abort(new DOMException(LATE, 'TimeoutError')))
  const stop = (): void => ended.abort(signal?.reason)
  if (signal?.aborted === true) stop()
  signal?.addEventListener('abort', stop)
  return {
    signal: ended.signal,
    release() {
      callOff()
      signal?.removeEventListener('abort', stop)
    },
  }
}

async function readAnswer(response: Response, signal: AbortSignal): Promise<HttpAnswer> {
  const { bytes, cut } = await readAll(response, signal)
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), bytes }
  return cut === undefined ? { outcome: 'answered', ...answer } : { outcome: 'cut', reason: cut, ...answer }
}

function inNode(): boolean {
  return typeof process !== 'undefined' && process.versions.node !== undefined
}

/** No answer of the API is larger: uploads, the largest, are bounded to 64 MiB. */
const MAX_ANSWER_BYTES = 80 * 1024 * 1024

async function readAll(response: Response, signal: AbortSignal): Promise<{ bytes: Uint8Array; cut?: string }> {
  const chunks: Uint8Array[] = []
  const reader = response.body?.getReader()
  // A body that is unpacked does not always notice that its request was given up.
  const gone = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  gone.catch(() => undefined)
  const read = () => Promise.race([reader!.read(), gone])
  try {
    let size = 0
    for (let part = reader && (await read()); part?.done === false; part = await read()) {
      size += part.value.length
      if (size > MAX_ANSWER_BYTES) {
        void reader!.cancel().catch(() => undefined)
        return { bytes: joined(chunks), cut: `the answer has more than ${MAX_ANSWER_BYTES} bytes` }
      }
      chunks.push(part.value)
    }
    return { bytes: joined(chunks) }
  } catch (error) {
    return { bytes: joined(chunks), cut: describeFailure(error) }
  }
}

async function openInNode(
  url: string,
  credentials: KeyHeaders,
  events: WireEvents,
  late?: AbortSignal,
): Promise<TargetWire> {
  const { openWithWs } = await import('./node-socket.ts')
  return openWithWs(url, credentials, events, late)
}

/** A browser's WebSocket cannot carry headers: the credentials go into the query. */
function openInBrowser(
  url: string,
  credentials: KeyHeaders,
  events: WireEvents,
  late?: AbortSignal,
): Promise<TargetWire> {
  const target = new URL(url)
  const bearer = credentials['authorization']?.replace(/^Bearer /, '')
  if (bearer !== undefined) target.searchParams.set('access_token', bearer)
  if (credentials['x-api-key'] !== undefined) target.searchParams.set('api_key', credentials['x-api-key'])
  const socket = new WebSocket(target)
  const wire: TargetWire = { send: (text) => socket.send(text), close: () => socket.close() }
  late?.addEventListener('abort', wire.close)
  let opened = false
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => events.text(String(data)))
    socket.addEventListener('open', () => {
      opened = true
      resolve(wire)
    })
    socket.addEventListener('close', ({ code, reason }) => {
      if (opened) events.closed(code, reason)
      else events.failed('the socket could not be opened')
      resolve(wire)
    })
  })
}
