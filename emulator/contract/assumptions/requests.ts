import { alternative, assume, movedTo, TOLD_FIRST, varied } from '../assume.ts'
import { withSettings, nextRefusal, omit, refuse, refuseInstead, replace, rule, edited } from '../mutation.ts'

const below = ['revision', 'definition', 'session', 'execution', 'schedule', 'operation'] as const
const hidden = (['org', 'blob', ...below] as const).map((noun) => `${noun}_not_found` as const)
const missing = (['user', 'api_key', 'member', 'credential', 'file', 'model'] as const).map(
  (noun) => `${noun}_not_found` as const,
)

/** Shape of requests, order of checks, and refusals. */
export const requestAssumptions = {
  'A-6': assume('Statuses of documented errors', {
    says: 'The codes that the specification names without a status have 400: `invalid_request_body`, `invalid_cursor`, `invalid_limit`, `invalid_blob_type` and `graph_traversal_limit_exceeded`.',
    otherwise: [
      varied(
        'A request of the wrong shape (`invalid_request_body`, `invalid_cursor`, `invalid_limit`) is 422.',
        'Which status has a request of the wrong shape?',
        withSettings({ statuses: { invalid_request_body: 422, invalid_cursor: 422, invalid_limit: 422 } }),
      ),
      movedTo('A-391/1'),
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
        'Whatever is not there is `not_found`, but for a revision.',
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
    says: 'A path that no endpoint has, also one that ends with a slash, is 404 `endpoint_not_found`. Over a socket an unknown command has that code, too.',
    otherwise: [
      alternative(
        'A slash at the end of a path makes no difference.',
        'Is a path that ends with a slash the same path?',
        rule('last-slash-ignored'),
      ),
    ],
  }),
  'A-8': assume('The limit object', {
    says: 'The `limit` of a refusal holds its `name` and, where it is a number, `max`; a limit on a count also `current`. That of `invalid_blob_type` is named `enabled_blob_types` and holds `allowed`, the types that are enabled; that of `graph_traversal_limit_exceeded` is named `graph_depth` or `graph_elements`.',
    otherwise: [
      varied(
        'The `limit` of a refusal holds its `name` alone.',
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
  'A-9': assume('What a caller cannot see', {
    says: 'What the user behind the credential cannot see does not exist, whatever the credential: 404 for organizations, blobs, revisions, sessions and all that stands below them. Where the specification says "otherwise 403" (minting and deleting keys, deleting members), a target that does not exist and one that cannot be seen are both 403, with one message. Unknown ids of keys, members and credentials are 404.',
    otherwise: [
      alternative(
        'What exists and cannot be seen is 403 `forbidden`, but for the reset of a revision.',
        'Is what a caller cannot see 404 or 403?',
        refuseInstead(hidden, 'forbidden'),
        { answer: 'refusal' },
      ),
      movedTo('A-378/1'),
    ],
    was: ['A-61', 'A-83'],
  }),
  'A-378': assume('Order of checks', {
    says: 'A request is checked in one order: its path; its credentials; what the specification refuses to such a caller whatever it asks; the set of each path parameter; the shape of query and body (400); whether what it names exists (404); whether the caller may do it (403); whether its state allows it (409).',
    otherwise: [
      alternative(
        'Existence and access are checked before the shape of the body.',
        'Which comes first for a wrong body on something that is not there: 400 or 404?',
        rule('existence-before-shape'),
      ),
    ],
    was: ['A-72'],
  }),
  'A-38': assume('Unknown fields in a body', {
    says: 'A field of a JSON body, or a parameter of a call, that the endpoint does not know is refused with `invalid_request_body`. The message names the field and the one that was meant.',
    otherwise: [
      alternative(
        'Unknown fields are ignored.',
        'Is an unknown field in a body refused or ignored?',
        rule('unknown-fields-ignored'),
      ),
    ],
    was: ['A-182'],
  }),
  'A-342': assume('Values of the wrong shape', {
    says: 'A request is refused with `invalid_request_body` when its body is no JSON object in UTF-8, when a required field is missing, when a value has another type than its field or lies outside its set or range, when fields do not go together, when a query parameter comes twice, and when a path has a broken percent-encoding. Nothing is converted: a number written as text is text, and one that cannot be kept as it was sent (digits that a double does not hold, anything beyond the largest or smallest double, a zero with a minus) is refused with its place, in bodies, calls and headers. An empty body is `{}`.',
    otherwise: [
      alternative(
        'The code of such a refusal is `validation_failed`.',
        'Which code has a body with a value of the wrong type?',
        replace('error', ['invalid_request_body'], 'validation_failed'),
      ),
    ],
    was: ['A-86'],
  }),
  'A-343': assume('Null is a value', {
    says: 'Null is not taken for a field that is left out: in a field that is no null it is refused with `invalid_request_body`.',
    otherwise: [
      alternative(
        'Null in an optional field, other than a cursor, is taken for a field that is left out.',
        'Is null in an optional field refused, or the same as no field?',
        rule('null-is-absent'),
      ),
    ],
  }),
  'A-344': assume('Types of bodies', {
    says: 'JSON comes as `application/json`, with a suffix `+json` or without a type, a file as `application/octet-stream` or without a type. Any other type is refused with 415 `unsupported_media_type`.',
    otherwise: [
      alternative(
        'Another type is refused with 400 `invalid_request_body`.',
        'How is a body with another content type refused?',
        refuse('invalid_request_body'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-88': assume('Compressed requests', {
    says: 'A request whose `Content-Encoding` is not `identity` is 415 `unsupported_media_type`, with `Accept-Encoding: identity`, for bodies and uploads.',
    otherwise: [
      alternative(
        'It is refused with 400 `invalid_request_body`.',
        'How is a compressed request refused?',
        refuse('invalid_request_body'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-345': assume('Keys that come twice', {
    says: 'Of a key that comes twice in one JSON object the last value counts.',
    otherwise: [
      alternative(
        'It is refused with `invalid_request_body`.',
        'Is JSON refused in which a key comes twice?',
        refuse('invalid_request_body'),
        { answer: 'success' },
      ),
    ],
  }),
  'A-399': assume('Byte order marks', {
    says: 'A byte order mark before the JSON of a body is skipped.',
    otherwise: [
      alternative(
        'It is refused with `invalid_request_body`.',
        'Is JSON refused that a byte order mark begins?',
        refuse('invalid_request_body'),
        { answer: 'success' },
      ),
    ],
  }),
  'A-346': assume('Unknown query parameters', {
    says: 'A query parameter that the endpoint does not know is ignored.',
    otherwise: [
      alternative(
        'It is refused with `invalid_request_body`.',
        'Is an unknown query parameter ignored or refused?',
        refuse('invalid_request_body'),
        { answer: 'success' },
      ),
    ],
  }),
  'A-347': assume('The alias me in other places', {
    says: '`me` stands for the caller as the `target_id` of a path whose target is `user`, too, and in no body.',
    otherwise: [
      alternative(
        '`me` as a `target_id` is an alias that nobody has.',
        'Does `me` stand for the caller in `target_id`?',
        rule('me-in-target-id-is-an-alias'),
      ),
    ],
  }),
  'A-348': assume('Fields that hold the answer', {
    says: 'The record of an answer stands in a field with its singular noun (`org`, `session`), the records of a listing in one with the plural (`orgs`, `sessions`).',
    unobservable: TOLD_FIRST,
  }),
  'A-54': assume('Blobs that are being created or deleted', {
    says: 'Every write to a blob that is being created or deleted, and to what stands below it (revisions, metadata, models, and new members, keys and credentials), is refused with `blob_not_ready`; this is told before the state of a revision. Members, keys and credentials of such a blob can be deleted: revoking is no write below it.',
    otherwise: [
      alternative(
        'What the revision is in is told before what its blob is in.',
        'Which 409 comes where neither the blob nor the revision is in the right state?',
        nextRefusal({ blobs: { condition: 'ready' } }),
        {
          units: [
            'POST /revisions/:revision_id/reset',
            'POST /revisions/:revision_id/commit',
            'DELETE /revisions/:revision_id',
            'PUT /revisions/:revision_id/model',
          ],
        },
      ),
    ],
    was: ['A-67', 'A-80', 'A-91'],
  }),
  'A-101': assume('What a commit refuses', {
    says: 'Committing a revision that is committed already is 409 `revision_not_draft`; committing a draft whose last operation failed is 409 `revision_not_ready`, because a reset is the documented way out of `failed`. A revision is deleted in any phase, a failed one too. Metadata is set in any state.',
    otherwise: [
      alternative(
        'A failed draft that is committed is refused with `operation_in_progress`.',
        'How is the commit of a failed draft refused?',
        refuseInstead(['revision_not_ready'], 'operation_in_progress'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-151': assume('A retired account takes nothing new', {
    says: 'Changing a retired account, retiring it again, and a key, an acting token, a membership or a credential for it are refused with 409 `user_retired`.',
    otherwise: [
      alternative(
        'It is refused with 404 `user_not_found`.',
        'Is a change of a retired account 409 or 404?',
        refuseInstead(['user_retired'], 'user_not_found'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-181': assume('Sizes within one request', {
    says: 'A body with more than 10,000 fields in one object, or nested deeper than 512 levels, is `invalid_request_body`. One request sets at most 2,000 entries of metadata (`metadata_keys_per_request`); more are 413 `request_too_large`.',
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
        'A body holds at most 262,144 bytes of JSON.',
        'How large may a JSON body be?',
        withSettings({ limits: { request_body_bytes: 262_144 } }),
      ),
    ],
  }),
}
