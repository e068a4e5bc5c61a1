import type { ControlAnswer } from '../../host/control-api/control-api.ts'

/** Where a world is, as the control API says it. */
export type WorldUrls = ControlAnswer<'POST /worlds'>

/** Move the URLs of a world below `origin`: an emulator behind a server that ends TLS knows the paths of its worlds, and not where they are reached. */
export function reachedAt(
  origin: string,
  { name, world, base_url: api, realtime_url: realtime, control_url: control }: WorldUrls,
): WorldUrls {
  const at = (url: string): string => origin + new URL(url).pathname
  return { name, world, base_url: at(api), realtime_url: at(realtime).replace(/^http/, 'ws'), control_url: at(control) }
}
