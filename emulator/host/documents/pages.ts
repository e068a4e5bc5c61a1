import type { ClauseId } from '../../contract/clauses.ts'
import type { PageShape } from '../../engine/kernel/pages.ts'
import type { Json } from './json-schema.ts'

/** Rules that a reader of a listing's description needs, by shape. */
const rules: Readonly<Record<PageShape['kind'], readonly ClauseId[]>> = {
  opaque: [
    'pagination.first-call-omits-cursor',
    'pagination.short-page-is-not-the-end',
    'pagination.opaque.null-means-exhausted',
    'pagination.opaque.modified-cursor-refused',
  ],
  record: [
    'pagination.record.newest-first',
    'pagination.record.limit-refused',
    'pagination.first-call-omits-cursor',
    'pagination.null-cursor-refused',
    'pagination.short-page-is-not-the-end',
    'pagination.record.null-means-exhausted',
  ],
  unpaginated: ['pagination.no-query-parameters', 'pagination.unpaginated.cut-is-silent'],
  complete: ['pagination.no-query-parameters'],
}

const bodyRules: readonly ClauseId[] = [
  'pagination.null-cursor-refused',
  'pagination.opaque.limit-above-maximum-refused',
]

/** Rules of listings that filter after their cut. */
const filterRules: ReadonlySet<string> = new Set<ClauseId>([
  'pagination.unpaginated.definitions-filter-after-cut',
  'pagination.unpaginated.blobs-filter-after-cut',
  'pagination.unpaginated.orgs-filter-after-cut',
  'pagination.unpaginated.empty-does-not-prove-absence',
])

/** Clauses about the pages of a listing, for its description. `cited` are those that its answers can cite. */
export function pageRules(page: PageShape | undefined, cited: readonly string[]): readonly string[] {
  if (page === undefined) return []
  const own =
    page.kind !== 'opaque' ? [] : page.place === 'body' ? bodyRules : ['pagination.revisions.limit-out-of-range']
  return [...rules[page.kind], ...own, ...cited.filter((id) => filterRules.has(id))]
}

/**
 * Writes `x-pagination` of a listing: its shape, the fields of the request that ask for a page, and those of the answer
 * that hold the items and, where there is one, the token of the next page.
 */
export function writePagination(page: PageShape | undefined): Json {
  if (page === undefined) return {}
  const { kind, items } = page
  if (kind === 'record') {
    const request = { in: 'body', cursor: `start_${page.noun}_id` }
    return { 'x-pagination': { shape: kind, request, response: { items, cursor: `last_${page.noun}_id` } } }
  }
  if (kind === 'opaque') {
    const request = { in: page.place, cursor: 'cursor', limit: 'limit' }
    return { 'x-pagination': { shape: kind, request, response: { items, cursor: 'cursor' } } }
  }
  return { 'x-pagination': { shape: kind, response: { items } } }
}
