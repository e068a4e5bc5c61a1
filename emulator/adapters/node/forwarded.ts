import { findHeader, findLines } from '../../engine/kernel/wire.ts'

/** The parts of a request that a proxy in front changes. */
interface Arrived {
  readonly headers: readonly string[]
  readonly secure: boolean
  readonly prefix?: string
}

/**
 * The request as its client sent it, by what a trusted proxy says (`Forwarded`, or `X-Forwarded-Host` and
 * `X-Forwarded-Proto`, and `X-Forwarded-Prefix`): its `Host`, whether it came over TLS, and below which path.
 */
export function asForwarded({ headers, secure }: Arrived): Arrived {
  const host = readForwarded(headers, 'host', 'x-forwarded-host')[0]
  const proto = readForwarded(headers, 'proto', 'x-forwarded-proto')[0]
  return {
    headers:
      host === undefined
        ? headers
        : ['host', host, ...headers.filter((_, i) => headers[i - (i % 2)]!.toLowerCase() !== 'host')],
    secure: proto === undefined ? secure : /^(?:https|wss)$/i.test(proto),
    prefix: /^((?:\/[\w.~-]+)*)\/?$/.exec(findHeader(headers, 'x-forwarded-prefix') ?? '')?.[1] ?? '',
  }
}

/** True if the client is on another machine: by the address of the connection, and by those that proxies name. */
export function isFromElsewhere(peer: string | undefined, headers: readonly string[]): boolean {
  const clients = [...readForwarded(headers, 'for', 'x-forwarded-for'), ...findLines(headers, 'x-real-ip')]
  const forwards = ['forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-prefix']
  if (clients.length === 0 && forwards.some((name) => findHeader(headers, name) !== undefined)) return true
  return [peer ?? '127.0.0.1', ...clients].some((address) => !isLoopbackAddress(address))
}

/** Values that proxies noted, from the client on. `Forwarded` (RFC 7239) wins over the older header. */
function readForwarded(headers: readonly string[], parameter: string, older: string): readonly string[] {
  const noted = findLines(headers, 'forwarded')
    .flatMap((line) => line.split(','))
    .flatMap((hop) => hop.split(';'))
    .flatMap((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return name.trim().toLowerCase() === parameter ? [value.trim().replace(/^"(.*)"$/, '$1')] : []
    })
  if (noted.length > 0) return noted
  return findLines(headers, older).flatMap((line) => line.split(',').map((value) => value.trim()))
}

function isLoopbackAddress(text: string): boolean {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
  return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address)
}
