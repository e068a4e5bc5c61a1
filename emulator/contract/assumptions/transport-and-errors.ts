import type { AssumptionTexts } from '../assumption-titles.ts'

export const transportAssumptions = {
  'A-1':
    'Workflow and scheduler commands are reachable two ways with one meaning: HTTP `POST ' +
    '{base_url}/workflow/<command>` and `POST {base_url}/scheduler/<command>`, the JSON body being the ' +
    'parameters, the answer in the REST envelope; and JSON-RPC 2.0 on `{realtime_url}`, method ' +
    '`workflow.<command>` / `scheduler.<command>`, params by name (an object; absent = `{}`).',
  'A-2':
    '`{base_url}` of the local server is `http://127.0.0.1:4010/v1`; `{realtime_url}` is ' +
    '`ws://127.0.0.1:4010/v1/realtime`.',
  'A-3':
    'JSON-RPC errors: -32700 parse error, -32600 invalid request, -32601 method not found, -32602 for ' +
    '`invalid_request_body`, `invalid_cursor` and `invalid_limit`, -32603 for `internal_error`, -32000 for ' +
    "every other API error. For API errors `error.data` = `{error, limit?}` with the API's own code, " +
    '`error.message` its prose. Batches and notifications follow the JSON-RPC 2.0 specification, including ' +
    'its published examples.',
  'A-4':
    'Authentication of a socket: the two request headers at the upgrade, or (where headers cannot be set) the ' +
    'query parameters `access_token` / `api_key`, or a first call `session.authenticate {access_token | ' +
    'api_key}`. A command on an unauthenticated socket answers the error `unauthenticated`. An upgrade whose ' +
    'credentials are wrong is refused with HTTP 401.',
  'A-5':
    "Over JSON-RPC the success `result` is the envelope without `status`. Check Definition's verdict keeps " +
    'its `status` in `result`.',
  'A-6':
    '400: `invalid_request_body`, `invalid_cursor`, `invalid_limit`, `invalid_blob_type`, ' +
    '`graph_traversal_limit_exceeded`. 403: `limit_exceeded`.',
  'A-7':
    'Added codes: 401 `unauthenticated`; 404 `<noun>_not_found` (`user`, `org`, `blob`, `api_key`, `member`, ' +
    '`credential`, `operation`, `definition`, `session`, `execution`, `schedule`, `file`, `model`), 404 ' +
    '`endpoint_not_found` (unknown path), 405 `method_not_allowed` (with `Allow`), 409 `alias_taken`, 409 ' +
    '`operation_in_progress`, 413 `request_too_large` (fixed size limit: with `limit`), 415 ' +
    '`unsupported_media_type`, 500 `internal_error` (also the deleted-record resumption), 501 ' +
    '`unspecified_behaviour` (only with `unspecified: refuse`).',
  'A-8': '`limit` object: `{name, max, current?}`.',
  'A-9':
    'A path parameter outside its set (`target` = `foo`) is `invalid_request_body`. Order of checks: route, ' +
    'authentication, `me` resolution, body/query shape, existence (404) then access (403), then state (409). ' +
    'For a private resource the caller cannot see: 404 for orgs and blobs; for revision reset the rows of the ' +
    'specification rule (unknown id or unreachable blob 404; blob not visible to the key, or no Write: 403; ' +
    '"unreachable" = the blob or its org no longer exists; "not visible to the key" = it exists, but the ' +
    "key's scope or the user's memberships do not reach it)." +
    ' Replaced where it differs by A-61 and A-72.',
} satisfies AssumptionTexts
