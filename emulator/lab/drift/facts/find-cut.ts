import { findUnit } from '../find-unit.ts'
import type { AskedHttp, AskedRequest, ObservedExchange } from '../asked.ts'
import type { Observation } from '../observation.ts'
import { seeAnswer } from './seen-answer.ts'

/** Length and number of large and small values. Together they exceed 1 MB. */
const LARGE = 180_000
const LARGE_COUNT = 7
const SMALL = 700
const SMALL_COUNT = 250
/** Large values per request, whose limit is 1 MB. */
const LARGE_PER_REQUEST = 5

/**
 * Finds where a service cuts its unpaginated listings, to the size of a small record. Lists large values of metadata of
 * a blob, then as many of these as were listed, followed by small ones. `ask` sends a request to the target and keeps
 * the exchange. Sends nothing if no metadata was set on a blob.
 */
export async function findCut(
  exchanges: readonly ObservedExchange[],
  ask: (asked: AskedRequest) => Promise<Observation>,
): Promise<void> {
  const set = exchanges.findLast(
    ({ asked, observation }) =>
      findUnit(asked)?.id === 'PUT /blobs/:org_id/:blob_id/metadata/:alias' && wasAnswered(asked, observation),
  )?.asked
  if (set === undefined) return
  const cut = new Listing(set as AskedHttp, ask)
  const large = values('large', LARGE_COUNT, LARGE)
  const shown = (await cut.set('svc-drift-large', large)) ? await cut.list('svc-drift-large') : undefined
  if (shown === undefined || shown.length === LARGE_COUNT) return
  const parts = [large.slice(0, shown.length), values('small', SMALL_COUNT, SMALL)]
  // The service must read the small values last.
  const isFromNewest = !shown.includes('large-000')
  for (const part of isFromNewest ? parts.toReversed() : parts) if (!(await cut.set('svc-drift-cut', part))) return
  await cut.list('svc-drift-cut')
}

/** Metadata of one blob, under separate aliases. */
class Listing {
  readonly #set: AskedHttp
  readonly #ask: (asked: AskedRequest) => Promise<Observation>

  constructor(set: AskedHttp, ask: (asked: AskedRequest) => Promise<Observation>) {
    this.#set = set
    this.#ask = ask
  }

  /** Sets entries. Returns false if the service refused some of them. */
  async set(alias: string, entries: readonly [string, string][]): Promise<boolean> {
    for (const some of chunks(entries)) {
      const asked = { ...this.#at(alias), body: JSON.stringify(Object.fromEntries(some)) }
      if (!wasAnswered(asked, await this.#ask(asked))) return false
    }
    return true
  }

  /** Keys of the entries that the service lists; undefined if it does not answer a list. */
  async list(alias: string): Promise<unknown[] | undefined> {
    const asked: AskedHttp = { ...this.#at(alias), method: 'GET', headers: {}, body: undefined }
    const listed = seeAnswer(await this.#ask(asked), findUnit(asked))?.fields['metadata']
    return Array.isArray(listed) ? listed.map((entry: { key?: unknown } | null) => entry?.key) : undefined
  }

  #at(alias: string): AskedHttp {
    return { ...this.#set, path: this.#set.path.replace(/[^/]+$/, alias) }
  }
}

function chunks(entries: readonly [string, string][]): (readonly [string, string][])[] {
  const size = (entries[0]?.[1].length ?? 0) >= LARGE ? LARGE_PER_REQUEST : entries.length
  return size === 0
    ? []
    : Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => entries.slice(n * size, (n + 1) * size))
}

function values(name: string, count: number, length: number): [string, string][] {
  return Array.from({ length: count }, (_, n) => [`${name}-${String(n).padStart(3, '0')}`, 'x'.repeat(length)])
}

function wasAnswered(asked: AskedRequest, observation: Observation): boolean {
  const answer = seeAnswer(observation, findUnit(asked))
  return answer !== undefined && answer.code === undefined
}
