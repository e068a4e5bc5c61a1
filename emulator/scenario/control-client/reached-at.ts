/** Where a world is, as the control API says it. */
export interface WorldUrls {
  readonly world: string
  readonly base_url: string
  readonly realtime_url: string
  readonly control_url: string
}

/** Move the URLs of a world below `origin`: an emulator behind a server that ends TLS knows the paths of its worlds, and not where they are reached. */
export function reachedAt(
  origin: string,
  { world, base_url: api, realtime_url: realtime, control_url: control }: WorldUrls,
): WorldUrls {
  const at = (url: string): string => origin + new URL(url).pathname
  return { world, base_url: at(api), realtime_url: at(realtime).replace(/^http/, 'ws'), control_url: at(control) }
}
