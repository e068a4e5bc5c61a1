import type { EmulatorOptions } from '../../emulator/host/emulator-options.ts'
import { createEmulator } from '../../emulator/adapters/create-emulator.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { readReply } from '../../emulator/scenario/control-client/control-client.ts'

/** An answer as a test reads it, whatever it holds. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** Client of the control API and the API of an emulator in process, for tests beside the calls. */
export class TestControl {
  readonly emulator: Emulator
  readonly #prefix: string

  constructor(emulator: Emulator, prefix = '') {
    this.emulator = emulator
    this.#prefix = prefix
  }

  /** A client of another world of the site. */
  world(id: string): TestControl {
    return new TestControl(this.emulator, `/w/${id}`)
  }

  get(path: string): Promise<Reply> {
    return this.#send('GET', `__emulator${path}`)
  }

  post(path: string, json: unknown = {}): Promise<Reply> {
    return this.#send('POST', `__emulator${path}`, json)
  }

  put(path: string, json: unknown): Promise<Reply> {
    return this.#send('PUT', `__emulator${path}`, json)
  }

  patch(path: string, json: unknown): Promise<Reply> {
    return this.#send('PATCH', `__emulator${path}`, json)
  }

  delete(path: string): Promise<Reply> {
    return this.#send('DELETE', `__emulator${path}`)
  }

  /** Sends a request to the API, below `/v1`, as ada. */
  api(method: string, path: string, json?: unknown): Promise<Reply> {
    return this.#send(method, `v1${path}`, json, { 'x-api-key': 'svc-key-ada-admin' })
  }

  async #send(method: string, path: string, json?: unknown, more: Record<string, string> = {}): Promise<Reply> {
    const headers = { ...more, ...(json !== undefined && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) }
    return readReply(await this.emulator.fetch(`http://emulator${this.#prefix}/${path}`, init))
  }
}

export function controlOf(options?: EmulatorOptions): TestControl {
  return new TestControl(createEmulator(options))
}
