import { isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

/** Names of this machine in itself, in Android's emulator, and in containers of Docker. */
const everywhere = ['localhost', '127.0.0.1', '::1', '10.0.2.2', 'host.docker.internal']

/**
 * Names and addresses by which clients reach a server. All doors of one server have this list: the guard of `Host`,
 * origins of pages, and the certificate of `--tls`. `given`: those of `--name`.
 */
export function listOwnNames(host: string, given: readonly string[] = []): readonly string[] {
  return [...new Set([...everywhere, ...listFurtherNames(host, given)])]
}

/** Names that depend on the machine and on how the server was started. */
export function listFurtherNames(host: string, given: readonly string[] = []): readonly string[] {
  const listening = host === '0.0.0.0' || host === '::' ? [hostname(), ...listAddresses()] : [host]
  const names = [...given, ...listening].map((name) => name.toLowerCase())
  return [...new Set(names)].filter((name) => !everywhere.includes(name))
}

/** Addresses of this machine in its networks. */
function listAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address)
}

/** True for a host name or an address, without scheme and port. */
export function isHostName(text: string): boolean {
  return /^[a-z\d](?:[\w.-]*[a-z\d])?$/i.test(text) || isIPv6(text)
}
