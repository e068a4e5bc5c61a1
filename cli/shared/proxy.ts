import type { Agent } from 'node:http'
import { findProxy } from './find-proxy.ts'
import type { Io } from './io.ts'
import { Unreachable } from './unreachable.ts'

/** A proxy from the environment, with the agent for requests through it. */
export interface Proxy {
  readonly host: string
  readonly agent: Agent
}

/**
 * The proxy for a URL; undefined if it needs none, in which case no library is loaded. TLS and sockets use a tunnel
 * (CONNECT).
 *
 * @throws Unreachable where the variable names no proxy over http or https
 */
export async function openProxy(url: URL, env: Io['env']): Promise<Proxy | undefined> {
  const proxy = findProxy(url, env)
  if (proxy === undefined) return undefined
  if (typeof proxy === 'string' || !['http:', 'https:'].includes(proxy.protocol))
    throw new Unreachable('the proxy that the environment names must be a URL that starts with http:// or https://')
  // Under DEBUG=* the agents would print the request, with its key.
  ;(await import('debug')).default.disable()
  // Of a CommonJS library, a bundle gives a dynamic import the default alone.
  const agent =
    url.protocol === 'http:'
      ? new (await import('http-proxy-agent')).default.HttpProxyAgent(proxy)
      : new (await import('https-proxy-agent')).default.HttpsProxyAgent(proxy)
  return { host: proxy.host, agent }
}

/** The reason why a proxy refuses a request; undefined if the answer is not the proxy's. */
export function proxyRefusal(status: number, proxy: Proxy | undefined, isTunnel: boolean): Unreachable | undefined {
  const name = proxy === undefined ? 'a proxy on the way' : `the proxy ${proxy.host}`
  if (status === 407)
    return new Unreachable(
      `${name} asks for a user name and a password (HTTP 407), which the variable of the proxy can hold: http://user:password@host:port`,
    )
  return isTunnel ? new Unreachable(`${name} refused to connect to it (HTTP ${status})`) : undefined
}
