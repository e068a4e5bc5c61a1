import { alternative, assume, movedTo, TOLD_FIRST } from '../assume.ts'
import { admitWhenOrRefuse, nextRefusal, refuse, refuseInstead, replace, rule } from '../mutation.ts'

const below = ['revision', 'definition', 'session', 'execution', 'schedule', 'operation'] as const
/** Codes for what a caller cannot see. */
export const hidden = (['org', 'blob', ...below] as const).map((noun) => `${noun}_not_found` as const)

/** Shape of requests and order of checks. */
export const requestAssumptions = {
  'A-9': assume('What a caller cannot see', {
    says: 'What the user behind the credential cannot see does not exist, whatever the credential: 404 for organizations, blobs, revisions, sessions and all that stands below them.',
    otherwise: [
      alternative(
        'What exists and cannot be seen is 403 `forbidden`, but for a revision and the deletion of a credential.',
        'Is what a caller cannot see 404 or 403?',
        refuseInstead(
          hidden.filter((code) => code !== 'revision_not_found'),
          'forbidden',
        ),
        { answer: 'refusal' },
      ),
      movedTo('A-378/1'),
    ],
    was: ['A-61', 'A-83'],
  }),
  'A-405': assume('Targets that are not there, where admin is needed', {
    says: 'Where the specification says "otherwise 403" of a target (minting and deleting keys, deleting members), one that does not exist and one that cannot be seen are both 403, with one message.',
    otherwise: [
      alternative(
        'Minting a key for a target that does not exist is 404, as other requests for it.',
        'Is minting a key for a target that does not exist 403 or 404?',
        rule('missing-target-is-404'),
      ),
    ],
  }),
  'A-406': assume('Unknown ids of keys, members and credentials', {
    says: 'Deleting a key, a member or a credential by an id that does not exist is 404.',
    otherwise: [
      alternative(
        'It is 403 `forbidden`.',
        'Is deleting a key, a member or a credential that does not exist 404 or 403?',
        refuse('forbidden'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-378': assume('Order of checks', {
    says: 'A request is checked in one order: its path; its credentials; the set of each path parameter; what the specification refuses to such a caller whatever it asks; the shape of query and body (400); whether what it names exists (404); whether the caller may do it (403); whether its state allows it (409).',
    otherwise: [
      alternative(
        'Existence and access are checked before the shape of the body, but where the specification refuses the shape.',
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
    says: 'A request is refused with `invalid_request_body` when its body is no JSON object in UTF-8, when a required field is missing, when a value has another type than its field or lies outside its set or range, when fields do not go together, when a query parameter that the endpoint knows comes twice, and when a path has a broken percent-encoding. Nothing is converted: a number written as text is text, and one that cannot be kept as it was sent (digits that a double does not hold, anything beyond the largest or smallest double, a zero with a minus) is refused with its place, in bodies, calls and headers. An empty body is `{}`.',
    otherwise: [
      alternative(
        'The code of such a refusal is `validation_failed`; over JSON-RPC it keeps -32602.',
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
    says: 'JSON comes as `application/json` or with a suffix `+json`, a file as `application/octet-stream`. Any other type is refused with 415 `unsupported_media_type`.',
    otherwise: [
      alternative(
        'Another type is refused with 400 `invalid_request_body`.',
        'How is a body with another content type refused?',
        refuse('invalid_request_body'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-415': assume('Bodies without a type', {
    says: 'A body without `Content-Type` is taken for JSON, that of an upload for the file.',
    otherwise: [
      alternative(
        'It is refused with 415 `unsupported_media_type`.',
        'Is a body without `Content-Type` taken or refused?',
        refuse('unsupported_media_type', 'The request has a body and no Content-Type.'),
        { answer: 'admitted' },
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
        refuse('invalid_request_body', 'A key comes twice in one object of the JSON.'),
        { answer: 'admitted' },
      ),
    ],
  }),
  'A-399': assume('Byte order marks', {
    says: 'A byte order mark before the JSON of a body is skipped.',
    otherwise: [
      alternative(
        'It is refused with `invalid_request_body`.',
        'Is JSON refused that a byte order mark begins?',
        refuse('invalid_request_body', 'The body is not valid JSON: it begins with a byte order mark.'),
        { answer: 'admitted' },
      ),
    ],
  }),
  'A-346': assume('Unknown query parameters', {
    says: 'A query parameter that the endpoint does not know is ignored.',
    otherwise: [
      alternative(
        'It is refused with `invalid_request_body`.',
        'Is an unknown query parameter ignored or refused?',
        rule('unknown-query-refused'),
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
      alternative(
        'Members, credentials, metadata and revisions are added all the same.',
        'Which writes does a blob refuse while it is being created or deleted?',
        admitWhenOrRefuse({ blobs: { condition: 'ready' } }),
        {
          answer: 'refusal',
          units: [
            'POST /blobs/:org_id/:blob_id/revisions',
            'PUT /blobs/:org_id/:blob_id/metadata/:alias',
            'PUT /revisions/:revision_id/metadata/:alias',
            'POST /members/target/:target/:target_id',
            'POST /credentials/target/:target/:target_id',
          ],
        },
      ),
    ],
    was: ['A-67', 'A-80', 'A-91'],
  }),
  'A-101': assume('What a commit refuses', {
    says: 'Committing a revision that is committed already is 409 `revision_not_draft`; committing a draft whose last operation failed is 409 `revision_not_ready`, because a reset is the documented way out of `failed`. A revision is deleted in any phase, a failed one too.',
    otherwise: [
      alternative(
        'A failed draft that is committed is refused with `operation_in_progress`.',
        'How is the commit of a failed draft refused?',
        refuseInstead(['revision_not_ready'], 'operation_in_progress'),
        { answer: 'refusal' },
      ),
    ],
  }),
  'A-412': assume('Metadata of committed revisions', {
    says: 'The metadata of a revision is set in any phase and status.',
    otherwise: [
      alternative(
        'That of a committed revision is refused with 409 `revision_not_draft`.',
        'Can the metadata of a committed revision be changed?',
        refuse('revision_not_draft', 'The revision is committed: its metadata stays.'),
        { answer: 'success' },
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
}
