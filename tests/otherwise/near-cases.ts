import type { Emulator } from '../../emulator/index.ts'
import type { Ask, Asked } from '../conformance/marks/marks.ts'

const sibling = ({ world }: Emulator): void =>
  void world.users.insert({ alias: 'helper', type: 'service', owner: 'ada', name: 'Helper' } as never)
const near = (ask: string, body?: unknown, given?: Ask['given']): Asked => ({
  ask,
  ...(body !== undefined && { body }),
  ...(given && { given }),
})
const failed = ({ world }: Emulator) => ({
  failed: world.executions.insert({ org: 'acme', status: 'failed', error: 'node_failed' } as never).id,
})
const retired = ({ world }: Emulator): void =>
  void world.tokens.insert({ token: 'svc-token-old', user: 'old-bot' } as never)
const foreign = ({ world }: Emulator) => ({ foreign: world.definitions.insert({ org: 'ada-lab', alias: 'apart' }).id })
const keyOfLab = ({ world }: Emulator) => ({
  key: world.api_keys.insert({
    user: 'ada',
    target: 'org',
    target_id: 'ada-lab',
    role: 'read',
    created_by: 'ada',
  } as never).id,
})
function byStranger(line: string): Ask {
  const [request = '', body] = line.split(/ (?=\{)/)
  return {
    ask: `none ${request}`,
    headers: { 'x-api-key': 'svc-key-eve' },
    given: ({ world }) => {
      const own = { user: 'eve', target: 'user', target_id: 'eve', role: 'admin', created_by: 'eve' }
      world.users.insert({ alias: 'eve' })
      world.api_keys.insert({ key: 'svc-key-eve', ...own } as never)
    },
    ...(body !== undefined && { body: JSON.parse(body) as unknown }),
  }
}
const start = '00000000-0000-4000-8000-000000000601'
const objects = 'ada call workflow.list_session_objects'
const sessions = 'ada call workflow.list_sessions'

/** Requests beside the case that an alternative is about: they rest on its row, and are about something else. */
export const nearCases: readonly Asked[] = [
  // what is hidden, what is not there, and shapes that a sentence of the specification refuses.
  near('ben POST /revisions/$e1/reset'),
  near('ben GET /blobs/acme/draft'),
  near('ben GET /blobs/acme/draft/revisions'),
  near('ben DELETE /members/nothing'),
  // what needs admin, of a caller with write, and what a sentence says so of.
  near('bot DELETE /blobs/acme/notes'),
  near('bot DELETE /revisions/$e1'),
  near('bot DELETE /orgs/acme'),
  near('bot GET /credentials/target/org/acme'),
  near('bot GET /api-keys/target/blob/weights'),
  near('bot POST /api-keys/target/org/acme', { role: 'read' }),
  near('ben PATCH /orgs/acme', { name: 'x' }),
  near('ada PUT /blobs/acme/arriving/metadata/x', { a: 1 }),
  near('ada PATCH /blobs/acme/arriving', { name: 'x' }),
  near('ada PUT /revisions/$e4/metadata/x', { a: 1 }),
  near('ada call workflow.update_definition', { definition_id: 'ingest', body: { nodes: [], edges: [] } }),
  near('ada call workflow.list_session_graph_neighbors', {
    session_id: 'run-01',
    element_id: '00000000-0000-4000-8000-000000000602',
  }),
  near('ada POST /api-keys/target/user/nothing', { role: 'read' }),
  near('ben POST /api-keys/target/org/ada-lab', { role: 'read' }),
  near('ben DELETE /api-keys/{key}', undefined, keyOfLab),
  near('ada call workflow.get_session', { session_id: 'nothing', odd: 1 }),
  near('ada call workflow.update_session', { session_id: 'nothing', alias: 7 }),
  near('ada call workflow.list_session_events', { session_id: 'nothing', limit: 'x' }),
  near('ada socket workflow.get_session', { session_id: 'nothing', odd: 1 }),
  near('ada call workflow.create_session', { alias: 'x', odd: 1 }),
  near('ben call workflow.create_session', { org_id: 'ada-lab', odd: 1 }),
  near(objects, { session_id: 'nothing', cursor: null }),
  near(objects, { session_id: 'run-01', cursor: null }),
  near(sessions, { org_id: 'acme', cursor: null }),
  near(sessions, { org_id: 'acme', start_session_id: null }),
  near('ada call scheduler.list_executions', { org_id: 'acme', cursor: null }),
  near(sessions, { org_id: 'acme', start_session_id: 7 }),
  near(objects, { session_id: 'run-01', limit: null }),
  near('ada GET /blobs/acme/weights/revisions?limit=0'),
  near('ada GET /blobs/acme/weights/revisions?limit=1.5'),
  // what a scope does not reach, with and without a sentence of the specification.
  near('orgkey GET /orgs/ada-lab'),
  near('orgkey POST /api-keys/target/org/ada-lab', { role: 'read' }),
  near('orgkey DELETE /api-keys/{key}', undefined, keyOfLab),
  near('blobkey POST /revisions/$e3/reset'),
  near('blobkey GET /operations/nothing'),
  near('orgkey GET /users/ada'),
  near('orgkey GET /users/me/orgs'),
  near('orgkey GET /users/me/limits'),
  near('orgkey GET /credentials/target/user/me'),
  near('orgkey call workflow.get_definition', { definition_id: '{foreign}' }, foreign),
  // the other accounts of a human, and the human.
  near('acting PATCH /users/helper', { name: 'H' }, sibling),
  near('acting DELETE /users/helper', undefined, sibling),
  near('acting POST /api-keys/target/user/helper', { role: 'read' }, sibling),
  near('acting GET /api-keys/target/user/helper', undefined, sibling),
  near('acting GET /credentials/target/user/helper', undefined, sibling),
  near('acting GET /users/target/user/helper', undefined, sibling),
  near('acting POST /users/helper/acting-token', {}, sibling),
  near('acting GET /users/helper/limits', undefined, sibling),
  near('acting PATCH /users/ada', { name: 'A' }),
  near('acting POST /api-keys/target/user/ada', { role: 'read' }),
  near('acting POST /api-keys/target/org/acme', { role: 'read' }),
  // requests about a retired account, by each kind of caller.
  { ask: 'none GET /users/me', headers: { authorization: 'Bearer svc-token-old' }, given: retired },
  near('ada POST /api-keys/target/user/old-bot', { role: 'read' }),
  near('ada POST /users/old-bot/acting-token', {}),
  near('ada POST /members/target/org/acme', { user_id: 'old-bot', role: 'read' }),
  near('ada POST /credentials/target/user/old-bot', { name: 'n', value: 'v' }),
  near('ada GET /users/old-bot'),
  // requests that the specification refuses anyway.
  near('ada OPTIONS /users/me'),
  near('ada PUT /users/me'),
  near('bot DELETE /api-keys/nothing?odd=1'),
  near('ada GET /users/nobody?odd=1'),
  { ask: 'none GET /users/me', headers: { authorization: 'Basic svc-token-ada' } },
  // fields that are there.
  near('bot POST /orgs', { name: 'x', visibility: 'private' }),
  near('bot POST /blobs/acme', { alias: 'open', type: 'text', visibility: 'public' }),
  near('ada POST /orgs', { name: 'x', alias: 'given' }),
  near('ada call workflow.create_session', { org_id: 'acme', alias: null }),
  // other targets, and what the specification refuses.
  near('ben GET /users/target/org/acme'),
  near('ben GET /members/target/org/acme'),
  near('ada POST /api-keys/target/user/me', { role: 'read' }),
  near('ada POST /credentials/target/user/me', { name: 'n', value: 'v' }),
  // null in fields of all kinds.
  near('ada POST /orgs', { name: 'x', alias: null }),
  near('ada call workflow.start_execution', { definition_id: 'ingest', session_id: null }),
  near('ada call workflow.query_session_graph', { session_id: 'run-01', start, kind: null, depth: 1 }),
  near('ada call workflow.create_definition', {
    org_id: 'acme',
    body: { nodes: [{ id: 'a', kind: 'task', config: null }], edges: [] },
  }),
  // a type, a visibility, and both.
  near('ada POST /blobs/acme', { alias: 'x', type: 'text', visibility: 'odd' }),
  near('ada POST /blobs/acme', { alias: 'x', type: 'video', visibility: 'odd' }),
  near('ada PATCH /blobs/acme/notes', { visibility: 'odd' }),
  near('ada PATCH /orgs/acme', { visibility: 'odd' }),
  near('ada POST /orgs', { name: 'x', visibility: 'odd' }),
  near('ada GET /orgs/acme/blobs?visibility=odd'),
  // other writes below a blob that is being created.
  near('ada POST /blobs/acme/arriving/revisions', {}),
  near('ada POST /api-keys/target/blob/arriving', { role: 'read' }),
  near('ada PATCH /blobs/acme/arriving', { name: 'x' }),
  near('ada POST /members/target/blob/arriving', { user_id: 'ben', role: 'read' }),
  // the engines.
  near('ada call workflow.query_session_graph', { session_id: 'run-01', start, kind: 'edge', depth: 1 }),
  near('ada call workflow.list_session_graph_neighbors', { session_id: 'run-01', element_id: start, limit: 1 }),
  near('ada call workflow.get_execution', { execution_id: '{failed}' }, failed),
  near('ada call workflow.list_executions', { org_id: 'acme' }, failed),
  near('ada call workflow.list_execution_events', { execution_id: '{failed}' }, failed),
  near('ada call workflow.delete_definition', { definition_id: '{foreign}' }, foreign),
  near('ada call workflow.create_session', { org_id: 'acme', definition_id: '{foreign}' }, foreign),
  near(
    'ada call scheduler.create_schedule',
    { org_id: 'acme', definition_id: '{foreign}', every_seconds: 60 },
    foreign,
  ),
  near('ada call workflow.start_execution', { definition_id: '{foreign}', session_id: 'run-01' }, foreign),
  near('ada call workflow.put_session_object', { session_id: 'run-02', key: 'new', value: 1 }),
  near('ada call workflow.append_session_thread_item', {
    session_id: 'run-01',
    thread_id: '$a1',
    role: 'user',
    content: 'x',
  }),
  // what everybody reads, and what a stranger does.
  ...[
    'GET /users/ada/orgs',
    'GET /users/ada',
    'GET /orgs/acme/blobs',
    'GET /blobs/acme/weights',
    'GET /blobs/acme/weights/revisions',
    'GET /revisions/$e1',
    'POST /revisions/$e3/reset',
    'GET /revisions/$e2/metadata/tags',
    'GET /members/target/org/acme',
    'DELETE /members/nothing',
    'POST /workflow/list_sessions {"org_id":"acme"}',
    'POST /workflow/get_session {"session_id":"run-01"}',
    'POST /workflow/list_executions {"org_id":"acme"}',
    'POST /scheduler/list_schedules {"org_id":"acme"}',
    'POST /api-keys/target/org/acme {"role":"read"}',
    'POST /blobs/acme {"alias":"x","type":"text"}',
    'POST /workflow/start_execution {"definition_id":"ingest"}',
  ].map(byStranger),
  near('ben GET /users/ada/orgs'),
  // writing with the role read.
  near('ben POST /blobs/acme', { alias: 'x', type: 'text' }),
  near('ben call workflow.cancel_execution', { execution_id: '00000000-0000-4000-8000-000000000301' }),
  near('reader call workflow.start_execution', { definition_id: 'ingest' }),
  near('ben call workflow.create_session', { org_id: 'acme' }),
  near('ben GET /blobs/acme/weights'),
  near('ben GET /revisions/$e1'),
  near('ben GET /revisions/$e3'),
  near('ben GET /blobs/acme/weights/metadata/tags'),
  near('ben call workflow.list_sessions', { org_id: 'acme' }),
  near('ben call workflow.get_session', { session_id: 'run-01' }),
]
