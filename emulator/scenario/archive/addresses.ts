import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { BASE } from '../../engine/kernel/rest/addresses.ts'
import { createUnitRouter } from '../../engine/kernel/rest/router.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { catalog } from '../../service/catalog.ts'
import { countCalls } from './archived-calls.ts'
import type { ArchiveEntry } from './entry.ts'

/** Address of an API. */
export interface Address {
  /** With the port, unless it is the default. */
  readonly host: string
  /** `/v1`, `/svc/v1` */
  readonly base: string
  /** Its sockets may be at any path, because only its host was named. */
  readonly anySocket?: boolean
}

/** The endpoint that a request was sent to. */
export interface Endpoint {
  readonly unit: Unit
  /** Relative to the base, with the query. */
  readonly path: string
}

const REALTIME = '/realtime'
const router = createUnitRouter(catalog)

export function describeAddress({ host, base }: Address): string {
  return `${host}${base}`
}

/** Possible base paths: they end in the version of the API, and the rest of the path is an endpoint of the API. */
export function listBases(entry: ArchiveEntry): string[] {
  const { pathname } = entry.url
  const bases = [...`${pathname}/`.matchAll(new RegExp(`${BASE}(?=/)`, 'g'))].map(({ index }) =>
    pathname.slice(0, index + BASE.length),
  )
  return bases.filter((base) =>
    entry.isSocket ? pathname === base + REALTIME && countCalls(entry) > 0 : findUnit(entry, base) !== undefined,
  )
}

function findUnit({ method, url }: Pick<ArchiveEntry, 'method' | 'url'>, base: string): Unit | undefined {
  return router.find(method, url.pathname.slice(base.length))?.unit
}

/** The endpoint of a request at an address; undefined if there is none. */
export function findEndpoint(entry: ArchiveEntry, { base }: Address): Endpoint | undefined {
  const unit = findUnit(entry, base)
  return unit && { unit, path: entry.url.pathname.slice(base.length) + entry.url.search }
}

/** True for a request or a socket to the API at an address. */
export function isAt({ url, isSocket }: ArchiveEntry, { host, base, anySocket = false }: Address): boolean {
  if (url.host !== host) return false
  if (isSocket) return anySocket || url.pathname === base + REALTIME
  return url.pathname.startsWith(`${base}/`) || url.pathname === base
}

/**
 * Addresses of the API: those of `hosts`, else the one that most requests and calls fit. `equal`: all of them if
 * several fit equally well.
 */
export function chooseAddresses(
  entries: readonly ArchiveEntry[],
  hosts: readonly string[],
): { addresses: readonly Address[]; equal: readonly Address[] } {
  const votes = countVotes(entries)
  if (hosts.length > 0) return { addresses: hosts.flatMap((host) => findNamed(host, entries, votes) ?? []), equal: [] }
  const most = Math.max(0, ...votes.map(({ count }) => count))
  const best = votes.filter(({ count }) => count === most).map(({ address }) => address)
  return { addresses: best.slice(0, 1), equal: best.length > 1 ? best : [] }
}

interface Vote {
  readonly address: Address
  readonly count: number
}

/** Counts requests and calls that fit each address, in the order of the archive. */
function countVotes(entries: readonly ArchiveEntry[]): Vote[] {
  const votes = new Map<string, Vote>()
  for (const entry of entries)
    for (const base of listBases(entry)) {
      const address = { host: entry.url.host, base }
      const key = describeAddress(address)
      const count = (votes.get(key)?.count ?? 0) + (entry.isSocket ? countCalls(entry) : 1)
      votes.set(key, { address, count })
    }
  return [...votes.values()]
}

/**
 * Resolves the name of a host; undefined if the archive has no requests to it. Throws `EmulatorError` if it names no
 * host.
 */
function findNamed(name: string, entries: readonly ArchiveEntry[], votes: readonly Vote[]): Address | undefined {
  const text = name.includes('://') ? name : `https://${name}`
  if (!URL.canParse(text) || new URL(text).host === '')
    throw new EmulatorError(`expected a host such as api.example.com or localhost:4010/svc/v1, got '${name}'`)
  const { host, pathname } = new URL(text)
  const base = pathname.replace(/\/+$/, '')
  if (!entries.some(({ url }) => url.host === host)) return undefined
  if (base !== '') return { host, base }
  const own = votes.filter(({ address }) => address.host === host)
  const most = own.toSorted((a, b) => b.count - a.count)[0]
  return { host, base: most?.address.base ?? BASE, anySocket: true }
}
