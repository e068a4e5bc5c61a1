import type { ClauseRow } from '../clause-row.ts'

export const revisionClauses = [
  {
    id: 'revision.status-ready',
    section: 'Resources and their fields / Revision',
    wire: 'rest',
    statement: 'The values of the `status` of a revision include `ready`.',
  },
  {
    id: 'revision.status-failed',
    section: 'Resources and their fields / Revision',
    wire: 'rest',
    statement: 'The values of the `status` of a revision include `failed`.',
  },
  {
    id: 'revision.phase-draft',
    section: 'Resources and their fields / Revision',
    wire: 'rest',
    statement: 'The values of the `phase` of a revision include `draft`.',
  },
  {
    id: 'revision.phase-commit',
    section: 'Resources and their fields / Revision',
    wire: 'rest',
    statement: 'The values of the `phase` of a revision include `commit`.',
  },
  {
    id: 'revision.failed-operation-three-values',
    section: 'Resources and their fields / Revision',
    wire: 'rest',
    statement: 'The `failed_operation` of a failed revision is the cause of its failure and takes one of three values.',
  },
  {
    id: 'revision.reset.failed-commit-becomes-draft-ready',
    section: 'States and transitions / Revision',
    wire: 'rest',
    statement: 'Reset takes a revision in phase `draft` with status `failed` to `draft` and `ready`.',
  },
  {
    id: 'revision.reset.failed-delete-becomes-commit-ready',
    section: 'States and transitions / Revision',
    wire: 'rest',
    statement: 'Reset takes a revision in phase `commit` with status `failed` to `commit` and `ready`.',
  },
  {
    id: 'revision.reset.any-phase',
    section: 'States and transitions / Revision',
    wire: 'rest',
    statement: 'Reset takes a failed revision of any phase to `ready`.',
  },
  {
    id: 'revision.reset.phase-untouched',
    section: 'States and transitions / Revision',
    wire: 'rest',
    statement: 'Reset leaves the `phase` of the revision as it was.',
  },
  {
    id: 'revision.reset.clears-failed-operation',
    section: 'States and transitions / Revision',
    wire: 'rest',
    statement: 'Reset clears `failed_operation` in the same write that clears the failed `status`.',
  },
  {
    id: 'revision.reset.needs-failed',
    section: 'States and transitions / Revision',
    wire: 'rest',
    statement: 'Reset of a revision whose status is not `failed` is refused with 409 `revision_not_failed`.',
  },
  {
    id: 'revision.reset.blob-creating-refused',
    section: 'States and transitions / Blob',
    wire: 'rest',
    statement: 'Reset of a revision whose blob is being created is refused with 409 `blob_not_ready`.',
  },
  {
    id: 'revision.reset.blob-deleting-refused',
    section: 'States and transitions / Blob',
    wire: 'rest',
    statement: 'Reset of a revision whose blob is being deleted is refused with 409 `blob_not_ready`.',
  },
  {
    id: 'revision.reset.answers-status-only',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'A reset that succeeds answers `{status}` alone.',
  },
  {
    id: 'revision.reset.needs-write',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'Reset by a caller who sees the blob and has no Write access to it is refused with 403 `forbidden`.',
  },
  {
    id: 'revision.reset.blob-not-visible',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'Reset of a revision whose blob is not visible to the key is refused with 403 `forbidden`.',
  },
  {
    id: 'revision.reset.unknown-id',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'Reset of an unknown revision id is refused with 404 `revision_not_found`.',
  },
  {
    id: 'revision.reset.blob-unreachable',
    section: 'Endpoints / Revisions',
    wire: 'rest',
    statement: 'Reset of a revision whose blob is unreachable to the caller is refused with 404 `revision_not_found`.',
  },
] as const satisfies readonly ClauseRow[]
