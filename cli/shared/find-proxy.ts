import { BlockList, isIP } from 'node:net'
import { envValue, type Io } from './io.ts'

/**
 * The proxy for a URL, as the environment names it: `HTTPS_PROXY`, `HTTP_PROXY` or else `ALL_PROXY`, in lower case
 * first; `NO_PROXY` lists what is reached without one: hosts with everything below them, `host:port`, addresses,
 * networks such as 10.0.0.0/8, or `*`.
 *
 * @returns undefined if there is none; the unchanged text if it is no URL
 */
export function findProxy(url: URL, env: Io['env']): URL | string | undefined {
  const read = (name: string): string | undefined => envValue(env, name) ?? envValue(env, name.toUpperCase())
  const text = read(['https:', 'wss:'].includes(url.protocol) ? 'https_proxy' : 'http_proxy') ?? read('all_proxy')
  if (text === undefined || isExcepted(url, read('no_proxy') ?? '')) return undefined
  const address = text.includes('://') ? text : `http://${text}`
  return URL.canParse(address) ? new URL(address) : text
}

function isExcepted(url: URL, list: string): boolean {
  const host = bare(url.hostname)
  const port = url.port || (['https:', 'wss:'].includes(url.protocol) ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      if (isInNetwork(host, entry)) return true
      const [, name = entry, wanted] = (isIP(entry) === 0 && /^(.+):(\d+)$/.exec(entry)) || []
      if (wanted !== undefined && wanted !== port) return false
      const suffix = bare(name).replace(/^\*?\./, '')
      return host === suffix || (isIP(host) === 0 && host.endsWith(`.${suffix}`))
    })
}

/** Without the brackets of an IPv6 address, and without the dot at the end of a name. */
function bare(host: string): string {
  return host.replace(/^\[|\]$|\.$/g, '')
}

function isInNetwork(host: string, entry: string): boolean {
  const [, network = '', bits] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? []
  const family = isIP(network)
  if (family === 0 || isIP(host) !== family || Number(bits) > (family === 4 ? 32 : 128)) return false
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, Number(bits), kind)
  return list.check(host, kind)
}
