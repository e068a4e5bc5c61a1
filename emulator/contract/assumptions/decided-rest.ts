import type { AssumptionRow } from '../assumption-row.ts'

/** Decided in the project (from A-100 on): what clients of the REST API meet. */
export const restAssumptions = [
  {
    id: 'A-100',
    title: 'An operation outlives the deletion it carries out',
    statement:
      'Deleting a blob or a revision is answered with an operation that can be read when the deletion is over: ' +
      'it stays until its organization goes, and its `target_id` is null once its target is gone. Every other ' +
      'operation goes with its blob or its organization.',
  },
  {
    id: 'A-101',
    title: 'What a commit refuses',
    statement:
      'Committing a revision that is committed already is 409 `revision_not_draft`; committing a draft whose ' +
      'last operation failed is 409 `revision_not_ready`, because a reset is the documented way out of ' +
      '`failed`. A revision is deleted in any phase, failed ones too. Metadata is set in any state; a model is ' +
      'not replaced while an operation on its revision runs (409 `operation_in_progress`).',
  },
  {
    id: 'A-103',
    title: 'Numbers of revisions',
    statement:
      'A new revision has the number above the highest that its blob ever gave, also when that revision is ' + 'gone.',
  },
  {
    id: 'A-104',
    title: 'Who reads an operation',
    statement:
      'An operation is shown to everyone who can see its blob. Once the blob is gone it is shown to the user ' +
      'who started it and to everyone who can see the organization.',
  },
  {
    id: 'A-105',
    title: 'What a failed operation leaves',
    statement:
      'An operation fails only where a trigger makes it fail. Then a creation leaves no blob and a free alias, ' +
      'with `target_id` null; the deletion of a blob leaves it `ready`; a commit leaves `draft`, `failed` and ' +
      '`failed_operation: commit`; the deletion of a revision leaves its phase, `failed` and `failed_operation: ' +
      'delete`.',
  },
  {
    id: 'A-110',
    title: 'A slash at the end of a path',
    statement:
      'The specification names no path that ends with a slash, so that one is 404 `endpoint_not_found`. The ' +
      'message names the path without it.',
  },
  {
    id: 'A-150',
    title: 'A refusal for want of a human hides no target',
    statement:
      'Each of the operations that need a human behind the request refuses the key of a service account with ' +
      '403, also for a target that the account cannot see. Only a target that does not exist at all is 404 ' +
      'before.',
  },
  {
    id: 'A-151',
    title: 'A retired account takes nothing new',
    statement:
      'Changing a retired account, and a key, an acting token, a membership or a credential for it, is 409 ' +
      '`user_retired`.',
  },
  {
    id: 'A-152',
    title: 'Only service accounts are retired and acted for',
    statement: 'Retiring a human, and minting an acting token for one, is 403, for the human itself too.',
  },
  {
    id: 'A-153',
    title: 'Who creates accounts and organizations',
    statement:
      'Creating a service account or an organization needs write on the caller itself, so that read keys and ' +
      'scoped keys are refused. An account creates organizations with its own key.',
  },
  {
    id: 'A-154',
    title: 'Alias of an organization that was given none',
    statement: 'An organization whose creator chose no alias gets `org-` and the first digits of its id.',
  },
  {
    id: 'A-155',
    title: 'What the counts of a user count',
    statement:
      '`orgs_per_user` counts memberships in organizations, so that adding a member can be refused by it as ' +
      'well. `service_accounts_per_user` counts active accounts.',
  },
  {
    id: 'A-156',
    title: 'Limits of an organization',
    statement: 'Only admins of an organization read its limits.',
  },
  {
    id: 'A-157',
    title: 'Users of a user',
    statement:
      'The users of the target `user` are the service accounts that it owns, retired ones included. They are ' +
      'shown to the user and to its owner.',
  },
  {
    id: 'A-158',
    title: 'A credential of a target that is not seen',
    statement:
      'Deleting a credential of an organization or a blob that the caller cannot see is 404 ' +
      '`credential_not_found`, as if there were none.',
  },
  {
    id: 'A-159',
    title: 'Users in a body',
    statement: 'A `user_id` in the body of a request is a UUID or an alias. `me` is resolved in paths only.',
  },
  {
    id: 'A-160',
    title: 'Description of a key',
    statement: 'The `description` of a key is answered with the key; it is null when none was given.',
  },
  {
    id: 'A-180',
    title: 'Idle connections',
    statement:
      'The server never closes a connection that waits for its next request. One whose request was begun and ' +
      'not finished is closed after minutes.',
  },
  {
    id: 'A-181',
    title: 'Sizes within one request',
    statement:
      'A body with more than 10,000 fields in one object, or nested deeper than 512 levels, is ' +
      '`invalid_request_body`. One request sets at most `metadata_keys_per_request` entries of metadata.',
  },
] as const satisfies readonly AssumptionRow[]
