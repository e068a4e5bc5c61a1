import type { AssumptionTexts } from '../assumption-titles.ts'

export const endpointsAssumptions = {
  'A-10':
    "Roles order: read < write < admin. A user's role on an org or blob is its membership there, or for a " +
    "blob the higher of its own and its org's; everyone has read on public orgs and blobs. A user has admin " +
    'on itself and on the service accounts it owns (`owner_user_id`).' +
    ' Replaced where it differs by A-63.',
  'A-11':
    'A key scoped to an org reaches that org and its blobs and commands; scoped to a blob, that blob; the ' +
    "effective role is the lower of the key's role and the role the principal holds there." +
    ' Replaced where it differs by A-66.',
  'A-12':
    '"Admin-scoped reads", which org- and blob-scoped keys are refused (403 `forbidden`): `/users/:id/orgs`, ' +
    '`/users/:id/limits`, `/orgs/:id/limits`, and the listings of api-keys and credentials.',
  'A-13':
    'An acting token authenticates as the service account with the minting human behind it: it passes the ' +
    'human-behind test, with the roles of the account, and for `target = user` minting and for key/member ' +
    'deletion the admin right of the human also counts.' +
    ' Replaced where it differs by A-62.',
  'A-14':
    'Bearer tokens are seeded by fixtures, or minted: `POST /users/:id/acting-token` -> `{token, expires_at}` ' +
    '(human, admin on the account; lifetime 1 h of world time; expired = 401).',
  'A-15': "A retired user's keys and tokens are refused (401).",
  'A-16':
    "An org id in a command's params, like one in a path, is a UUID or an alias; likewise sessions, schedules " +
    'and definitions. Deleting an org needs admin. Orgs: `POST /orgs {name, alias?, visibility?}` (creator ' +
    'becomes admin), `GET /orgs/:id`, `PATCH /orgs/:id {name?, alias?, visibility?}`, `GET /orgs/:id/limits`. ' +
    'Org fields: `id, name, alias, visibility (public|private), created_at`.',
  'A-17':
    '`PATCH /users/:id` of a service account: its owner alone, not the account itself. Users: `POST /users ' +
    '{name, alias}` creates a service account owned by the caller; `DELETE /users/:id` retires one ' +
    '(idempotent refusal: 409 `user_retired`); `PATCH /users/:id {name?, alias?}` answers `{user}`. `GET ' +
    '/users/:id/orgs` -> `{orgs}`; `GET /users/:id/limits` -> `{limits}`; `GET ' +
    '/users/target/:target/:target_id` -> `{users}`.',
  'A-18':
    'Members: `POST /members/target/:target/:target_id {user_id, role}` -> `{member}` (admin, human). Fields: ' +
    '`id, user_id, target, target_id, role, created_at`. Listing -> `{members}`.',
  'A-19':
    'Credentials: `POST /credentials/target/:target/:target_id {name, value}` -> `{credential}`; the value is ' +
    'never returned. Fields: `id, name, target, target_id, created_by_user_id, created_at`. Listing -> ' +
    '`{credentials}`. Access: admin and, for storing and deleting, a human.',
  'A-20':
    'API key listing (admin on the target) -> `{api_keys}`, never with `key`. For an acting token, 400 ' +
    '`cannot_mint_while_acting` comes before any 403. `key_prefix` = first 8 characters + `***`. ' +
    '`target_target_id` = `<target>#<target_id>`.',
  'A-21':
    'Blobs: `POST /blobs/:org_id {alias, type, name?, visibility?}` -> `{blob, operation}`; `GET|PATCH|DELETE ' +
    '/blobs/:org_id/:blob_id`. Fields: `id, org_id, alias, name, type, visibility, condition ' +
    '(creating|ready|deleting), created_at`. Types: `text`, `onnx`, `dataset`; the `enabled_blob_types` of ' +
    'the org decide; a type of this list that is not enabled there is `invalid_blob_type`. ' +
    '`GET /orgs/:id/blobs?visibility=` -> `{blobs}`. Delete -> `{operation}`.',
  'A-22':
    'Metadata: entries `{alias, key, value, created_at}` set by `PUT /blobs/:org_id/:blob_id/metadata/:alias ' +
    '{key: value, ...}` and `PUT /revisions/:id/metadata/:alias`; the listings answer `{metadata: [...]}` for ' +
    'that alias (an unused alias: an empty list).',
  'A-23':
    'Revisions: `POST /blobs/:org_id/:blob_id/revisions {note?}` -> `{revision}` (draft/ready); `GET ' +
    '/revisions/:id`; `POST /revisions/:id/commit` -> `{operation}`; `DELETE /revisions/:id` -> ' +
    '`{operation}`. Fields: `id, blob_id, number, phase (draft|commit), status (pending|ready|failed), ' +
    'failed_operation (create|commit|delete|null), created_at`. Listing -> `{revisions, cursor}`, newest ' +
    'first; a `limit` that is no integer is `invalid_limit` too. Drafts are shown only to callers with Write: ' +
    'rows are read first and filtered after, so a reader gets short and empty pages.',
  'A-24':
    'Operations: `GET /operations/:id` -> `{operation}`: `id, kind, target, target_id, status ' +
    '(running|succeeded|failed), error, created_at, finished_at`. An operation finishes ' +
    '`settings.operation_ms` (default 2000) of world time after it starts; a trigger can make it fail.',
  'A-25':
    'Binary: `PUT|GET /revisions/:id/model` (ONNX model) and `PUT|GET /workflow/sessions/:id/files/:name`. ' +
    '`application/octet-stream`. The envelope travels in `X-Response-Body` (JSON, ASCII: non-ASCII escaped); ' +
    "an upload's JSON parameters in `X-Request-Body`. Failures answer the ordinary JSON envelope.",
  'A-26':
    'Workflow. Definition: `id, org_id, alias, category, body {nodes, edges}, created_at`; session: `id, ' +
    'org_id, alias, definition_id, created_at`; commands `list_definitions {org_id, category?}`, ' +
    '`get_/create_/update_/delete_definition`, `check_definition {body}` (valid: `{status: success}`; else ' +
    'HTTP 200 `{status: failure, error: invalid_definition, message, problems: [...]}`: dangling edge, ' +
    'duplicate node id, cycle, empty), `create_/get_/update_/delete_session`, `list_sessions {org_id}`, ' +
    '`put_session_object`, `list_session_objects {session_id}`, `append_session_thread_item`, ' +
    '`list_session_thread_items {session_id, thread_id}`, `put_session_graph_element`, ' +
    '`list_session_graph_elements {session_id}`, `list_session_graph_neighbors {session_id, element_id}`, ' +
    '`query_session_graph {session_id, start, depth?, kind?}`, `list_session_events {session_id}`, ' +
    '`start_execution {definition_id, session_id?, input?}`, `get_/cancel_execution`, `list_executions ' +
    '{org_id}`, `list_execution_events {execution_id}`.',
  'A-27':
    'Scheduler. Schedule: `id, org_id, alias, definition_id, every_seconds, enabled, created_at`; ' +
    '`create_/get_/update_/delete_schedule`, `list_schedules {org_id}`, `list_executions {org_id | ' +
    'schedule_id}`. A schedule that is enabled starts an execution each time world time passes its period.',
  'A-28':
    'An execution runs `queued -> running -> succeeded|failed|cancelled` in world time (one node of the ' +
    'definition per `settings.node_ms`, default 500), each step an event `{id, kind, at, data}`.',
  'A-29':
    'Opaque-cursor commands: `limit` default 50 (the maximum, where that is lower), maximum 200; outside 1..maximum -> `invalid_limit`; a ' +
    'non-integer -> `invalid_request_body`. Caps of graph queries: depth 6, 1,000 elements.',
  'A-30':
    'Limits and their names: `orgs_per_user` 50, `blobs_per_org` 10,000, `api_keys_per_target` 100, ' +
    '`members_per_target` 1,000, `service_accounts_per_user` 25, `metadata_keys_per_request` 2,000, ' +
    '`request_body_bytes` 1,048,576 (JSON), `upload_bytes` 67,108,864. Fixtures and generated records may exceed them; requests may not.',
} satisfies AssumptionTexts
