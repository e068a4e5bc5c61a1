import { admit, admitWith, substituteInput, list, mutant, omit, otherCode, refuse, set } from '../mutation.ts'
import { targets } from '../cases.ts'
import { section } from '../section.ts'

const without = undefined
const answersNothing = mutant('answers no records', list('empty'))
const wholeSet = mutant('answers more than one page', admitWith({ unpaginated_bytes: 1_000_000_000 }))
const filteredFirst = [mutant('filters before the cut', admitWith({ unpaginated_bytes: 1_000_000_000 }))]

export const pageShapesSections = [
  section('Endpoints / Pagination', 'realtime', {
    'pagination.opaque.list-session-objects': {
      says: 'The command `list_session_objects` is an opaque-cursor listing.',
      broken: [mutant('answers no `cursor`', omit('cursor')), answersNothing],
    },
    'pagination.opaque.list-session-thread-items': {
      says: 'The command `list_session_thread_items` is an opaque-cursor listing.',
      broken: [mutant('answers no `cursor`', omit('cursor')), answersNothing],
    },
    'pagination.opaque.list-session-graph-elements': {
      says: 'The command `list_session_graph_elements` is an opaque-cursor listing.',
      broken: [mutant('answers no `cursor`', omit('cursor')), answersNothing],
    },
    'pagination.opaque.list-session-graph-neighbors': {
      says: 'The command `list_session_graph_neighbors` is an opaque-cursor listing.',
      broken: [mutant('answers no `cursor`', omit('cursor')), answersNothing],
    },
    'pagination.opaque.list-session-events': {
      says: 'The command `list_session_events` is an opaque-cursor listing.',
      broken: [mutant('answers no `cursor`', omit('cursor')), answersNothing],
    },
    'pagination.opaque.list-execution-events': {
      says: 'The command `list_execution_events` is an opaque-cursor listing.',
      broken: [mutant('answers no `cursor`', omit('cursor')), answersNothing],
    },
  }),
  section('Endpoints / Pagination', 'rest', {
    'pagination.revisions.cursor-in-query': {
      says: 'List Revisions takes its opaque `cursor` from the query string.',
      broken: [mutant('ignores the cursor of the query', substituteInput({ cursor: without }))],
    },
    'pagination.revisions.limit-in-query': {
      says: 'List Revisions takes its `limit` from the query string.',
      broken: [mutant('ignores the limit of the query', substituteInput({ limit: without }))],
    },
    'pagination.revisions.limit-default-50': {
      says: 'List Revisions without `limit` reads 50 revisions.',
      broken: [
        mutant('reads 20 revisions without a limit', substituteInput({ limit: '20' })),
        mutant('reads 100 revisions without a limit', substituteInput({ limit: '100' })),
      ],
    },
    'pagination.revisions.limit-minimum-1': {
      says: 'List Revisions accepts the `limit` 1.',
      broken: [mutant('refuses small limits', refuse('invalid_limit'))],
    },
    'pagination.revisions.limit-maximum-200': {
      says: 'List Revisions accepts the `limit` 200.',
      broken: [
        mutant('refuses large limits', refuse('invalid_limit')),
        mutant('reads one revision whatever the limit', substituteInput({ limit: '1' })),
      ],
    },
    'pagination.revisions.limit-out-of-range': {
      says: 'List Revisions with a `limit` out of range fails with `invalid_limit` and is not clamped.',
      cases: ['limit 0', 'limit 201'],
      broken: [mutant('clamps the limit', admit({ limit: '200' })), otherCode('invalid_request_body')],
    },
  }),
  section('Endpoints / Pagination', 'realtime', {
    'pagination.record.workflow-list-sessions': {
      says: 'The workflow command `list_sessions` is a record-cursor listing.',
      broken: [mutant('answers no `last_session_id`', omit('last_session_id')), answersNothing],
    },
    'pagination.record.workflow-list-executions': {
      says: 'The workflow command `list_executions` is a record-cursor listing.',
      broken: [mutant('answers no `last_execution_id`', omit('last_execution_id')), answersNothing],
    },
    'pagination.record.scheduler-list-schedules': {
      says: 'The scheduler command `list_schedules` is a record-cursor listing.',
      broken: [mutant('answers no `last_schedule_id`', omit('last_schedule_id')), answersNothing],
    },
    'pagination.record.scheduler-list-executions': {
      says: 'The scheduler command `list_executions` is a record-cursor listing.',
      broken: [mutant('answers no `last_execution_id`', omit('last_execution_id')), answersNothing],
    },
  }),
  section('Endpoints / Pagination', 'rest', {
    'pagination.complete.api-keys': {
      says: 'The listing of the API keys of a target is complete.',
      cases: targets,
      broken: [mutant('answers a cursor', set('cursor', null)), answersNothing],
    },
    'pagination.complete.credentials': {
      says: 'The listing of the credentials of a target is complete.',
      cases: targets,
      broken: [mutant('answers a cursor', set('cursor', null)), answersNothing],
    },
    'pagination.complete.target-users': {
      says: 'The listing of the users of a target is complete.',
      cases: ['org', 'blob'],
      broken: [mutant('answers a cursor', set('cursor', null)), answersNothing],
    },
  }),
  section('Endpoints / Pagination', 'realtime', {
    'pagination.complete.query-session-graph': {
      says: 'The command `query_session_graph` answers its whole result without a pagination field.',
      broken: [mutant('answers a cursor', set('cursor', null)), answersNothing],
    },
    'pagination.graph.caps-refuse': {
      says: 'A graph query that exceeds its explicit caps is refused with `graph_traversal_limit_exceeded`.',
      broken: [
        mutant('knows no caps', admitWith({ limits: { graph_depth: 1_000_000, graph_elements: 1_000_000 } })),
        otherCode('limit_exceeded'),
      ],
    },
    'pagination.graph.never-partial': {
      says: 'A graph query never answers a partial graph.',
      broken: [mutant('answers a part of the graph', admit({ depth: 1 }))],
    },
    'pagination.unpaginated.list-definitions': {
      says: 'The command `list_definitions` is an unpaginated listing.',
      broken: [mutant('answers a cursor', set('cursor', null)), wholeSet],
    },
  }),
  section('Endpoints / Pagination', 'rest', {
    'pagination.unpaginated.org-blobs': {
      says: 'The listing of the blobs of an organization is unpaginated.',
      broken: [mutant('answers a cursor', set('cursor', null)), wholeSet],
    },
    'pagination.unpaginated.user-orgs': {
      says: 'The listing of the organizations of a user is unpaginated.',
      broken: [mutant('answers a cursor', set('cursor', null)), wholeSet],
    },
    'pagination.unpaginated.target-members': {
      says: 'The listing of the members of a target is unpaginated.',
      cases: ['org', 'blob'],
      broken: [mutant('answers a cursor', set('cursor', null)), wholeSet],
    },
    'pagination.unpaginated.blob-metadata': {
      says: 'The listing of the metadata of a blob under an alias is unpaginated.',
      broken: [mutant('answers a cursor', set('cursor', null)), wholeSet],
    },
    'pagination.unpaginated.revision-metadata': {
      says: 'The listing of the metadata of a revision under an alias is unpaginated.',
      broken: [mutant('answers a cursor', set('cursor', null)), wholeSet],
    },
  }),
  section('Endpoints / Pagination', 'realtime', {
    'pagination.unpaginated.definitions-filter-after-cut': {
      says: 'Definitions are filtered by category after the 1 MB budget is spent.',
      broken: filteredFirst,
    },
  }),
  section('Endpoints / Pagination', 'rest', {
    'pagination.unpaginated.blobs-filter-after-cut': {
      says: 'Blobs are filtered by visibility after the 1 MB budget is spent.',
      broken: filteredFirst,
    },
    'pagination.unpaginated.orgs-filter-after-cut': {
      says: 'Organizations are filtered by visibility after the 1 MB budget is spent.',
      broken: filteredFirst,
    },
    'pagination.unpaginated.empty-does-not-prove-absence': {
      says: 'A filtered unpaginated listing can be empty although a matching record lies beyond the cut.',
      broken: filteredFirst,
    },
  }),
]
