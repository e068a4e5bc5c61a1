import type { AssumptionTexts } from '../assumption-titles.ts'

/** Decisions of the project about the REST API, from A-100 on. */
export const restAssumptions = {
  'A-100':
    'Deleting a blob or a revision is answered with an operation that can be read when the deletion is over: ' +
    'it stays until its organization goes, and its `target_id` is null once its target is gone. Every other ' +
    'operation goes with its blob or its organization.',
  'A-101':
    'Committing a revision that is committed already is 409 `revision_not_draft`; committing a draft whose ' +
    'last operation failed is 409 `revision_not_ready`, because a reset is the documented way out of ' +
    '`failed`. A revision is deleted in any phase, failed ones too. Metadata is set in any state; a model is ' +
    'not replaced while an operation on its revision runs (409 `operation_in_progress`).',
  'A-103':
    'A new revision has the number above the highest that its blob ever gave, also when that revision is ' + 'gone.',
  'A-104':
    'An operation is shown to everyone who can see its blob. Once the blob is gone it is shown to the user ' +
    'who started it and to everyone who can see the organization.',
  'A-105':
    'An operation fails only where a trigger makes it fail. Then a creation leaves no blob and a free alias, ' +
    'with `target_id` null; the deletion of a blob leaves it `ready`; a commit leaves `draft`, `failed` and ' +
    '`failed_operation: commit`; the deletion of a revision leaves its phase, `failed` and `failed_operation: ' +
    'delete`.',
  'A-110':
    'The specification names no path that ends with a slash, so that one is 404 `endpoint_not_found`. The ' +
    'message names the path without it.',
  'A-151':
    'Changing a retired account, and a key, an acting token, a membership or a credential for it, is 409 ' +
    '`user_retired`.',
  'A-152': 'Retiring a human, and minting an acting token for one, is 403, for the human itself too.',
  'A-153':
    'Creating a service account or an organization needs write on the caller itself, so that read keys and ' +
    'scoped keys are refused. An account creates organizations with its own key.',
  'A-154': 'An organization whose creator chose no alias gets `org-` and the first digits of its id.',
  'A-155':
    '`orgs_per_user` counts memberships in organizations, so that adding a member can be refused by it as ' +
    'well. `service_accounts_per_user` counts active accounts.',
  'A-156': 'Only admins of an organization read its limits.',
  'A-157':
    'The users of the target `user` are the service accounts that it owns, retired ones included. They are ' +
    'shown to the user and to its owner.',
  'A-158':
    'Deleting a credential of an organization or a blob that the caller cannot see is 404 ' +
    '`credential_not_found`, as if there were none.',
  'A-159': 'A `user_id` in the body of a request is a UUID or an alias. `me` is resolved in paths only.',
  'A-160': 'The `description` of a key is answered with the key; it is null when none was given.',
  'A-180':
    'The server never closes a connection that waits for its next request. One whose request was begun and ' +
    'not finished is closed after minutes.',
  'A-181':
    'A body with more than 10,000 fields in one object, or nested deeper than 512 levels, is ' +
    '`invalid_request_body`. One request sets at most `metadata_keys_per_request` entries of metadata; more are ' +
    '413 `request_too_large`.',
  'A-182':
    'A request is `invalid_request_body` when its body is no JSON object in UTF-8, misses a required field, ' +
    'holds a value of another type than its field has or outside its set or range, or fields that do not go ' +
    'together; so are parameters of a call, an empty key of metadata, a query parameter that comes twice, and ' +
    'a path with a broken percent-encoding. Nothing is converted: a number written as text is text, and null ' +
    'is not a field that is left out. An empty body is `{}`. JSON comes as `application/json`, with a suffix ' +
    '`+json` or without a type, a file as `application/octet-stream` or without a type; any other type is 415 ' +
    '`unsupported_media_type`.',
  'A-330':
    'A rate (`--rate-limit 5/s`, the option `rateLimit`, `above` in a trigger) lets that many requests through ' +
    'at once, and its allowance refills evenly over the period, in world time, for all callers together. A ' +
    'request beyond it is not handled and takes nothing from the allowance: it is 429 with `Retry-After`, in ' +
    'whole seconds and at least 1, and `rate_limited` in the envelope. Calls on a socket are not limited.',
} satisfies AssumptionTexts
