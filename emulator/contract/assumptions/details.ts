import type { AssumptionTexts } from '../assumption-titles.ts'

export const detailsAssumptions = {
  'A-45':
    'Statuses of success are all 200, creations and long-running ones too. Fields that hold the answer: the ' +
    'singular noun (`org`, `session`, `definition`, `execution`, `schedule`, `operation`, ...), in listings ' +
    'the plural.',
  'A-46':
    '`limit`: count limits `{name, max, current}`; `graph_traversal_limit_exceeded` carries `{name: ' +
    'graph_depth | graph_elements, max}`; `invalid_blob_type` `{name: enabled_blob_types, allowed: [...]}`. ' +
    '`limits` endpoints: `{limits: {<name>: {max, used}}}`.',
  'A-47':
    'Fields. Definition node `{id, kind, config?}`, edge `{from, to}`; object `{id, session_id, key, value, ' +
    'created_at}`; thread item `{id, thread_id, role, content, created_at}`; graph element `{id, session_id, ' +
    'kind (node|edge), label, from?, to?, created_at}`; session and execution event `{id, kind, at, data}`. ' +
    'Listings: `objects, items, elements, neighbors, events, sessions, executions, schedules, definitions`. A ' +
    "thread is named (`main`) or by UUID. Command parameters are `<noun>_id` plus the record's own fields; " +
    '`update_*` takes what can change (`alias`, `category`, `body`, `every_seconds`, `enabled`).',
  'A-48': 'A depth above the cap, or more elements visited than the cap, is `graph_traversal_limit_exceeded`.',
  'A-49':
    "Workflow `list_executions` lists every workflow execution, scheduled ones too; the scheduler's lists " +
    'firings `{id, schedule_id, execution_id, due_at, created_at}`.',
  'A-50':
    '`limit` may change between pages; a cursor is not bound to its caller; an empty or any altered cursor ' +
    '(padding and spare bits included) is `invalid_cursor`. The record that would cross the byte budget is ' +
    'left out. `/users/:id/orgs` counts the org records.',
  'A-51':
    'For minting and deleting keys and deleting members the specification\'s "otherwise 403" rules: a target ' +
    "that exists but cannot be seen is 403; 404 only if it does not exist. Outside a scoped key's scope: 403 " +
    'always. Deleting an org or blob deletes its keys: then 401.' +
    ' Replaced where it differs by A-61.',
  'A-52':
    '`PATCH /users/me` with a read or scoped key: 403. An acting token may patch its account when its human ' +
    'owns it; accounts it creates are owned by that human; it may retire its account, mint acting tokens, and ' +
    "mint keys for its human. `GET /users/:id/limits` by a service account's owner: 403 (self only)." +
    ' Replaced where it differs by A-62.',
  'A-53':
    'Least roles: write to create or change blobs, revisions, metadata, sessions, definitions, schedules, ' +
    'executions; read to look at them and at members; admin for keys, credentials, memberships, deleting and ' +
    'org settings.' +
    ' Replaced where it differs by A-63.',
  'A-54':
    'A pending revision refuses commit and delete with `operation_in_progress`; reset answers ' +
    '`revision_not_failed` for it, as the specification says. Reset checks ' +
    '`blob_not_ready` before `revision_not_failed`. A blob being created or deleted refuses every write below ' +
    'it with `blob_not_ready`.' +
    ' Replaced where it differs by A-67.',
  'A-55':
    'A second membership of one user on a target: 409 `member_exists`. `me` is resolved as a `target_id` of ' +
    '`user` too. Unknown blob type: `invalid_request_body`; `visibility` outside its set likewise. Unknown ' +
    'query parameters are ignored and noted in log and journal with the near miss. Aliases of blobs are ' +
    "unique across orgs; a retired user's alias stays taken." +
    ' Replaced where it differs by A-64.',
  'A-56':
    'Both credentials at once: `Authorization` decides. Metadata PUT merges by key. A refused write does not ' +
    'move the clock; the clock never moves back (400).',
  'A-57':
    'JSON-RPC: `id: null` is a request and is answered; positional params -32602; a failed ' +
    '`session.authenticate` -32000 `unauthenticated`.',
  'A-58':
    '`unspecified: refuse` refuses what only assumptions give. Endpoints and commands that the specification ' +
    'names (listings whose field names are not shown, `/users/target/...`, commands on either transport) ' +
    'count as documented.' +
    ' Replaced by A-70.',
  'A-59':
    'Control shapes: state `{records, next}` and `{record}`; verify `{ok, count, expected, near_misses: ' +
    '[{entry, differences}], undecided?}`; coverage `{clauses: {total, exercised, items: [{id, count}]}, assumptions: ' +
    "{...}}`; clock `{now}`; one trigger per POST; `caller` is a user's alias; the control token travels as " +
    '`x-emulator-token`; an unknown world is 404; `Origin: null` is foreign. `/reset` restores ids, clock, ' +
    'triggers and journal; a new world from `start` answers the bytes the main world would. Boolean faults ' +
    "are written `drop: true`. `delay` is real time. A trigger's `endpoint: GET /users/me` matches as " +
    'written; a pattern (`GET /users/:id`) matches the route.',
  'A-60':
    '`--fixtures large` includes the starter world. A client need only send `X-Request-Body: {}`; the bytes ' +
    'of a model are not looked into.',
} satisfies AssumptionTexts
