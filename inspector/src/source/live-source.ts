import { eventData } from './events.ts'
import { Refusal, Unreachable, type FieldProblem, type Source } from './source.ts'

const TOKEN = 'svc-emulator-token'

/** The control API that the page came from. */
export class LiveSource implements Source {
  readonly live = true
  readonly world: string | undefined
  readonly apiUrl: string
  readonly realtimeUrl: string
  readonly #base: string
  readonly #storage: Storage

  constructor(location: Location, storage: Storage) {
    const path = location.pathname.replace(/\/+$/, '')
    this.#base = location.origin + path
    this.#storage = storage
    this.world = /^\/w\/([^/]+)\//.exec(`${path}/`)?.[1]
    this.apiUrl = this.#base.replace(/\/__emulator$/, '/v1')
    this.realtimeUrl = `${this.apiUrl.replace(/^http/, 'ws')}/realtime`
    // A server beyond this machine prints an address with its token; it is kept for this tab and leaves the address bar.
    const token = /[#&]token=([^&]+)/.exec(location.hash)?.[1]
    if (token === undefined) return
    storage.setItem(TOKEN, decodeURIComponent(token))
    history.replaceState(null, '', location.pathname)
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await this.#fetch(path, { method, ...json, headers: this.#headers(body !== undefined) })
    const answer: unknown = await response.json().catch(() => {
      throw new Unreachable()
    })
    if (response.ok) return answer as T
    throw refusal(response.status, answer)
  }

  async text(path: string): Promise<string> {
    const response = await this.#fetch(path, { headers: this.#headers(false) })
    if (response.ok) return response.text()
    throw refusal(response.status, await response.json())
  }

  async listen(path: string, heard: (data: string) => void, signal: AbortSignal): Promise<void> {
    const response = await this.#fetch(path, { headers: this.#headers(false), signal })
    if (!response.ok || response.body === null) throw refusal(response.status, await response.json())
    try {
      for await (const data of eventData(response.body)) heard(data)
    } catch (error) {
      if (!signal.aborted) throw new Unreachable()
      throw error
    }
  }

  #headers(json: boolean): Record<string, string> {
    const token = this.#storage.getItem(TOKEN)
    return { ...(json && { 'content-type': 'application/json' }), ...(token !== null && { 'x-emulator-token': token }) }
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(this.#base + path, init)
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw new Unreachable()
    }
  }
}

function refusal(status: number, answer: unknown): Refusal {
  const { error, message, problems } = answer as { error?: string; message?: string; problems?: FieldProblem[] }
  return new Refusal(status, error ?? 'unknown', message ?? `The emulator answered ${status}.`, problems)
}
