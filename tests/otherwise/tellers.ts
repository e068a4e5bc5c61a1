/**
 * Requests by which a client tells an alternative from the rule that we assume: at most three for each. `METHOD path`,
 * then the key, the body, or headers.
 */
export interface Asked {
  readonly ask: string
  readonly as?: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Call over a socket, in place of `ask` over HTTP: `POST /workflow/x` as the method `workflow.x`. */
  readonly socket?: true
  /** Body over HTTP, or message on a socket, as it is written, in place of `json`. */
  readonly raw?: string
  /** Sends `json` as bytes, without `Content-Type`. */
  readonly untyped?: true
  /** Event on the socket once it is open. */
  readonly before?: 'key deleted' | 'refused credentials'
  /** Id of the call as it is written. */
  readonly id?: string
  /** Fields of the answer before, whose values stand in place of `{name}`. */
  readonly take?: Readonly<Record<string, string>>
}

const R = '00000000-0000-4000-8000-0000000000'
const A = 'svc-key-ada-admin'
const B = 'svc-key-ben-admin'
const get = (path: string, as = A): Asked => ({ ask: `GET ${path}`, as })
const post = (path: string, json: unknown = {}, as = A): Asked => ({ ask: `POST ${path}`, as, json })
const patch = (path: string, json: unknown, as = A): Asked => ({ ask: `PATCH ${path}`, as, json })
const put = (path: string, json: unknown, as = A): Asked => ({ ask: `PUT ${path}`, as, json })
const del = (path: string, as = A): Asked => ({ ask: `DELETE ${path}`, as })
const call = (name: string, json: unknown, as = A): Asked => post(`/${name.replace('.', '/')}`, json, as)
const onSocket = (asked: Asked): Asked => ({ ...asked, socket: true })
const ping = (id: number): object => ({ jsonrpc: '2.0', id, method: 'workflow.get_session', params: objects })
const objects = { session_id: 'run-01' }
const finished = `${R.slice(0, -10)}0000000301`
const executionId = '00000000-0000-4000-8000-000000000301'

export const tellers: Readonly<Record<string, readonly Asked[]>> = {
  'A-5/1': [onSocket(call('workflow.get_session', { session_id: 'run-01' }))],
  'A-6/1': [post('/api-keys/target/org/acme', {})],
  'A-391/1': [post('/members/target/org/ada-lab', { user_id: 'busy', role: 'read' })],
  'A-7/2': [get('/users/nobody')],
  'A-8/1': [{ ...post('/blobs/ben-lab', { alias: 'm', type: 'onnx' }), as: B }],
  'A-9/1': [get('/orgs/ben-lab')],
  'A-6/3': [call('workflow.query_session_graph', { session_id: 'run-01', start: '{element}', depth: 9 })],
  'A-54/2': [post('/blobs/acme/arriving/revisions')],
  'A-402/1': [onSocket(call('workflow.get_session', 7))],
  'A-402/2': [onSocket(call('workflow.get_session', null))],
  'A-407/1': [{ ...onSocket(call('workflow.get_session', {})), raw: 'x'.repeat(1_100_000) }],
  'A-410/1': [onSocket(call('workflow.get_session', objects, 'svc-key-wrong'))],
  'A-411/1': [del('/blobs/acme/notes', 'svc-key-acme-write')],
  'A-411/2': [get('/api-keys/target/org/acme', 'svc-key-bot-write')],
  'A-411/3': [patch('/orgs/acme', { name: 'x' }, 'svc-key-bot-write')],
  'A-412/1': [put(`/revisions/${R}e1/metadata/x`, { a: 1 })],
  'A-414/1': [call('workflow.create_definition', { org_id: 'acme', body: { nodes: [], edges: [] } })],
  'A-415/1': [{ ...patch('/users/me', { name: 'x' }), untyped: true }],
  'A-416/1': [{ ask: `PUT /revisions/${R}e4/model`, as: A }],
  'A-417/1': [
    { ask: `PUT /revisions/${R}e4/model`, as: A, headers: { 'x-request-body': `{"a":"${'x'.repeat(2_000)}"}` } },
  ],
  'A-418/1': [call('workflow.query_session_graph', { session_id: 'run-01', start: '{element}', depth: 2 })],
  'A-405/1': [post('/api-keys/target/org/nothing', { role: 'read' })],
  'A-406/1': [del('/members/nothing')],
  'A-10/1': [get('/orgs/acme', 'svc-key-eve')],
  'A-11/1': [get('/blobs/acme/notes', 'svc-key-weights-read')],
  'A-12/1': [get('/api-keys/target/org/acme', 'svc-key-acme-admin')],
  'A-13/1': [post('/users/build-bot/acting-token', {}, 'bearer svc-token-ada-as-bot')],
  'A-14/2': [post('/users/build-bot/acting-token')],
  'A-419/1': [post('/users/build-bot/acting-token')],
  'A-15/1': [get('/users/me', 'svc-key-old')],
  'A-16/1': [get('/orgs/acme')],
  'A-17/1': [get('/users/me')],
  'A-18/1': [get('/members/target/org/acme')],
  'A-19/1': [post('/credentials/target/org/acme', { name: 'n', value: 'v' })],
  'A-20/1': [get('/api-keys/target/org/acme')],
  'A-20/2': [get('/api-keys/target/org/acme')],
  'A-21/1': [get('/blobs/acme/weights')],
  'A-22/1': [put('/blobs/acme/weights/metadata/x', { a: 1 }), get('/blobs/acme/weights/metadata/x')],
  'A-23/1': [get(`/revisions/${R}e1`)],
  'A-420/1': [
    post(`/revisions/${R}e4/commit`),
    { ...post('/clock'), json: 3_000 },
    { ask: 'GET /operations/{id}', as: A, take: { id: 'operation.id' } },
  ],
  'A-24/2': [post(`/revisions/${R}e4/commit`)],
  'A-25/1': [{ ask: 'GET /workflow/sessions/run-01/files/told', as: A }],
  'A-26/1': [call('workflow.get_definition', { definition_id: 'ingest' })],
  'A-27/1': [call('scheduler.get_schedule', { schedule_id: 'every-01' })],
  'A-28/1': [
    call('workflow.start_execution', { definition_id: 'ingest' }),
    { ...post('/clock'), json: 2_000 },
    { ...call('workflow.list_executions', { org_id: 'acme' }) },
  ],
  'A-29/1': [call('workflow.list_session_objects', objects)],
  'A-29/2': [call('workflow.list_session_objects', { ...objects, limit: 150 })],
  'A-408/1': [call('workflow.query_session_graph', { session_id: 'run-01', start: `{element}`, depth: 5 })],
  'A-409/1': [call('workflow.list_session_objects', { ...objects, limit: 1.5 })],
  'A-30/1': [get('/users/me/limits')],
  'A-30/2': [patch('/users/me', { name: 'x'.repeat(400_000) })],
  'A-31/1': [get('/blobs/acme/weights/metadata/large')],
  'A-31/2': [get('/blobs/acme/weights/metadata/large')],
  'A-31/3': [get('/blobs/acme/weights/metadata/large')],
  'A-32/1': [call('workflow.list_session_objects', { ...objects, limit: 120 })],
  'A-33/1': [
    call('workflow.list_session_objects', { ...objects, limit: 1 }),
    { ...call('workflow.list_session_events', { ...objects, cursor: '{cursor}' }), take: { cursor: 'cursor' } },
  ],
  'A-33/2': [
    call('workflow.list_session_objects', { ...objects, limit: 1 }),
    { ...call('workflow.list_session_objects', { ...objects, cursor: '{cursor}' }, B), take: { cursor: 'cursor' } },
  ],
  'A-34/1': [call('workflow.list_sessions', { org_id: 'acme', start_session_id: '{foreign}' })],
  'A-38/1': [post('/api-keys/target/org/acme', { role: 'read', more: 1 })],
  'A-45/1': [post('/orgs', { name: 'Tools' })],
  'A-47/1': [call('workflow.list_session_objects', objects)],
  'A-49/1': [call('scheduler.list_executions', { org_id: 'acme' })],
  'A-54/1': [post(`/revisions/{arriving}/reset`)],
  'A-55/1': [post('/members/target/org/acme', { user_id: 'ben', role: 'write' })],
  'A-56/1': [{ ask: 'GET /users/me', headers: { authorization: 'Bearer svc-token-ben', 'x-api-key': A } }],
  'A-57/1': [onSocket(call('workflow.get_session', { session_id: 7 }))],
  'A-64/1': [post('/orgs', { name: 'Mine', alias: 'me' })],
  'A-73/1': [call('workflow.get_execution', { execution_id: '{firing}' })],
  'A-87/1': [post('/orgs', { name: 'Dot', alias: '.' })],
  'A-88/1': [{ ...patch('/users/me', { name: 'x' }), headers: { 'content-encoding': 'gzip' } }],
  'A-90/1': [{ ask: 'HEAD /users/me', as: A }],
  'A-93/1': [get('/members/target/user/ada')],
  'A-94/1': [post('/orgs', { name: 'Open', visibility: 'public' }, 'svc-key-bot-write')],
  'A-98/1': [call('workflow.list_sessions', { org_id: 'ben-lab' }, B)],
  'A-99/1': [patch('/orgs/acme', { name: 'Renamed' }), get('/orgs/acme')],
  'A-100/1': [
    del('/blobs/acme/notes'),
    { ...post('/clock'), json: 3_000 },
    { ask: 'GET /operations/{id}', as: A, take: { id: 'operation.id' } },
  ],
  'A-101/1': [post(`/revisions/${R}e3/commit`)],
  'A-103/1': [post('/blobs/acme/weights/revisions')],
  'A-104/1': [get('/operations/{hidden}', B)],
  'A-151/1': [patch('/users/old-bot', { name: 'x' })],
  'A-152/1': [del('/users/ada')],
  'A-153/1': [post('/orgs', { name: 'x' }, 'svc-key-ada-read')],
  'A-154/1': [post('/orgs', { name: 'x' })],
  'A-155/1': [post('/members/target/org/ada-lab', { user_id: 'busy', role: 'read' })],
  'A-156/1': [get('/orgs/acme/limits', B)],
  'A-157/1': [get('/users/target/user/ada')],
  'A-158/1': [del('/credentials/{credential}', B)],
  'A-159/1': [post('/members/target/org/ada-lab', { user_id: 'ben', role: 'read' })],
  'A-181/1': [
    put('/blobs/acme/weights/metadata/x', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, n]))),
  ],
  'A-301/1': [call('workflow.create_session', { org_id: 'acme' })],
  'A-317/1': [onSocket(call('workflow.delete_session', { session_id: 'run-02' }))],
  'A-319/1': [call('workflow.check_definition', { body: { nodes: [], edges: [] } })],
  'A-320/1': [call('workflow.get_execution', { execution_id: executionId })],
  'A-321/1': [call('workflow.get_execution', { execution_id: '{failed}' })],
  'A-322/1': [call('workflow.list_session_events', objects)],
  'A-323/1': [call('workflow.query_session_graph', { session_id: 'run-01', start: '{element}', depth: 2 })],
  'A-361/1': [{ ask: 'GET /users/me', headers: { authorization: 'bearer svc-token-ada' } }],
  'A-342/1': [patch('/users/me', { name: 7 })],
  'A-343/1': [post('/api-keys/target/org/acme', { role: 'read', description: null })],
  'A-344/1': [{ ...patch('/users/me', { name: 'x' }), headers: { 'content-type': 'text/plain' } }],
  'A-346/1': [get('/users/me?expand=all')],
  'A-347/1': [get('/api-keys/target/user/me')],
  'A-349/1': [call('workflow.list_session_objects', objects)],
  'A-349/2': [call('workflow.list_session_objects', objects)],
  'A-350/1': [get('/blobs/acme/weights/revisions?limit=abc')],
  'A-351/1': [get('/blobs/acme/weights/revisions', 'svc-key-ada-read')],
  'A-352/1': [patch('/users/me', { name: 'x' }, 'svc-key-ada-read')],
  'A-353/1': [post('/blobs/acme', { alias: 'x', type: 'video' })],
  'A-354/1': [post('/users', { name: 'x', alias: 'old-bot' })],
  'A-355/1': [
    put('/blobs/acme/weights/metadata/x', { a: 1 }),
    put('/blobs/acme/weights/metadata/x', { b: 1 }),
    get('/blobs/acme/weights/metadata/x'),
  ],
  'A-356/1': [call('workflow.get_session', { session_id: 'run-01' })],
  'A-357/1': [call('workflow.cancel_execution', { execution_id: executionId })],
  'A-358/1': [call('workflow.list_session_graph_neighbors', { session_id: 'run-01', element_id: finished })],
  'A-359/1': [call('workflow.delete_definition', { definition_id: 'ingest' })],
  'A-376/1': [post('/orgs', { name: 'x', visibility: 'odd' })],
  'A-377/1': [call('workflow.create_session', { org_id: 'acme', definition_id: 'apart' })],
  'A-360/1': [
    call('workflow.put_session_object', { session_id: 'run-02', key: 'k', value: 1 }),
    call('workflow.put_session_object', { session_id: 'run-02', key: 'k', value: 2 }),
  ],
  'A-386/1': [get('/users/me/')],
  'A-392/1': [get('/users/me', 'svc-key-wrong')],
  'A-393/1': [put('/users/me', {})],
  'A-394/1': [post('/orgs', { name: 'x', alias: 'acme' })],
  'A-395/1': [post(`/revisions/${R}e4/commit`), del(`/revisions/${R}e4`)],
  'A-396/1': [patch('/users/me', { name: 'x'.repeat(1_100_000) })],
  'A-397/1': [call('workflow.list_sessions', { org_id: 'acme', start_session_id: `${R}ff` })],
  'A-398/1': [get('/users/me/limits')],
  'A-399/1': [{ ...patch('/users/me', {}), raw: '\uFEFF{"name":"x"}' }],
  'A-400/1': [post('/orgs', { name: 'x', alias: 'mine' }), patch('/orgs/mine', { name: 'y' })],
  'A-316/1': [{ ...onSocket(call('workflow.get_session', {})), raw: JSON.stringify([ping(1), ping(2)]) }],
  'A-324/1': [
    call('scheduler.create_schedule', {
      org_id: 'acme',
      definition_id: 'ingest',
      every_seconds: 11,
      alias: 'odd',
    }),
    { ...post('/clock'), json: 61_000 },
    call('scheduler.list_executions', { schedule_id: 'odd' }),
  ],
  'A-315/1': [onSocket({ ...call('workflow.get_session', objects), before: 'key deleted' })],
  'A-404/1': [onSocket({ ...call('workflow.get_session', objects), before: 'refused credentials' })],
  'A-403/1': [
    {
      ...onSocket(call('workflow.get_session', {})),
      raw: JSON.stringify(Array.from({ length: 21 }, (_, id) => ping(id))),
    },
  ],
  'A-378/1': [patch('/orgs/nowhere', { name: 7 })],
  'A-380/1': [get('/members/target/org/acme', 'svc-key-eve')],
  'A-345/1': [{ ...patch('/users/me', {}), raw: '{"name":"x","name":"y"}' }],
  'A-379/1': [call('workflow.start_execution', { definition_id: 'ingest' }, B)],
  'A-382/1': [del('/blobs/acme/notes')],
  'A-383/1': [{ ...onSocket(call('workflow.get_session', { session_id: 'run-01' })), id: '12345678901234567890' }],
  'A-384/1': [onSocket(call('workflow.get_session', ['run-01']))],
  'A-385/1': [onSocket(call('workflow.get_sesion', { session_id: 'run-01' }))],
}
