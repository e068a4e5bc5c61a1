import { alternative, assume, movedTo, varied } from '../assume.ts'
import { withSettings, omit, replace, rule, edited } from '../mutation.ts'
import { hidden } from './requests.ts'

const missing = (['user', 'api_key', 'member', 'credential', 'file', 'model'] as const).map(
  (noun) => `${noun}_not_found` as const,
)

/** Codes and statuses of refusals, and limits. */
export const refusalAssumptions = {
  'A-6': assume('Statuses of documented errors', {
    says: 'The codes that the specification names without a status have 400: `invalid_request_body`, `invalid_cursor`, `invalid_limit`, `invalid_blob_type` and `graph_traversal_limit_exceeded`.',
    otherwise: [
      varied(
        'A request of the wrong shape (`invalid_request_body`, `invalid_cursor`, `invalid_limit`) is 422.',
        'Which status has a request of the wrong shape?',
        withSettings({ statuses: { invalid_request_body: 422, invalid_cursor: 422, invalid_limit: 422 } }),
      ),
      movedTo('A-391/1'),
      varied(
        'A blob type that is not enabled, and a graph query above its caps, are 403 as `limit_exceeded` is.',
        'Which status have `invalid_blob_type` and `graph_traversal_limit_exceeded`?',
        withSettings({ statuses: { invalid_blob_type: 403, graph_traversal_limit_exceeded: 403 } }),
      ),
    ],
  }),
  'A-391': assume('Status of limit_exceeded', {
    says: '`limit_exceeded` is 403.',
    otherwise: [
      varied(
        '`limit_exceeded` is 429.',
        'Which status has `limit_exceeded`?',
        withSettings({ statuses: { limit_exceeded: 429 } }),
      ),
    ],
  }),
  'A-7': assume('Codes of other errors', {
    says: 'A refusal for which the specification has no code gets one of its own. What a request names and is not there is 404: `user_not_found`, `org_not_found`, `blob_not_found`, `api_key_not_found`, `member_not_found`, `credential_not_found`, `operation_not_found`, `definition_not_found`, `session_not_found`, `execution_not_found`, `schedule_not_found`, `file_not_found`, `model_not_found`; a revision is `revision_not_found`, whatever is asked of it.',
    otherwise: [
      movedTo('A-386/1'),
      varied(
        'Whatever a request names that is not there is `not_found`, but for a revision.',
        'Does the code of a 404 say what was not found?',
        replace(
          'error',
          [...hidden, ...missing].filter((code) => code !== 'revision_not_found'),
          'not_found',
        ),
      ),
    ],
    was: ['A-110'],
  }),
  'A-392': assume('Missing and wrong credentials', {
    says: 'Missing and wrong credentials are 401 `unauthenticated`.',
    otherwise: [
      varied(
        'The code of such a refusal is `unauthorized`.',
        'Which code has a request without valid credentials?',
        replace('error', ['unauthenticated'], 'unauthorized'),
      ),
    ],
  }),
  'A-393': assume('Methods that a path does not take', {
    says: 'A method that a path does not take is 405 `method_not_allowed`, with `Allow`.',
    otherwise: [
      alternative(
        'It is 404 `endpoint_not_found`, as for an unknown path.',
        'Is a method that a path does not take 405 or 404?',
        rule('other-methods-unknown'),
      ),
    ],
  }),
  'A-394': assume('Aliases that are taken', {
    says: 'An alias that another record has is 409 `alias_taken`.',
    otherwise: [
      varied(
        'It is 422.',
        'Which status has an alias that is taken?',
        withSettings({ statuses: { alias_taken: 422 } }),
      ),
    ],
  }),
  'A-395': assume('Changes while an operation runs', {
    says: 'While an operation on a revision runs, committing it, deleting it and replacing its model are 409 `operation_in_progress`.',
    otherwise: [
      varied(
        'They are 423.',
        'Which status has a change of a revision while an operation on it runs?',
        withSettings({ statuses: { operation_in_progress: 423 } }),
      ),
    ],
  }),
  'A-396': assume('Requests above a fixed size', {
    says: 'A request above a fixed size is 413 `request_too_large` with `limit`.',
    otherwise: [
      varied(
        'It is 400.',
        'Which status has a request above a fixed size?',
        withSettings({ statuses: { request_too_large: 400 } }),
      ),
    ],
  }),
  'A-397': assume('Server errors', {
    says: 'A server error, such as that of a listing that cannot resume, is 500 `internal_error`.',
    otherwise: [
      varied(
        'It is 503.',
        'Which status has the server error of a listing that cannot resume?',
        withSettings({ statuses: { internal_error: 503 } }),
      ),
    ],
  }),
  'A-386': assume('Paths that no endpoint has', {
    says: 'A path that no endpoint has, also one that ends with a slash, is 404 `endpoint_not_found`. Over a socket an unknown command is -32601, with no code of the API.',
    otherwise: [
      alternative(
        'One slash at the end of a path makes no difference.',
        'Is a path that ends with a slash the same path?',
        rule('last-slash-ignored'),
      ),
    ],
  }),
  'A-8': assume('The limit object', {
    says: 'The `limit` of a refusal holds its `name` and, where it is a number, `max`; a limit on how many records, calls of a batch or entries of metadata there may be also `current`. That of `invalid_blob_type` is named `enabled_blob_types` and holds `allowed`, the types that are enabled; that of `graph_traversal_limit_exceeded` is named `graph_depth` or `graph_elements`.',
    otherwise: [
      varied(
        'The `limit` of a refused request or call holds its `name` alone; that of a message that is refused whole stays.',
        'What does the `limit` object of a refusal hold beside its name?',
        edited(
          { op: 'omit', path: 'limit.max' },
          { op: 'omit', path: 'limit.current' },
          { op: 'omit', path: 'limit.allowed' },
        ),
      ),
    ],
  }),
  'A-398': assume('What the limits endpoints answer', {
    says: 'The limits endpoints answer `limits`, which holds `max` and `used` by the name of the limit: `orgs_per_user`, `service_accounts_per_user` and `api_keys_per_target` of a user, `blobs_per_org`, `members_per_target` and `api_keys_per_target` of an organization.',
    otherwise: [
      alternative(
        'A limit shows its `max` alone.',
        'Do the limits endpoints show how much of a limit is used?',
        omit('limits.*.used'),
      ),
    ],
    was: ['A-46'],
  }),
  'A-181': assume('Sizes within one request', {
    says: 'A body with more than 10,000 fields in one object, but for the entries of metadata, or nested deeper than 512 levels, is `invalid_request_body`. One request sets at most 2,000 entries of metadata (`metadata_keys_per_request`); more are 413 `request_too_large`.',
    otherwise: [
      alternative(
        'One request sets at most 100 entries of metadata.',
        'How many entries of metadata may one request set?',
        withSettings({ limits: { metadata_keys_per_request: 100 } }),
      ),
    ],
  }),
  'A-30': assume('Names and values of limits', {
    says: 'The limits are `orgs_per_user` (50), `blobs_per_org` (10,000), `api_keys_per_target` (100), `members_per_target` (1,000), `service_accounts_per_user` (25), `request_body_bytes` (1,048,576, of JSON) and `upload_bytes` (67,108,864).',
    otherwise: [
      alternative(
        'A user has at most 10 organizations and 5 service accounts.',
        'How many organizations and service accounts may a user have?',
        withSettings({ limits: { orgs_per_user: 10, service_accounts_per_user: 5 } }),
      ),
      alternative(
        'A body, and a message on a socket, holds at most 262,144 bytes of JSON.',
        'How large may a JSON body be?',
        withSettings({ limits: { request_body_bytes: 262_144 } }),
      ),
    ],
  }),
}
