import { createEmulator, type EmulatorOptions } from '../../emulator/index.ts'
import type { Unit } from '../../emulator/engine/kernel/unit/definition.ts'
import type { Host } from '../../emulator/engine/kernel/host.ts'
import { answerHttp } from '../../emulator/engine/kernel/rest/http.ts'
import { createKernel } from '../../emulator/engine/kernel/kernel.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'

export interface Sent {
  readonly method?: string
  readonly headers?: readonly string[]
  readonly body?: string | Uint8Array | null
  readonly as?: string | null
}

export interface Answer {
  readonly status: number
  /** Values of the answer's headers by name. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** A kernel with units of a test, over the starter world. */
export function kernelOf(
  units: readonly Unit[],
  options?: EmulatorOptions,
): { host: Host; send(path: string, sent?: Sent): Answer } {
  const base = hostOf(createEmulator(options))
  const host: Host = { ...base, kernel: createKernel(units, base.kernel.identify) }
  return { host, send: (path, sent) => send(host, `/v1${path}`, sent) }
}

/** Answers a request in its wire form, without normalizing its path or headers. */
export function send(
  host: Host,
  url: string,
  { method = 'GET', headers = [], body = null, as = 'svc-key-ada-admin' }: Sent = {},
): Answer {
  const credentials = as === null ? [] : ['x-api-key', as]
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const response = answerHttp(host, { method, url, headers: [...credentials, ...headers], body: bytes })
  const text = typeof response.body === 'string' ? response.body : ''
  const named: Record<string, string> = {}
  for (let i = 0; i < response.headers.length; i += 2) named[response.headers[i]!] = response.headers[i + 1]!
  return { status: response.status, headers: named, text, body: text === '' ? undefined : JSON.parse(text) }
}
