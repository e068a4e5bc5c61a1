import { admitCaller, admitWhen, list, mutant, omit, refuse, set, skip, undo, wire } from '../mutation.ts'
import type { MutantRow } from '../mutation.ts'

const revision = (field: string) => `revision.${field} | revisions.*.${field}`
const twinOf = 'resets a revision without leave'

export const revisionMutants = {
  'revision.status-ready': [
    mutant('answers a `status` outside its set', set(revision('status'), 'odd')),
    mutant('leaves `status` out', omit(revision('status'))),
  ],
  'revision.status-failed': [
    mutant('answers a `status` outside its set', set(revision('status'), 'odd')),
    mutant('leaves `status` out', omit(revision('status'))),
  ],
  'revision.phase-draft': [
    mutant('answers a `phase` outside its set', set(revision('phase'), 'odd')),
    mutant('leaves `phase` out', omit(revision('phase'))),
  ],
  'revision.phase-commit': [
    mutant('answers a `phase` outside its set', set(revision('phase'), 'odd')),
    mutant('leaves `phase` out', omit(revision('phase'))),
  ],
  'revision.failed-operation-three-values': [
    mutant('answers a cause outside its set', set(revision('failed_operation'), 'odd')),
  ],
  'revision.reset.failed-commit-becomes-draft-ready': [mutant('resets nothing', skip)],
  'revision.reset.failed-delete-becomes-commit-ready': [mutant('resets nothing', skip)],
  'revision.reset.any-phase': [mutant('refuses a reset for its phase', refuse('revision_not_failed'))],
  'revision.reset.phase-untouched': [mutant('refuses rather than keep the phase', refuse('internal_error'))],
  'revision.reset.clears-failed-operation': [mutant('keeps `failed_operation`', undo('revisions', 'failed_operation'))],
  'revision.reset.needs-failed': [
    mutant('resets what did not fail', admitWhen({ revisions: { status: 'failed' } })),
    mutant('refuses with another code', refuse('blob_not_ready')),
  ],
  'revision.reset.blob-creating-refused': [
    mutant('resets below a blob that is being created', admitWhen({ blobs: { condition: 'ready' } })),
    mutant('refuses with another code', refuse('revision_not_failed')),
  ],
  'revision.reset.blob-deleting-refused': [
    mutant('resets below a blob that is being deleted', admitWhen({ blobs: { condition: 'ready' } })),
    mutant('refuses with another code', refuse('revision_not_failed')),
  ],
  'revision.reset.answers-status-only': [mutant('answers more than `status`', set('revision', {}))],
  'revision.reset.needs-write': [mutant(twinOf, admitCaller), mutant('answers 404', refuse('revision_not_found'))],
  'revision.reset.blob-not-visible': [mutant(twinOf, admitCaller), mutant('answers 404', refuse('revision_not_found'))],
  'revision.reset.unknown-id': [mutant('answers 403 for an unknown id', refuse('forbidden'))],
  'revision.reset.blob-unreachable': [mutant('answers 403 for what is out of reach', refuse('forbidden'))],
  'revisions.list.answers-revisions-of-blob': [
    mutant('lists revisions of another blob', set('revisions.*.blob_id', '00000000-0000-4000-8000-00000000dead')),
    mutant('leaves a revision out', list('drop-first', 'revisions')),
  ],
  'revisions.list.answers-cursor': [mutant('answers no `cursor`', omit('cursor'))],
  'revisions.list.null-when-exhausted': [
    mutant('never ends', set('cursor', 'bm90LXRoZS1lbmQ')),
    mutant('leaves the last cursor out', omit('cursor')),
  ],
  'revisions.metadata.under-alias': [
    mutant('answers entries of another alias', set('metadata.*.alias', 'another')),
    mutant('answers nothing', set('metadata', [])),
  ],
  'blobs.metadata.under-alias': [
    mutant('answers entries of another alias', set('metadata.*.alias', 'another')),
    mutant('answers nothing', set('metadata', [])),
  ],
  'envelope.status-on-every-response': [
    mutant('leaves `status` out', wire({ edits: [{ op: 'omit', path: 'status' }] })),
    mutant('answers `ok`', wire({ edits: [{ op: 'set', path: 'status', to: 'ok' }] })),
  ],
  'envelope.success-fields-beside-status': [mutant('wraps the fields in `data`', wire({ body: 'envelope' }))],
  'envelope.nothing-to-return-is-status-only': [
    mutant('answers more than `status`', wire({ edits: [{ op: 'set', path: 'data', to: {} }] })),
  ],
  'envelope.no-bare-empty-object': [mutant('answers a bare empty object', wire({ body: 'empty' }))],
  'envelope.failure-has-error-and-message': [
    mutant('leaves `message` out', omit('message')),
    mutant('leaves `error` out', omit('error')),
    mutant('answers failures as successes', wire({ edits: [{ op: 'set', path: 'status', to: 'success' }] })),
  ],
  'envelope.error-code-is-stable': [mutant('answers another code', set('error', 'unknown_error'))],
  'envelope.limit.names-the-limit': [mutant('names no limit', omit('limit.name'))],
  'envelope.limit.with-limit-exceeded': [mutant('leaves `limit` out', omit('limit'))],
  'envelope.limit.with-invalid-blob-type': [mutant('leaves `limit` out', omit('limit'))],
  'envelope.limit.with-size-and-count-limits': [mutant('leaves `limit` out', omit('limit'))],
  'envelope.check-definition.answers-200': [mutant('answers 400', wire({ status: 400 }))],
  'envelope.check-definition.failure-is-the-verdict': [
    mutant('finds every definition valid', set('status', 'success')),
  ],
  'envelope.binary.file-is-the-body': [mutant('answers no file', wire({ body: 'empty' }))],
  'envelope.binary.model-download': [mutant('leaves X-Response-Body out', wire({ header: ['x-response-body', null] }))],
  'envelope.binary.session-file-download': [
    mutant('leaves X-Response-Body out', wire({ header: ['x-response-body', null] })),
  ],
  'envelope.binary.model-upload': [
    mutant('refuses X-Request-Body', refuse('invalid_request_body')),
    mutant('stores nothing', skip),
  ],
  'envelope.binary.session-file-upload': [
    mutant('refuses X-Request-Body', refuse('invalid_request_body')),
    mutant('stores nothing', skip),
  ],
} satisfies Record<string, MutantRow>
