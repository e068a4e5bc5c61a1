/**
 * The order of handlers of sockets. msw hands a socket to every handler that matches, and tells none of the others, so
 * this asks the class of these handlers: its `predicate` is called for each handler of a server in turn.
 */
import type { WebSocketHandler, WebSocketHandlerConnection } from 'msw'

/** A socket as msw hands it to a handler. */
export type MswClient = WebSocketHandlerConnection['client']

/** Argument of `predicate`: before msw 2.8 an event that holds the connection. */
type MswAsked = { readonly url?: string | URL; readonly event?: { readonly data: { readonly client: MswClient } } }

/** Handlers that matched a socket, in order. The URL of a client is an object of its own. */
const matches = new WeakMap<object, WebSocketHandler[]>()
const own = new WeakSet<WebSocketHandler>()
const noted = new WeakSet<object>()

/** Starts to note the matches of all handlers with the class of `handler`. */
export function noteMatches(handler: WebSocketHandler): void {
  own.add(handler)
  const handlers = Object.getPrototypeOf(handler) as { predicate(this: WebSocketHandler, asked: MswAsked): boolean }
  if (noted.has(handlers)) return
  noted.add(handlers)
  const { predicate } = handlers
  handlers.predicate = function (asked) {
    const isMatch = predicate.call(this, asked)
    const url = asked.event?.data.client.url ?? asked.url
    if (isMatch && typeof url === 'object') matches.set(url, [...(matches.get(url) ?? []), this])
    return isMatch
  }
}

/** True for a handler of sockets that an emulator answers. */
export function isOwn(handler: object): boolean {
  return own.has(handler as WebSocketHandler)
}

/** True if a handler that is none of ours matched a socket before `handler`. */
export function hasOtherInFront(handler: WebSocketHandler, { url }: MswClient): boolean {
  const asked = matches.get(url) ?? []
  return asked.slice(0, Math.max(0, asked.indexOf(handler))).some((other) => !own.has(other))
}
