import {
  admitCaller,
  admitWhen,
  mutant,
  noOp,
  omit,
  otherCode,
  otherStatus,
  refuse,
  set,
  stores,
  undo,
} from '../mutation.ts'
import { section } from '../section.ts'

const revision = (field: string) => `revision.${field} | revisions.*.${field}`

export const revisionSections = [
  section('Resources and their fields / Revision', 'rest', {
    'revision.status-ready': {
      says: 'The values of the `status` of a revision include `ready`.',
      broken: [
        mutant('answers a `status` outside its set', set(revision('status'), 'odd')),
        mutant('leaves `status` out', omit(revision('status'))),
        mutant('answers a ready revision as `failed`', set(revision('status'), 'failed')),
      ],
    },
    'revision.status-failed': {
      says: 'The values of the `status` of a revision include `failed`.',
      broken: [
        mutant('answers a `status` outside its set', set(revision('status'), 'odd')),
        mutant('leaves `status` out', omit(revision('status'))),
        mutant('answers a failed revision as `ready`', set(revision('status'), 'ready')),
      ],
    },
    'revision.phase-draft': {
      says: 'The values of the `phase` of a revision include `draft`.',
      broken: [
        mutant('answers a `phase` outside its set', set(revision('phase'), 'odd')),
        mutant('leaves `phase` out', omit(revision('phase'))),
        mutant('answers a draft as committed', set(revision('phase'), 'commit')),
      ],
    },
    'revision.phase-commit': {
      says: 'The values of the `phase` of a revision include `commit`.',
      broken: [
        mutant('answers a `phase` outside its set', set(revision('phase'), 'odd')),
        mutant('leaves `phase` out', omit(revision('phase'))),
        mutant('answers a committed revision as a draft', set(revision('phase'), 'draft')),
      ],
    },
    'revision.failed-operation-three-values': {
      says: 'The `failed_operation` of a failed revision is the cause of its failure and takes one of three values.',
      broken: [
        mutant('answers a cause outside its set', set(revision('failed_operation'), 'odd')),
        mutant('leaves the cause out', omit(revision('failed_operation'))),
        mutant('answers no cause', set(revision('failed_operation'), null)),
      ],
    },
  }),
  section('States and transitions / Revision', 'rest', {
    'revision.reset.failed-commit-becomes-draft-ready': {
      says: 'Reset takes a revision in phase `draft` with status `failed` to `draft` and `ready`.',
      broken: [
        mutant('resets nothing', noOp),
        mutant('commits what it resets', stores('revisions', 'phase', 'commit')),
      ],
    },
    'revision.reset.failed-delete-becomes-commit-ready': {
      says: 'Reset takes a revision in phase `commit` with status `failed` to `commit` and `ready`.',
      broken: [
        mutant('resets nothing', noOp),
        mutant('makes a draft of what it resets', stores('revisions', 'phase', 'draft')),
      ],
    },
    'revision.reset.any-phase': {
      says: 'Reset takes a failed revision of any phase to `ready`.',
      broken: [
        mutant('refuses a reset for its phase', refuse('revision_not_failed')),
        mutant('leaves the revision failed', undo('revisions', 'status')),
      ],
    },
    'revision.reset.phase-untouched': {
      says: 'Reset leaves the `phase` of the revision as it was.',
      broken: [
        mutant('refuses rather than keep the phase', refuse('internal_error')),
        mutant('makes a draft of what it resets', stores('revisions', 'phase', 'draft')),
      ],
    },
    'revision.reset.clears-failed-operation': {
      says: 'Reset clears `failed_operation` in the same write that clears the failed `status`.',
      broken: [
        mutant('keeps `failed_operation`', undo('revisions', 'failed_operation')),
        mutant('clears the cause alone', undo('revisions', 'status')),
      ],
    },
    'revision.reset.needs-failed': {
      says: 'Reset of a revision whose status is not `failed` is refused with 409 `revision_not_failed`.',
      cases: ['draft', 'commit'],
      broken: [
        mutant('resets what did not fail', admitWhen({ revisions: { status: 'failed' } })),
        otherCode('blob_not_ready'),
        otherStatus(400),
      ],
    },
  }),
  section('States and transitions / Blob', 'rest', {
    'revision.reset.blob-creating-refused': {
      says: 'Reset of a revision whose blob is being created is refused with 409 `blob_not_ready`.',
      broken: [
        mutant('resets below a blob that is being created', admitWhen({ blobs: { condition: 'ready' } })),
        otherCode('revision_not_failed'),
        otherStatus(400),
      ],
    },
    'revision.reset.blob-deleting-refused': {
      says: 'Reset of a revision whose blob is being deleted is refused with 409 `blob_not_ready`.',
      broken: [
        mutant('resets below a blob that is being deleted', admitWhen({ blobs: { condition: 'ready' } })),
        otherCode('revision_not_failed'),
        otherStatus(400),
      ],
    },
  }),
  section('Endpoints / Revisions', 'rest', {
    'revision.reset.answers-status-only': {
      says: 'A reset that succeeds answers `{status}` alone.',
      broken: [mutant('answers more than `status`', set('revision', {}))],
    },
    'revision.reset.needs-write': {
      says: 'Reset by a caller who sees the blob and has no Write access to it is refused with 403 `forbidden`.',
      cases: ['read key'],
      broken: [
        mutant('resets a revision without leave', admitCaller),
        mutant('answers 404', refuse('revision_not_found')),
      ],
    },
    'revision.reset.blob-not-visible': {
      says: 'Reset of a revision whose blob is not visible to the key is refused with 403 `forbidden`.',
      broken: [
        mutant('resets a revision without leave', admitCaller),
        mutant('answers 404', refuse('revision_not_found')),
      ],
    },
    'revision.reset.unknown-id': {
      says: 'Reset of an unknown revision id is refused with 404 `revision_not_found`.',
      broken: [mutant('answers 403 for an unknown id', refuse('forbidden')), otherStatus(400)],
    },
    'revision.reset.blob-unreachable': {
      says: 'Reset of a revision whose blob is unreachable to the caller is refused with 404 `revision_not_found`.',
      broken: [
        mutant('answers 403 for what is out of reach', refuse('forbidden')),
        otherStatus(400),
        mutant('resets what is out of reach', admitCaller),
      ],
    },
  }),
]
