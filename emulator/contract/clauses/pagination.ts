import {
  admit,
  admitEdited,
  admitWith,
  substituteInput,
  list,
  mutant,
  omit,
  otherCode,
  refuse,
  rename,
  set,
} from '../mutation.ts'
import { opaqueCommands, recordCommands } from '../cases.ts'
import { section } from '../section.ts'

const without = undefined

export const paginationSections = [
  section('Endpoints / Pagination', 'rest', {
    'pagination.no-query-parameters': {
      says: 'A listing other than List Revisions takes no pagination from the query string.',
      broken: [mutant('answers no records where the query names a cursor or a limit', list('empty'))],
    },
  }),
  section('Endpoints / Pagination', 'realtime', {
    'pagination.cursor-is-a-body-field': {
      says: 'Where a listing takes a cursor, it is a field of the JSON request body.',
      broken: [
        mutant(
          'ignores the cursor in the body',
          substituteInput({
            cursor: without,
            start_session_id: without,
            start_execution_id: without,
            start_schedule_id: without,
          }),
        ),
      ],
    },
  }),
  section('Endpoints / Pagination', 'rest', {
    'pagination.shape-belongs-to-endpoint': {
      says: 'The page shape is a property of the endpoint, so that its fields do not depend on how many records there are.',
      broken: [
        mutant(
          'leaves the cursor out of some pages',
          omit('cursor | last_session_id | last_execution_id | last_schedule_id'),
        ),
      ],
    },
  }),
  section('Endpoints / Pagination', 'realtime', {
    'pagination.opaque.cursor-in-response': {
      says: 'An opaque-cursor listing answers `cursor`.',
      cases: opaqueCommands,
      broken: [mutant('answers no `cursor`', omit('cursor'))],
    },
    'pagination.opaque.resumes-at-cursor': {
      says: 'Sending `cursor` back continues the listing where the page before it ended.',
      cases: opaqueCommands,
      broken: [
        mutant('begins again', substituteInput({ cursor: without })),
        mutant('leaves a record out between pages', list('drop-first')),
        mutant('repeats a record', list('repeat-last')),
      ],
    },
    'pagination.opaque.limit-accepted': {
      says: 'An opaque-cursor listing accepts `limit`, the number of rows to read.',
      cases: opaqueCommands,
      broken: [
        mutant('refuses a limit', refuse('invalid_request_body')),
        mutant('reads one record whatever the limit', substituteInput({ limit: 1 })),
        mutant('answers one record more than the limit', list('repeat-last')),
      ],
    },
    'pagination.opaque.limit-is-optional': {
      says: 'An opaque-cursor listing works without `limit`.',
      cases: opaqueCommands,
      broken: [mutant('reads one record without a limit', substituteInput({ limit: 1 }))],
    },
    'pagination.opaque.null-means-exhausted': {
      says: 'An opaque-cursor listing that is exhausted answers `cursor` null.',
      cases: opaqueCommands,
      broken: [
        mutant('leaves the last cursor out', omit('cursor')),
        mutant('never ends', set('cursor', 'bm90LXRoZS1lbmQ')),
        mutant('answers an empty text at the end', set('cursor', '')),
      ],
    },
    'pagination.opaque.modified-cursor-refused': {
      says: 'A modified opaque cursor fails with `invalid_cursor`.',
      cases: [
        ...opaqueCommands,
        'GET /blobs/:org_id/:blob_id/revisions',
        'first character',
        'middle character',
        'last character',
      ],
      broken: [
        mutant('takes a modified cursor for none', admit({ cursor: without })),
        otherCode('invalid_request_body'),
      ],
    },
    'pagination.opaque.limit-above-maximum-refused': {
      says: 'A `limit` above the maximum of the command is an error and is not clamped.',
      cases: opaqueCommands,
      broken: [mutant('clamps the limit', admit({ limit: 200 })), otherCode('invalid_cursor')],
    },
    'pagination.record.last-id-in-response': {
      says: 'A record-cursor listing answers `last_<noun>_id`.',
      cases: recordCommands,
      broken: [
        mutant('answers a `cursor`', rename('last_session_id | last_execution_id | last_schedule_id', 'cursor')),
      ],
    },
    'pagination.record.resumes-at-start-id': {
      says: 'Sending the token back as `start_<noun>_id` continues the listing after that record.',
      cases: recordCommands,
      broken: [
        mutant(
          'begins again',
          substituteInput({ start_session_id: without, start_execution_id: without, start_schedule_id: without }),
        ),
        mutant('leaves a record out between pages', list('drop-first')),
      ],
    },
    'pagination.record.limit-refused': {
      says: 'A `limit` on a record-cursor listing fails the request with `invalid_request_body`.',
      cases: recordCommands,
      broken: [mutant('takes a limit', admit({ limit: without })), otherCode('invalid_limit')],
    },
    'pagination.record.page-of-ten': {
      says: 'A page of a record-cursor listing has the fixed size of 10.',
      cases: recordCommands,
      broken: [
        mutant('answers pages of nine', list('drop-last')),
        mutant('answers pages of eleven', list('repeat-last')),
      ],
    },
    'pagination.record.newest-first': {
      says: 'A record-cursor listing answers the newest records first.',
      cases: recordCommands,
      broken: [mutant('answers the oldest first', list('reverse'))],
    },
    'pagination.record.order-not-changeable': {
      says: 'The order of a record-cursor listing cannot be changed.',
      broken: [
        mutant('takes an order', admitEdited({ order: without }, { op: 'list', path: '@items', how: 'reverse' })),
      ],
    },
    'pagination.record.null-means-exhausted': {
      says: 'A record-cursor listing that is exhausted answers `last_<noun>_id` null.',
      cases: recordCommands,
      broken: [
        mutant(
          'never ends',
          set('last_session_id | last_execution_id | last_schedule_id', '00000000-0000-4000-8000-00000000dead'),
        ),
        mutant('leaves the last token out', omit('last_session_id | last_execution_id | last_schedule_id')),
        mutant('answers an empty text at the end', set('last_session_id | last_execution_id | last_schedule_id', '')),
      ],
    },
    'pagination.record.deleted-record': {
      says: 'Resuming at a record that was deleted between pages fails as a server error.',
      cases: ['workflow.list_sessions', 'scheduler.list_schedules'],
      broken: [
        mutant(
          'begins again',
          admit({ start_session_id: without, start_execution_id: without, start_schedule_id: without }),
        ),
        mutant('refuses with a client error', refuse('invalid_cursor')),
      ],
    },
  }),
  section('Endpoints / Pagination', 'rest', {
    'pagination.complete.whole-set': {
      says: 'A complete listing answers the whole set.',
      cases: [
        'GET /api-keys/target/:target/:target_id',
        'GET /credentials/target/:target/:target_id',
        'GET /users/target/:target/:target_id',
      ],
      broken: [mutant('leaves the end of the set out', list('drop-last')), mutant('ends after fifty', list(50))],
    },
    'pagination.complete.no-pagination-field': {
      says: 'A complete listing answers no pagination field.',
      broken: [
        mutant('answers a cursor', set('cursor', null)),
        mutant('answers whether there is more', set('has_more', false)),
      ],
    },
    'pagination.unpaginated.single-page-of-1mb': {
      says: 'An unpaginated listing answers a single page of roughly 1 MB.',
      broken: [
        mutant('cuts much later', admitWith({ unpaginated_bytes: 1_000_000_000 })),
        mutant('cuts at once', list('empty')),
      ],
    },
    'pagination.unpaginated.cut-is-silent': {
      says: 'An unpaginated listing is silently incomplete beyond its page, with no cursor, count or flag.',
      broken: [mutant('says that it cut', set('truncated', true)), mutant('answers a count', set('count', 9))],
    },
  }),
  section('Endpoints / Pagination', 'realtime', {
    'pagination.first-call-omits-cursor': {
      says: 'A first call without a cursor starts the listing at its beginning.',
      broken: [mutant('needs a cursor at first', refuse('invalid_request_body'))],
    },
    'pagination.null-cursor-refused': {
      says: 'Sending `cursor` as null fails with `invalid_request_body`.',
      cases: opaqueCommands,
      broken: [
        mutant(
          'takes null for no cursor',
          admit({
            cursor: without,
            start_session_id: without,
            start_execution_id: without,
            start_schedule_id: without,
          }),
        ),
        otherCode('invalid_cursor'),
      ],
    },
  }),
  section('Endpoints / Pagination', 'rest', {
    'pagination.limit-bounds-rows-read': {
      says: 'The `limit` of a page bounds the rows read, and access filtering is applied to them afterwards.',
      broken: [
        mutant('answers a record more', list('repeat-last')),
        mutant('answers a record fewer', list('drop-last')),
      ],
    },
    'pagination.short-page-is-not-the-end': {
      says: 'A page shorter than its limit can carry a cursor that is not null, with more records behind it.',
      broken: [mutant('ends at a short page', set('cursor', null))],
    },
    'pagination.empty-page-is-not-the-end': {
      says: 'An empty page can carry a cursor that is not null, with more records behind it.',
      broken: [mutant('ends at an empty page', set('cursor', null))],
    },
  }),
]
