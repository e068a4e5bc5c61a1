import { headerOf, type WireRequest } from '../wire.ts'

/**
 * The origin of the page that asks, where it is not that of the server it asks. Undefined for programs, which send none; and in process,
 * where there is no `Host` to compare, and no page of another origin either.
 */
export function foreignOrigin({ headers }: Pick<WireRequest, 'headers'>): string | undefined {
  const origin = headerOf(headers, 'origin')
  if (origin === undefined) return undefined
  const host = headerOf(headers, 'host')
  if (host === undefined) return undefined
  const authority = /^(?:https?|wss?):\/\/([^/]+)$/i.exec(origin)?.[1]
  return authority?.toLowerCase() === host.toLowerCase() ? undefined : origin
}

/** What log and journal say of a request of such a page, where CORS is off. */
export function foreignPage(origin: string): string {
  return `a page of another origin (${origin}) asked; start with --cors for its browser to let it read the answer`
}
