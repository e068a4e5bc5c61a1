import type { Emulator } from './emulator.ts'
import { BASE } from '../engine/kernel/rest/addresses.ts'
import { limitDefaults } from '../engine/world/settings.ts'
import { findLimit } from '../engine/kernel/limits.ts'
import { CONTROL } from './dispatch.ts'
import { instanceOf } from './instance-of.ts'
import { peekWorld } from './which-world.ts'

/** Control calls whose body holds a document, a state, or the content of a file. */
const holdsDocument = new RegExp(`^(?:/w/[^/?]*)?${CONTROL}/(?:export|scenario|state/)`)

/**
 * Maximum of body bytes that a transport should read: the limit of uploads for an upload, that of imports for an import
 * through the control API, else that of JSON bodies, each of the world that the request names. Called only for bodies
 * above the smallest limit.
 */
export function bodyLimit(emulator: Emulator, method: string, url: string, headers: readonly string[]): number {
  const main = instanceOf(emulator)
  if (holdsDocument.test(url)) return main.site.bounds.importBytes
  const start = url.indexOf(`${BASE}/`)
  if (start < 0) return limitDefaults.request_body_bytes
  const unit = main.host.kernel.router.find(method, url.slice(start + BASE.length).split('?', 1)[0]!)?.unit
  const { world } = peekWorld(main, { method, url, headers, body: null }).host
  return findLimit(world, unit?.transfer === 'upload' ? 'upload_bytes' : 'request_body_bytes')
}
