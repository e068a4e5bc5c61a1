import type { ControlAnswer, ControlArguments, ControlKey } from '../../../emulator/host/control-api/control-api.ts'
import { controlRequest } from '../../../emulator/host/control-api/control-request.ts'
import { eventData } from './events.ts'
import type { withTurn } from './stream-turn.ts'
import {
  API_PATH,
  Refusal,
  Unreachable,
  type Dialled,
  type FieldProblem,
  type PageWorlds,
  type SocketEvents,
  type Source,
} from './source.ts'

/** Connection to an emulator. */
export interface Wire {
  /** Address of the control API: `http://127.0.0.1:4010/__emulator`. */
  readonly base: string
  /** Headers of every control call. */
  readonly headers: Readonly<Record<string, string>>
  fetch(url: string, init: RequestInit): Promise<Response>
  dial(url: string, socket: SocketEvents): Dialled
  /** Shares the connections of a browser among its tabs. */
  readonly turn?: typeof withTurn
}

interface Shown {
  readonly title?: string
  readonly page?: PageWorlds
  readonly basePath?: string | undefined
}

/** A running world, reached through its control API. */
export class ControlSource implements Source {
  readonly live = true
  readonly run = undefined
  readonly title: string | undefined
  readonly world: string | undefined
  readonly apiUrl: string
  readonly basePath: string
  readonly page: PageWorlds | undefined
  readonly #wire: Wire

  constructor(wire: Wire, { title, page, basePath = API_PATH }: Shown = {}) {
    this.#wire = { ...wire, headers: { ...wire.headers, 'x-emulator-via': 'inspector' } }
    this.world = /\/w\/([^/]+)\/__emulator$/.exec(wire.base)?.[1]
    this.title = title ?? (this.world === undefined ? undefined : `world ${this.world}`)
    this.page = page
    this.basePath = basePath
    this.apiUrl = wire.base.replace(/\/__emulator$/, API_PATH)
  }

  async call<K extends ControlKey>(key: K, ...[input]: ControlArguments<K>): Promise<ControlAnswer<K>> {
    const response = await this.#control(controlRequest(key, input))
    const answer: unknown = await response.json().catch(() => {
      throw new Unreachable()
    })
    if (response.ok) return answer as ControlAnswer<K>
    throw refusal(response.status, answer)
  }

  async text<K extends ControlKey>(key: K, ...[input]: ControlArguments<K>): Promise<string> {
    const response = await this.#control(controlRequest(key, input))
    if (response.ok) return response.text()
    throw refusal(response.status, await response.json())
  }

  listen(
    after: number,
    heard: (data: string) => void,
    signal: AbortSignal,
    waits: (isWaiting: boolean) => void,
  ): Promise<void> {
    const listen = () => this.#listen(after, heard, signal)
    return this.#wire.turn === undefined ? listen() : this.#wire.turn(listen, waits, signal)
  }

  async #listen(after: number, heard: (data: string) => void, signal: AbortSignal): Promise<void> {
    const response = await this.#control(controlRequest('GET /journal/stream', { query: { after } }), signal)
    if (!response.ok || response.body === null) throw refusal(response.status, await response.json())
    try {
      for await (const data of eventData(response.body, signal)) heard(data)
    } catch (error) {
      if (!signal.aborted) throw new Unreachable()
      throw error
    }
  }

  request(path: string, init: RequestInit): Promise<Response> {
    return this.#wire.fetch(this.apiUrl + path, init)
  }

  dial(query: string, socket: SocketEvents): Dialled {
    return this.#wire.dial(`${this.apiUrl.replace(/^http/, 'ws')}/realtime${query}`, socket)
  }

  async #control({ method, path, body }: ReturnType<typeof controlRequest>, signal?: AbortSignal): Promise<Response> {
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...this.#wire.headers }
    try {
      return await this.#wire.fetch(this.#wire.base + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new Unreachable()
    }
  }
}

function refusal(status: number, answer: unknown): Refusal {
  const { error, message, problems } = answer as { error?: string; message?: string; problems?: FieldProblem[] }
  return new Refusal(status, error ?? 'unknown', message ?? `The emulator answered ${status}.`, problems)
}
