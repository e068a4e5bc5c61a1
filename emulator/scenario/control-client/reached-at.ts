import type { ControlAnswer } from '../../host/control-api/control-api.ts'

/** Where a world is, as the control API says it. */
export type WorldUrls = ControlAnswer<'POST /worlds'>

/** Replaces the origin of a world's URLs. An emulator behind a TLS proxy does not know its public origin. */
export function reachedAt(
  origin: string,
  { name, world, base_url: api, realtime_url: realtime, control_url: control }: WorldUrls,
): WorldUrls {
  const at = (url: string): string => origin + new URL(url).pathname
  return { name, world, base_url: at(api), realtime_url: at(realtime).replace(/^http/, 'ws'), control_url: at(control) }
}
