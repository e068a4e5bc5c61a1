/** A request that shows a unit at work on the starter world. */
export interface Sample {
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** JSON body, or the parameters of a command. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Text of an uploaded file. */
  readonly file?: string
  /** Key of the caller. Default: ada's admin key. */
  readonly as?: string
}

/** Answers another sample on the same world first, and gives its answer. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Ask = (unit: string) => any

type Samples = Readonly<Record<string, (ask: Ask) => Sample>>

const acme = { target: 'org', target_id: 'acme' }
const weights = { org_id: 'acme', blob_id: 'weights' }
const revision = (digits: string) => ({ revision_id: `00000000-0000-4000-8000-0000000000${digits}` })
const workflow = { nodes: [{ id: 'fetch', kind: 'task' }, { id: 'store', kind: 'task' }], edges: [{ from: 'fetch', to: 'store' }] }

const rest: Samples = {
  'POST /api-keys/target/:target/:target_id': () => ({ params: acme, body: { role: 'read', description: 'dashboard' } }),
  'DELETE /api-keys/:id': (ask) => ({ params: { id: ask('POST /api-keys/target/:target/:target_id').api_key.id } }),
  'GET /api-keys/target/:target/:target_id': () => ({ params: acme }),
  'POST /blobs/:org_id': () => ({ params: { org_id: 'acme' }, body: { alias: 'manual', type: 'text', name: 'Manual' } }),
  'DELETE /blobs/:org_id/:blob_id': () => ({ params: weights }),
  'GET /blobs/:org_id/:blob_id': () => ({ params: weights }),
  'PATCH /blobs/:org_id/:blob_id': () => ({ params: weights, body: { name: 'Weights of the model' } }),
  'GET /orgs/:org_id/blobs': () => ({ params: { org_id: 'acme' } }),
  'POST /credentials/target/:target/:target_id': () => ({ params: acme, body: { name: 'registry', value: 'secret' } }),
  'DELETE /credentials/:id': (ask) => ({ params: { id: ask('POST /credentials/target/:target/:target_id').credential.id } }),
  'GET /credentials/target/:target/:target_id': (ask) => {
    ask('POST /credentials/target/:target/:target_id')
    return { params: acme }
  },
  'POST /members/target/:target/:target_id': () => ({ params: { target: 'org', target_id: 'ada-lab' }, body: { user_id: 'ben', role: 'read' } }),
  'DELETE /members/:id': (ask) => ({ params: { id: ask('POST /members/target/:target/:target_id').member.id } }),
  'GET /members/target/:target/:target_id': () => ({ params: acme }),
  'PUT /blobs/:org_id/:blob_id/metadata/:alias': () => ({ params: { ...weights, alias: 'tags' }, body: { stage: 'production' } }),
  'PUT /revisions/:revision_id/metadata/:alias': () => ({ params: { ...revision('e4'), alias: 'tags' }, body: { accuracy: 0.93 } }),
  'GET /blobs/:org_id/:blob_id/metadata/:alias': (ask) => {
    ask('PUT /blobs/:org_id/:blob_id/metadata/:alias')
    return { params: { ...weights, alias: 'tags' } }
  },
  'GET /revisions/:revision_id/metadata/:alias': (ask) => {
    ask('PUT /revisions/:revision_id/metadata/:alias')
    return { params: { ...revision('e4'), alias: 'tags' } }
  },
  'PUT /revisions/:revision_id/model': () => ({ params: revision('e4'), body: { framework: 'onnx' }, file: 'the bytes of a model' }),
  'GET /revisions/:revision_id/model': (ask) => {
    ask('PUT /revisions/:revision_id/model')
    return { params: revision('e4') }
  },
  'GET /operations/:operation_id': (ask) => ({ params: { operation_id: ask('POST /blobs/:org_id').operation.id } }),
  'POST /orgs': () => ({ body: { name: 'Tools', alias: 'tools', visibility: 'private' } }),
  'DELETE /orgs/:org_id': () => ({ params: { org_id: 'ada-lab' } }),
  'GET /orgs/:org_id': () => ({ params: { org_id: 'acme' } }),
  'GET /orgs/:org_id/limits': () => ({ params: { org_id: 'acme' } }),
  'PATCH /orgs/:org_id': () => ({ params: { org_id: 'ada-lab' }, body: { name: 'Laboratory' } }),
  'POST /revisions/:revision_id/commit': () => ({ params: revision('e4') }),
  'POST /blobs/:org_id/:blob_id/revisions': () => ({ params: weights, body: { note: 'retrained' } }),
  'DELETE /revisions/:revision_id': () => ({ params: revision('e4') }),
  'GET /revisions/:revision_id': () => ({ params: revision('e1') }),
  'GET /blobs/:org_id/:blob_id/revisions': () => ({ params: weights, query: { limit: '2' } }),
  'POST /revisions/:revision_id/reset': () => ({ params: revision('e3') }),
  'POST /users': () => ({ body: { name: 'Nightly build', alias: 'nightly' } }),
  'GET /users/:user_id': () => ({ params: { user_id: 'me' } }),
  'GET /users/:user_id/limits': () => ({ params: { user_id: 'me' } }),
  'GET /users/:user_id/orgs': () => ({ params: { user_id: 'me' } }),
  'GET /users/target/:target/:target_id': () => ({ params: acme }),
  'POST /users/:user_id/acting-token': () => ({ params: { user_id: 'build-bot' } }),
  'DELETE /users/:user_id': () => ({ params: { user_id: 'build-bot' } }),
  'PATCH /users/:user_id': () => ({ params: { user_id: 'me' }, body: { name: 'Ada L.' } }),
  'PUT /workflow/sessions/:session_id/files/:name': () => ({ params: { session_id: 'run-01', name: 'notes.txt' }, body: {}, file: 'the bytes of a file' }),
  'GET /workflow/sessions/:session_id/files/:name': (ask) => {
    ask('PUT /workflow/sessions/:session_id/files/:name')
    return { params: { session_id: 'run-01', name: 'notes.txt' } }
  },
}

const run = { session_id: 'run-01' }
const firstExecution = (ask: Ask) => ({ execution_id: ask('workflow.list_executions').executions.at(-1).id })

const commands: Samples = {
  'scheduler.create_schedule': () => ({ body: { org_id: 'acme', alias: 'hourly', definition_id: 'ingest', every_seconds: 3_600 } }),
  'scheduler.delete_schedule': () => ({ body: { schedule_id: 'every-01' } }),
  'scheduler.get_schedule': () => ({ body: { schedule_id: 'every-01' } }),
  'scheduler.list_executions': () => ({ body: { schedule_id: 'every-01' } }),
  'scheduler.list_schedules': () => ({ body: { org_id: 'acme' } }),
  'scheduler.update_schedule': () => ({ body: { schedule_id: 'every-01', enabled: false } }),
  'workflow.append_session_thread_item': () => ({ body: { ...run, thread_id: 'main', role: 'user', content: 'Hello' } }),
  'workflow.cancel_execution': (ask) => ({ body: { execution_id: ask('workflow.start_execution').execution.id } }),
  'workflow.check_definition': () => ({ body: { body: { ...workflow, edges: [{ from: 'fetch', to: 'nowhere' }] } } }),
  'workflow.create_definition': () => ({ body: { org_id: 'acme', alias: 'mirror', category: 'etl', body: workflow } }),
  'workflow.create_session': () => ({ body: { org_id: 'acme', alias: 'trial', definition_id: 'ingest' } }),
  'workflow.delete_definition': () => ({ body: { definition_id: 'report' } }),
  'workflow.delete_session': () => ({ body: { session_id: 'run-02' } }),
  'workflow.get_definition': () => ({ body: { definition_id: 'ingest' } }),
  'workflow.get_execution': (ask) => ({ body: firstExecution(ask) }),
  'workflow.get_session': () => ({ body: run }),
  'workflow.list_definitions': () => ({ body: { org_id: 'acme' } }),
  'workflow.list_execution_events': (ask) => ({ body: { ...firstExecution(ask), limit: 2 } }),
  'workflow.list_executions': () => ({ body: { org_id: 'acme' } }),
  'workflow.list_session_events': () => ({ body: { ...run, limit: 2 } }),
  'workflow.list_session_graph_elements': () => ({ body: { ...run, limit: 2 } }),
  'workflow.list_session_graph_neighbors': (ask) => ({ body: { ...run, element_id: ask('workflow.list_session_graph_elements').elements[0].id, limit: 2 } }),
  'workflow.list_session_objects': () => ({ body: { ...run, limit: 2 } }),
  'workflow.list_session_thread_items': () => ({ body: { ...run, thread_id: 'main', limit: 2 } }),
  'workflow.list_sessions': () => ({ body: { org_id: 'acme' } }),
  'workflow.put_session_graph_element': () => ({ body: { ...run, kind: 'node', label: 'Source' } }),
  'workflow.put_session_object': () => ({ body: { ...run, key: 'colour', value: { name: 'blue' } } }),
  'workflow.query_session_graph': (ask) => ({ body: { ...run, start: ask('workflow.list_session_graph_elements').elements[0].id, depth: 1 } }),
  'workflow.start_execution': () => ({ body: { definition_id: 'ingest', input: { day: '2026-01-01' } } }),
  'workflow.update_definition': () => ({ body: { definition_id: 'ingest', category: 'nightly' } }),
  'workflow.update_session': () => ({ body: { ...run, alias: 'first-run' } }),
}

/** A sample for every unit of the catalog, by its id. */
export const samples: Samples = { ...rest, ...commands }
