import { findHeader, type WireRequest } from '../wire.ts'

/**
 * Finds the origin of the page that sent a request, where it differs from the server's. Undefined for programs, which
 * send no origin, and in process, where there is no `Host` to compare with and no page of another origin either.
 */
export function foreignOrigin({ headers }: Pick<WireRequest, 'headers'>): string | undefined {
  const origin = findHeader(headers, 'origin')
  if (origin === undefined) return undefined
  const host = findHeader(headers, 'host')
  if (host === undefined) return undefined
  const authority = /^(?:https?|wss?):\/\/([^/]+)$/i.exec(origin)?.[1]
  return authority?.toLowerCase() === host.toLowerCase() ? undefined : origin
}

/** Text of log and journal about a request from a page of another origin, where CORS is off. */
export function foreignPage(origin: string): string {
  return `a page of another origin (${origin}) asked; start with --cors for its browser to let it read the answer`
}
