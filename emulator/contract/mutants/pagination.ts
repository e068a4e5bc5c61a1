import { admit, admitWith, list, mutant, omit, refuse, rename, set, insteadOf } from '../mutation.ts'
import type { MutantRow } from '../mutation.ts'

const without = undefined
const filteredFirst = [mutant('filters before the cut', admitWith({ unpaginated_bytes: 1_000_000_000 }))]

export const paginationMutants = {
  'pagination.no-query-parameters': [mutant('heeds pagination in the query', list('empty'))],
  'pagination.cursor-is-a-body-field': [
    mutant(
      'ignores the cursor in the body',
      insteadOf({
        cursor: without,
        start_session_id: without,
        start_execution_id: without,
        start_schedule_id: without,
      }),
    ),
  ],
  'pagination.shape-belongs-to-endpoint': [
    mutant(
      'leaves the cursor out of some pages',
      omit('cursor | last_session_id | last_execution_id | last_schedule_id'),
    ),
  ],
  'pagination.opaque.cursor-in-response': [mutant('answers no `cursor`', omit('cursor'))],
  'pagination.opaque.resumes-at-cursor': [
    mutant('begins again', insteadOf({ cursor: without })),
    mutant('leaves a record out between pages', list('drop-first')),
  ],
  'pagination.opaque.limit-is-optional': [mutant('reads one record without a limit', insteadOf({ limit: 1 }))],
  'pagination.opaque.limit-accepted': [
    mutant('refuses a limit', refuse('invalid_request_body')),
    mutant('reads one record whatever the limit', insteadOf({ limit: 1 })),
  ],
  'pagination.opaque.null-means-exhausted': [
    mutant('leaves the last cursor out', omit('cursor')),
    mutant('never ends', set('cursor', 'bm90LXRoZS1lbmQ')),
  ],
  'pagination.opaque.modified-cursor-refused': [
    mutant('takes a modified cursor for none', admit({ cursor: without })),
    mutant('refuses with another code', refuse('invalid_request_body')),
  ],
  'pagination.opaque.limit-above-maximum-refused': [
    mutant('clamps the limit', admit({ limit: 200 })),
    mutant('refuses with another code', refuse('invalid_cursor')),
  ],
  'pagination.record.last-id-in-response': [
    mutant('answers a `cursor`', rename('last_session_id | last_execution_id | last_schedule_id', 'cursor')),
  ],
  'pagination.record.resumes-at-start-id': [
    mutant(
      'begins again',
      insteadOf({ start_session_id: without, start_execution_id: without, start_schedule_id: without }),
    ),
    mutant('leaves a record out between pages', list('drop-first')),
  ],
  'pagination.record.limit-refused': [
    mutant('takes a limit', admit({ limit: without })),
    mutant('refuses with another code', refuse('invalid_limit')),
  ],
  'pagination.record.page-of-ten': [mutant('answers pages of nine', list('drop-last'))],
  'pagination.record.newest-first': [mutant('answers the oldest first', list('reverse'))],
  'pagination.record.order-not-changeable': [mutant('takes an order', admit({ order: without }))],
  'pagination.record.null-means-exhausted': [
    mutant(
      'never ends',
      set('last_session_id | last_execution_id | last_schedule_id', '00000000-0000-4000-8000-00000000dead'),
    ),
    mutant('leaves the last token out', omit('last_session_id | last_execution_id | last_schedule_id')),
  ],
  'pagination.record.deleted-record': [
    mutant(
      'begins again',
      admit({ start_session_id: without, start_execution_id: without, start_schedule_id: without }),
    ),
    mutant('refuses with a client error', refuse('invalid_cursor')),
  ],
  'pagination.complete.whole-set': [mutant('leaves the end of the set out', list('drop-last'))],
  'pagination.complete.no-pagination-field': [mutant('answers a cursor', set('cursor', null))],
  'pagination.unpaginated.single-page-of-1mb': [
    mutant('cuts much later', admitWith({ unpaginated_bytes: 1_000_000_000 })),
    mutant('cuts at once', list('empty')),
  ],
  'pagination.unpaginated.cut-is-silent': [mutant('says that it cut', set('truncated', true))],
  'pagination.first-call-omits-cursor': [mutant('needs a cursor at first', refuse('invalid_request_body'))],
  'pagination.null-cursor-refused': [
    mutant(
      'takes null for no cursor',
      admit({ cursor: without, start_session_id: without, start_execution_id: without, start_schedule_id: without }),
    ),
    mutant('refuses with another code', refuse('invalid_cursor')),
  ],
  'pagination.limit-bounds-rows-read': [
    mutant('answers a record more', list('repeat-last')),
    mutant('answers a record fewer', list('drop-last')),
  ],
  'pagination.short-page-is-not-the-end': [mutant('ends at a short page', set('cursor', null))],
  'pagination.empty-page-is-not-the-end': [mutant('ends at an empty page', set('cursor', null))],
  'pagination.revisions.cursor-in-query': [mutant('ignores the cursor of the query', insteadOf({ cursor: without }))],
  'pagination.revisions.limit-in-query': [mutant('ignores the limit of the query', insteadOf({ limit: without }))],
  'pagination.revisions.limit-default-50': [mutant('reads 20 revisions without a limit', insteadOf({ limit: '20' }))],
  'pagination.revisions.limit-minimum-1': [mutant('refuses small limits', refuse('invalid_limit'))],
  'pagination.revisions.limit-maximum-200': [
    mutant('refuses large limits', refuse('invalid_limit')),
    mutant('reads one revision whatever the limit', insteadOf({ limit: '1' })),
  ],
  'pagination.revisions.limit-out-of-range': [
    mutant('clamps the limit', admit({ limit: '200' })),
    mutant('refuses with another code', refuse('invalid_request_body')),
  ],
  'pagination.graph.caps-refuse': [
    mutant('knows no caps', admitWith({ limits: { graph_depth: 1_000_000, graph_elements: 1_000_000 } })),
    mutant('refuses with another code', refuse('limit_exceeded')),
  ],
  'pagination.graph.never-partial': [mutant('answers a part of the graph', admit({ depth: 1 }))],
  'pagination.unpaginated.definitions-filter-after-cut': filteredFirst,
  'pagination.unpaginated.blobs-filter-after-cut': filteredFirst,
  'pagination.unpaginated.orgs-filter-after-cut': filteredFirst,
  'pagination.unpaginated.empty-does-not-prove-absence': filteredFirst,
  ...shapes(
    [
      'list-session-objects',
      'list-session-thread-items',
      'list-session-graph-elements',
      'list-session-graph-neighbors',
      'list-session-events',
      'list-execution-events',
    ],
    'opaque',
    'cursor',
  ),
  ...shapes(['workflow-list-sessions'], 'record', 'last_session_id'),
  ...shapes(['workflow-list-executions', 'scheduler-list-executions'], 'record', 'last_execution_id'),
  ...shapes(['scheduler-list-schedules'], 'record', 'last_schedule_id'),
  ...whole(['api-keys', 'credentials', 'target-users', 'query-session-graph'], 'complete'),
  ...whole(
    ['list-definitions', 'org-blobs', 'user-orgs', 'target-members', 'blob-metadata', 'revision-metadata'],
    'unpaginated',
  ),
} satisfies Record<string, MutantRow>

/** Listings that have a cursor answer none. */
function shapes(names: readonly string[], shape: string, field: string): Record<string, MutantRow> {
  return Object.fromEntries(
    names.map((name) => [`pagination.${shape}.${name}`, [mutant(`answers no \`${field}\``, omit(field))]]),
  )
}

/** Listings that have no cursor answer one. */
function whole(names: readonly string[], shape: string): Record<string, MutantRow> {
  return Object.fromEntries(
    names.map((name) => [`pagination.${shape}.${name}`, [mutant('answers a cursor', set('cursor', null))]]),
  )
}
