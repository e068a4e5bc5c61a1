import type { EmulatorOptions } from '../../emulator/host/emulator-options.ts'
import { createEmulator } from '../../emulator/adapters/create-emulator.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { ControlClient, readReply, type ControlReply } from '../../emulator/scenario/control-client/control-client.ts'

/** Client of the control API and the API of an emulator in process, for tests beside the calls. */
export class TestControl {
  readonly emulator: Emulator
  readonly #prefix: string
  readonly #client: ControlClient

  constructor(emulator: Emulator, prefix = '') {
    this.emulator = emulator
    this.#prefix = prefix
    this.#client = new ControlClient(`http://emulator${prefix}/__emulator`, {
      fetch: (url, init) => emulator.fetch(url, init),
    })
  }

  /** A client of another world of the site. */
  world(id: string): TestControl {
    return new TestControl(this.emulator, `/w/${id}`)
  }

  get(path: string): Promise<ControlReply> {
    return this.#client.request('GET', path)
  }

  post(path: string, json: unknown = {}): Promise<ControlReply> {
    return this.#client.request('POST', path, json)
  }

  put(path: string, json: unknown): Promise<ControlReply> {
    return this.#client.request('PUT', path, json)
  }

  patch(path: string, json: unknown): Promise<ControlReply> {
    return this.#client.request('PATCH', path, json)
  }

  delete(path: string): Promise<ControlReply> {
    return this.#client.request('DELETE', path)
  }

  /** Sends a request to the API, below `/v1`, as ada. */
  async api(method: string, path: string, json?: unknown): Promise<ControlReply> {
    const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
    const init = { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) }
    return readReply(await this.emulator.fetch(`http://emulator${this.#prefix}/v1${path}`, init))
  }
}

export function controlOf(options?: EmulatorOptions): TestControl {
  return new TestControl(createEmulator(options))
}
