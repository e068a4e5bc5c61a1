import type { Emulator } from './emulator.ts'
import { BASE } from '../kernel/rest/http.ts'
import { limitOf } from '../kernel/limits.ts'
import { hostOf } from './instance-of.ts'

/**
 * How many bytes of a body a transport should read before it gives up: the limit of uploads for an upload and for
 * everything outside the API, else the limit of JSON bodies. Asked only for bodies that exceed the smaller one.
 */
export function bodyLimit(emulator: Emulator, method: string, url: string): number {
  const { kernel, world } = hostOf(emulator)
  const start = url.indexOf(`${BASE}/`)
  const path = start < 0 ? undefined : url.slice(start + BASE.length).split('?', 1)[0]!
  const unit = path === undefined ? undefined : kernel.router.find(method, path)?.unit
  const json = path !== undefined && unit?.transfer !== 'upload'
  return limitOf(world, json ? 'request_body_bytes' : 'upload_bytes')
}
