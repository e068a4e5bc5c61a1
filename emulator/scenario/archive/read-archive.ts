/**
 * Reads exchanges with the API from an HTTP archive (HAR 1.2), which browsers, proxies and the journal of an emulator
 * export. Entries about other hosts may have any form. Entries about the API that cannot be read are left out and
 * counted.
 */
import * as v from 'valibot'
import { boundedParse } from '../../engine/checking/bounded-parse.ts'
import type { ParsedDocument } from '../../engine/checking/document.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { problemsFrom } from '../../engine/checking/issues.ts'
import { sortProblems, valueText, type Problem } from '../../engine/checking/problems.ts'
import type { Exchange } from '../record/exchange.ts'
import { chooseAddresses, describeAddress, findEndpoint, isAt, listBases, type Address } from './addresses.ts'
import { readHttp } from './archived-http.ts'
import { readCalls } from './archived-calls.ts'
import { readEntry, type ArchiveEntry } from './entry.ts'
import { LeftOutCount, type LeftOutCalls } from './left-out.ts'

export interface Archive {
  /** Addresses of the API, such as `api.example.com/v1`; empty if no request fits. */
  readonly addresses: readonly string[]
  /** The best fitting addresses if there are several and none was named. */
  readonly equal: readonly string[]
  /** Exchanges with the API, in the order of the archive. */
  readonly exchanges: readonly Exchange[]
  readonly leftOut: readonly LeftOutCalls[]
}

/** A document that was read from a file. */
export type ArchiveDocument = Pick<ParsedDocument, 'value' | 'problems' | 'place'>

const archiveSchema = v.looseObject({ log: v.looseObject({ entries: v.array(v.unknown()) }) })

/** Problems of a document that should be an archive; empty if it has a list of entries. */
function archiveProblems(document: unknown): Problem[] {
  if (!isObject(document))
    return [{ kind: 'type', path: [], message: `expected an HTTP archive, got ${valueText(document)}` }]
  const parsed = boundedParse(archiveSchema, document)
  return parsed.success ? [] : problemsFrom(parsed, archiveSchema)
}

/**
 * Reads an archive. Takes only requests to the API: to the host and base path that most requests fit,
 * or to `hosts` (`api.example.com`, `localhost:4010/svc/v1`). Throws `EmulatorError` with all problems of its
 * document, and if no request went to these. `name`: for messages.
 */
export function readArchive(document: ArchiveDocument, name: string, hosts: readonly string[] = []): Archive {
  const { value, problems, place } = document
  // Problems such as duplicate keys and inexact numbers do no harm in an archive.
  const wrong = value === undefined ? problems : archiveProblems(value).map(place)
  if (wrong.length > 0) throw new EmulatorError(sortProblems(wrong))
  const { log } = value as v.InferOutput<typeof archiveSchema>
  const counts = new LeftOutCount()
  const entries = log.entries.flatMap((value) => readEntry(value) ?? counts.add('requests', 'which name no address'))
  const chosen = chooseAddresses(entries, hosts)
  const exchanges = entries.flatMap((entry) => readExchanges(entry, chosen.addresses, counts))
  if (hosts.length > 0 && chosen.addresses.length === 0)
    throw new EmulatorError(`${name}: ${describeMissing(hosts, entries)}`)
  return {
    addresses: chosen.addresses.map(describeAddress),
    equal: chosen.equal.map(describeAddress),
    exchanges,
    leftOut: counts.list(),
  }
}

function describeMissing(hosts: readonly string[], entries: readonly ArchiveEntry[]): string {
  const others = [...new Set(entries.map(({ url }) => url.host))].filter((host) => host !== '')
  const there = others.length === 0 ? 'no host' : others.slice(0, 10).join(', ')
  return `no request went to ${hosts.join(' or ')}; there are requests to ${there}`
}

function readExchanges(entry: ArchiveEntry, addresses: readonly Address[], counts: LeftOutCount): Exchange[] {
  const address = addresses.find((each) => isAt(entry, each))
  if (address === undefined) return counts.add('requests', describeElsewhere(entry, addresses))
  if (entry.isSocket) return readCalls(entry, counts)
  const endpoint = findEndpoint(entry, address)
  if (endpoint === undefined) return counts.add('requests', `to no endpoint of the API at ${describeAddress(address)}`)
  const read = readHttp(entry, endpoint)
  return typeof read === 'string' ? counts.add('requests', read) : [read]
}

function describeElsewhere(entry: ArchiveEntry, addresses: readonly Address[]): string {
  const { url } = entry
  const same = addresses.find(({ host }) => host === url.host)
  if (same !== undefined) return `to ${url.host} outside of ${describeAddress(same)}`
  const hint = listBases(entry).length > 0 ? ', which look like requests to the API (--host names its host)' : ''
  return `to ${url.host === '' ? url.protocol : url.host}${hint}`
}
