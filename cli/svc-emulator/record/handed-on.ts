/** Headers of one connection, which a proxy does not hand on (RFC 9110, 7.6.1), and the host of the proxy itself. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
])

/**
 * Headers that a proxy hands on: all but those of the connection. Values by name in lower case.
 *
 * @param raw names and values in turn, as `rawHeaders` has them
 * @param without says of a name in lower case whether the proxy sets this header itself
 */
export function handedOn(raw: readonly string[], without: (name: string) => boolean): Record<string, string[]> {
  const pairs = raw.flatMap((name, n) => (n % 2 === 0 ? [[name.toLowerCase(), raw[n + 1] ?? ''] as const] : []))
  const listed = pairs.flatMap(([name, value]) => (name === 'connection' ? value.toLowerCase().split(',') : []))
  const own = new Set(listed.map((name) => name.trim()))
  const headers: Record<string, string[]> = {}
  for (const [name, value] of pairs)
    if (!ofTheConnection.has(name) && !own.has(name) && !without(name)) (headers[name] ??= []).push(value)
  return headers
}
