import type { EmulatorOptions } from '../host/emulator-options.ts'
import { createEmulator } from '../create-emulator.ts'
import type { Emulator } from '../host/emulator.ts'

export interface ControlReply {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** The control API and the API of an emulator in process, for the tests beside the calls. */
export class ControlClient {
  readonly emulator: Emulator
  readonly #prefix: string

  constructor(emulator: Emulator, prefix = '') {
    this.emulator = emulator
    this.#prefix = prefix
  }

  /** The same for a world beside it. */
  world(id: string): ControlClient {
    return new ControlClient(this.emulator, `/w/${id}`)
  }

  get(path: string): Promise<ControlReply> {
    return this.#send('GET', path)
  }

  post(path: string, json: unknown = {}): Promise<ControlReply> {
    return this.#send('POST', path, json)
  }

  put(path: string, json: unknown): Promise<ControlReply> {
    return this.#send('PUT', path, json)
  }

  delete(path: string): Promise<ControlReply> {
    return this.#send('DELETE', path)
  }

  /** A request to the API itself, below `/v1`, as ada. */
  async api(method: string, path: string, json?: unknown): Promise<ControlReply> {
    const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
    return reply(await this.emulator.fetch(`http://emulator${this.#prefix}/v1${path}`, { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) }))
  }

  async #send(method: string, path: string, json?: unknown): Promise<ControlReply> {
    const body = json === undefined ? {} : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
    return reply(await this.emulator.fetch(`http://emulator${this.#prefix}/__emulator${path}`, { method, ...body }))
  }
}

async function reply(response: Response): Promise<ControlReply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export function controlOf(options?: EmulatorOptions): ControlClient {
  return new ControlClient(createEmulator(options))
}
