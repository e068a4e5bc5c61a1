import type { StatementId } from '../../engine/coverage/statements.ts'
import type { OpaquePage, PageShape } from '../../engine/kernel/pages.ts'
import { sentBody, sentFields, type AskedRequest, type ObservedExchange, type TwinAnswer } from './asked.ts'
import { compareAnswers, type Comparison } from './compare/compare-answers.ts'
import { parseFrames, parseHttp } from './compare/parsed-answer.ts'
import type { ListingContext } from './compare/listings.ts'
import type { Observation } from './observation.ts'
import { translateAsked } from './translate.ts'
import type { Twin } from './twin.ts'
import { seeAnswer } from './facts/seen-answer.ts'
import { findParams, findUnit } from './find-unit.ts'

/** The twin's answer, and how it compares with the target's. */
export interface TwinStep {
  readonly twin: TwinAnswer
  /** The twin's answer before its page ends where the target's does. */
  readonly plain: TwinAnswer
  /**
   * Statements whose mutants may explain a difference: those of this answer, and of the page with the twin's own size.
   */
  readonly suspected: ReadonlySet<StatementId>
  readonly comparison: Comparison
}

/** Most pages that are read at the twin to know all items of a listing. */
const MAX_PAGES = 60

/** Sends a request to the twin, with the page sizes that the target chose, and compares both answers. */
export function askTwin(twin: Twin, { asked, observation }: ObservedExchange): TwinStep {
  const translated = translateAsked(asked, twin.pairing)
  learnBlobTypes(twin, translated, observation)
  const plain = twin.answer(translated)
  const answer = answerAlike(twin, plain, translated, observation)
  const context = describeListing(twin, asked, translated, answer)
  const { pairing, memory } = twin
  const comparison = compareAnswers(observation, answer.observation, answer.unit, pairing, memory, context)
  return { twin: answer, plain, suspected: new Set([...answer.statements, ...plain.statements]), comparison }
}

/**
 * The twin's answer. A page ends where the target's does, because the rows that a page reads below its limit are free.
 */
function answerAlike(twin: Twin, plain: TwinAnswer, asked: AskedRequest, observation: Observation): TwinAnswer {
  const page = plain.unit?.page
  if (page === undefined || (page.kind !== 'opaque' && page.kind !== 'record')) return plain
  const wanted = describePage(page, observation, plain)
  const given = describePage(page, plain.observation, plain)
  if (wanted === undefined || given === undefined) return plain
  const { limit } = sentFields(asked)
  // A page with hidden rows does not show where it ended. The first place that fits is used.
  const hides = page.kind === 'opaque' && !given.ends && given.count < Number(limit ?? 0)
  if (isAlike(wanted, given) && !hides) return plain
  const { maximum_limit: most } = twin.host.world.settings
  for (const rows of page.kind === 'record' ? [undefined] : rowsToTry(wanted.count, given.count, most))
    for (const trailing_page of [true, false]) {
      const settings = { trailing_page, ...(rows !== undefined && { page_rows: rows, default_limit: most }) }
      const other = twin.answerWith(settings, asked)
      const found = describePage(page, other.observation, other)
      if (found === undefined || !isAlike(wanted, found)) continue
      // The target's page may equal the plain one, too: keep the statements of both.
      return isAlike(wanted, given) ? { ...other, statements: unite(plain.statements, other.statements) } : other
    }
  return plain
}

function unite(...lists: readonly (readonly StatementId[])[]): readonly StatementId[] {
  return [...new Set(lists.flat())]
}

interface DescribedPage {
  readonly count: number
  readonly ends: boolean
}

function isAlike(one: DescribedPage, other: DescribedPage): boolean {
  return one.count === other.count && one.ends === other.ends
}

/** Numbers of rows to try: as many as the target showed, and more if access filtering may have hidden some. */
function rowsToTry(wanted: number, given: number, most: number): number[] {
  const from = Math.max(1, wanted)
  const to = wanted <= given ? Math.max(from, given) : Math.min(most, from)
  return Array.from({ length: Math.min(to - from + 1, most) }, (_, n) => from + n)
}

function describePage(page: PageShape, observation: Observation, { unit }: TwinAnswer): DescribedPage | undefined {
  const fields = findFields(observation, unit)
  const items = fields?.[page.items]
  if (fields === undefined || !Array.isArray(items)) return undefined
  const token = page.kind === 'record' ? fields[`last_${page.noun}_id`] : fields['cursor']
  return { count: items.length, ends: typeof token !== 'string' }
}

function findFields(observation: Observation, unit: TwinAnswer['unit']): Readonly<Record<string, unknown>> | undefined {
  if (observation.kind === 'failed') return undefined
  const parsed = observation.kind === 'http' ? parseHttp(observation, unit) : parseFrames(observation, unit)
  return parsed.refused ? undefined : parsed.fields
}

function describeListing(
  twin: Twin,
  asked: AskedRequest,
  translated: AskedRequest,
  { unit }: TwinAnswer,
): ListingContext {
  const { cursor, limit } = sentFields(asked)
  const { cursor: twinCursor } = sentFields(translated)
  const walk = (each?: number): unknown[][] =>
    unit?.page?.kind === 'opaque' ? walkListing(twin, translated, unit.page, unit, each) : []
  return {
    cursor: typeof cursor === 'string' ? cursor : undefined,
    twinCursor: typeof twinCursor === 'string' ? twinCursor : undefined,
    limit: limit === undefined ? undefined : Number(limit),
    whole: () => walk().flat(),
    countRows: () => walk(1).length,
  }
}

/** Settings without which pages come that read no row. */
const noOtherPages = { trailing_page: false, empty_pages: false }

/** Items of each page of a listing at the twin, up to its end; `each`: rows that a page reads. */
function walkListing(
  twin: Twin,
  asked: AskedRequest,
  page: OpaquePage,
  unit: TwinAnswer['unit'],
  each: number | undefined,
): unknown[][] {
  const pages: unknown[][] = []
  const seen = new Set<unknown>()
  let cursor: unknown
  for (let n = 0; n < MAX_PAGES; n++) {
    const answer = twin.answerWith(noOtherPages, withPaging(asked, { cursor, limit: each }))
    const fields = findFields(answer.observation, unit)
    const items = fields?.[page.items]
    if (fields === undefined || !Array.isArray(items)) return pages
    pages.push(items as unknown[])
    cursor = fields['cursor']
    if (typeof cursor !== 'string' || seen.has(cursor)) return pages
    seen.add(cursor)
  }
  return pages
}

interface Paging {
  readonly cursor: unknown
  readonly limit: unknown
}

/** Copies a request with another cursor and limit. */
export function withPaging<A extends AskedRequest>(asked: A, { cursor, limit }: Paging): A {
  if (asked.via === 'http' && asked.method === 'GET') {
    const [below = '', text = ''] = asked.path.split('?', 2)
    const query = new URLSearchParams(text)
    for (const [name, value] of Object.entries({ cursor, limit }))
      if (value === undefined) query.delete(name)
      else query.set(name, String(value))
    return { ...asked, path: query.size === 0 ? below : `${below}?${query.toString()}` }
  }
  const { cursor: _cursor, limit: _limit, ...rest } = sentBody(asked)
  const changed = { ...rest, ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) }
  return asked.via === 'socket' ? { ...asked, params: changed } : { ...asked, body: JSON.stringify(changed) }
}

/**
 * Disables a blob type of an organization at the twin if the target refuses it as not enabled, because no endpoint
 * lists the enabled types. `asked`: the translated request.
 */
function learnBlobTypes({ host: { world } }: Twin, asked: AskedRequest, observation: Observation): void {
  const unit = findUnit(asked)
  if (unit?.id !== 'POST /blobs/:org_id' || seeAnswer(observation, unit)?.code !== 'invalid_blob_type') return
  const org = world.orgs.find(findParams(asked)['org_id'] ?? '')
  if (org === undefined) return
  const { type: refused } = sentBody(asked)
  const enabled = org.enabled_blob_types.filter((type) => type !== refused)
  if (enabled.length < org.enabled_blob_types.length) world.orgs.update(org.id, { enabled_blob_types: enabled })
}
