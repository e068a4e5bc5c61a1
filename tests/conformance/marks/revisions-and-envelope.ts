import { starter } from '../direct.ts'
import { row, type Ask, type Asked, type MarkTable } from './marks.ts'

const reset = (id: string, who = 'ada'): Asked => `${who} POST /revisions/${id}/reset`
const failed: Ask['given'] = ({ world }) => ({
  deleted: world.revisions.insert({ blob: 'notes', phase: 'draft', status: 'failed', failed_operation: 'delete' }).id,
  hidden: world.revisions.insert({ blob: 'draft', phase: 'draft', status: 'failed', failed_operation: 'commit' }).id,
})
const arranged = (ask: string): Ask => ({ ask, given: failed })
const get = (id: string): Asked => `ada GET /revisions/${id}`
const limited = (ask: string, body: unknown): Ask => ({
  ask,
  body,
  settings: { limits: { orgs_per_user: 1, request_body_bytes: 200 } },
})
const large: Ask = limited('ada POST /orgs', { name: 'x'.repeat(300) })
const full: Ask = limited('ada POST /orgs', { name: 'x' })
const type: Asked = ['ben POST /blobs/ben-lab', { alias: 'x', type: 'onnx' }]
const tooDeep = (way: string): Asked => [
  `ben ${way} workflow.query_session_graph`,
  { session_id: 'run-01', start: '00000000-0000-4000-8000-000000000601', depth: 9 },
]
const verdict = (way: string, nodes: readonly object[]): Asked => [
  `ada ${way} workflow.check_definition`,
  { body: { nodes, edges: [] } },
]
const withModel: Ask['given'] = ({ world }) =>
  void world.models.insert({ revision: starter.revision.failedDelete, data: new Uint8Array(2) })
const upload = (ask: string, headers: Readonly<Record<string, string>> = { 'x-request-body': '{}' }): Ask => ({
  ask,
  body: new Uint8Array(3),
  headers,
})
const putModel = upload('ada PUT /revisions/$e4/model')
const putFile = upload('ada PUT /workflow/sessions/run-01/files/a')
const getModel: Ask = { ask: 'ada GET /revisions/$e2/model', given: withModel }
const getFile: Ask = { ask: 'ada GET /workflow/sessions/run-01/files/a', after: [putFile] }
const events: Asked = ['ada call workflow.list_session_events', { session_id: 'run-01' }]

export const revisionsAndEnvelope: MarkTable = {
  'revision.status-ready': row([get('$e1')], [get('$e2'), get('$a1')]),
  'revision.status-failed': row([get('$e2')], [get('$e1')]),
  'revision.phase-draft': row([get('$e3')], [get('$e1')]),
  'revision.phase-commit': row([get('$e1')], [get('$e3'), get('$a1')]),
  'revision.failed-operation-three-values': row([get('$e3')], [get('$e1'), reset('$e3')]),
  'revision.reset.failed-commit-becomes-draft-ready': row(
    [reset('$e3')],
    [reset('$e2'), reset('$e4'), arranged('ada POST /revisions/{deleted}/reset')],
  ),
  'revision.reset.failed-delete-becomes-commit-ready': row([reset('$e2')], [reset('$e3'), reset('$e1')]),
  'revision.reset.any-phase': row(
    [reset('$e2'), reset('$e3'), arranged('ada POST /revisions/{deleted}/reset')],
    [reset('$e1'), reset('$e3', 'ben')],
  ),
  'revision.reset.phase-untouched': row([reset('$e2')], [reset('$e1'), reset('$a1')]),
  'revision.reset.clears-failed-operation': row(
    [reset('$e2')],
    [
      reset('$e4'),
      {
        ask: 'ada POST /revisions/{id}/reset',
        given: ({ world }) => ({
          id: world.revisions.insert({ blob: 'notes', phase: 'draft', status: 'failed', failed_operation: null }).id,
        }),
      },
    ],
  ),
  'revision.reset.needs-failed': row([reset('$e1'), reset('$e4')], [reset('$e3'), reset('$e1', 'ben'), reset('$e5')]),
  'revision.reset.blob-creating-refused': row(
    [reset('$e5')],
    [reset('$e6'), reset('$e3'), ['ada POST /blobs/acme/arriving/revisions', {}]],
  ),
  'revision.reset.blob-deleting-refused': row(
    [reset('$e6')],
    [reset('$e5'), ['ada POST /blobs/acme/leaving/revisions', {}]],
  ),
  'revision.reset.answers-status-only': row([reset('$e3')], [reset('$e1')]),
  'revision.reset.needs-write': row(
    [reset('$e3', 'ben'), reset('$e3', 'reader')],
    [reset('$e3', 'bot'), arranged('orgkey POST /revisions/{hidden}/reset')],
  ),
  'revision.reset.blob-not-visible': row(
    [arranged('orgkey POST /revisions/{hidden}/reset')],
    [arranged('ben POST /revisions/{hidden}/reset'), reset('$e3', 'ben'), reset('$a1', 'orgkey')],
  ),
  'revision.reset.unknown-id': row([reset('$a1')], [arranged('ben POST /revisions/{hidden}/reset'), get('$a1')]),
  'revision.reset.blob-unreachable': row(
    [arranged('ben POST /revisions/{hidden}/reset')],
    [reset('$a1'), arranged('orgkey POST /revisions/{hidden}/reset')],
  ),
  'envelope.status-on-every-response': row(
    ['ada GET /users/me', 'ada GET /users/nobody'],
    ['ada OPTIONS /users/me', ['ada socket workflow.list_sessions', { org_id: 'acme' }]],
  ),
  'envelope.success-fields-beside-status': row(['ada GET /users/me'], [reset('$e3'), 'ada GET /users/nobody']),
  'envelope.nothing-to-return-is-status-only': row(
    [reset('$e3'), 'ada DELETE /orgs/ada-lab'],
    ['ada GET /users/me', ['ada socket workflow.delete_session', { session_id: 'run-01' }]],
  ),
  'envelope.no-bare-empty-object': row(
    [reset('$e3')],
    ['ada GET /users/me', ['ada socket workflow.delete_session', { session_id: 'run-01' }]],
  ),
  'envelope.failure-has-error-and-message': row(
    ['ada GET /users/nobody'],
    ['ada GET /users/me', ['ada socket workflow.list_sessions', {}]],
  ),
  'envelope.error-code-is-stable': row(
    ['orgkey GET /users/me/orgs', reset('$e1')],
    ['ada GET /users/nobody', 'ada GET /users/me'],
  ),
  'envelope.limit.names-the-limit': row([full, type, large], ['ada GET /users/nobody', tooDeep('socket')]),
  'envelope.limit.with-limit-exceeded': row([full], [type, large]),
  'envelope.limit.with-invalid-blob-type': row([type], [full, ['ada POST /blobs/acme', { alias: 'x', type: 'video' }]]),
  'envelope.limit.with-size-and-count-limits': row([large, tooDeep('call')], [full, type, tooDeep('socket')]),
  'envelope.check-definition.answers-200': row(
    [verdict('call', [])],
    [verdict('call', [{ id: 'a', kind: 'task' }]), verdict('socket', []), ['ada call workflow.check_definition', {}]],
  ),
  'envelope.check-definition.failure-is-the-verdict': row(
    [verdict('call', []), verdict('socket', [])],
    [verdict('call', [{ id: 'a', kind: 'task' }]), ['ada call workflow.check_definition', {}]],
  ),
  'envelope.binary.file-is-the-body': row(
    [getModel, putModel, putFile, getFile],
    ['ada GET /revisions/$e2/model', upload('ada PUT /revisions/$e4/model', {})],
  ),
  'envelope.binary.model-download': row([getModel], ['ada GET /revisions/$e2/model', putModel, getFile]),
  'envelope.binary.session-file-download': row([getFile], ['ada GET /workflow/sessions/run-01/files/a', getModel]),
  'envelope.binary.model-upload': row(
    [putModel],
    [upload('ada PUT /revisions/$e4/model', {}), putFile, { ...putModel, ask: 'ben PUT /revisions/$e4/model' }],
  ),
  'envelope.binary.session-file-upload': row(
    [putFile],
    [upload('ada PUT /workflow/sessions/run-01/files/a', {}), putModel],
  ),
  'realtime.speaks-json-rpc-2': row(
    [['ada socket workflow.list_sessions', { org_id: 'acme' }]],
    [['ada call workflow.list_sessions', { org_id: 'acme' }], 'ada GET /users/me'],
  ),
  'realtime.answers-result-or-error': row(
    [['ada socket workflow.list_sessions', {}]],
    [['ada call workflow.list_sessions', {}]],
  ),
  'events.list-session-events': row(
    [events],
    [
      ['ada call workflow.list_session_events', { session_id: 'run-02' }],
      ['ada call workflow.list_session_events', { session_id: 'nothing' }],
    ],
  ),
  'events.list-execution-events': row(
    [
      {
        ask: 'ada call workflow.list_execution_events',
        body: { execution_id: '{id}' },
        after: [
          {
            ask: 'ada call workflow.start_execution',
            body: { definition_id: 'ingest' },
            save: { id: (answer) => answer.execution.id },
          },
        ],
      },
    ],
    [['ada call workflow.list_execution_events', { execution_id: 'nothing' }], events],
  ),
  'errors.forbidden-is-403': row(
    ['orgkey GET /users/me/orgs', 'ben GET /users/ada/limits'],
    [full, 'ada GET /users/nobody', ['ben socket workflow.create_session', { org_id: 'acme' }]],
  ),
  'errors.limit-exceeded': row([full], [type, large, 'ben GET /users/ada/limits']),
  'errors.invalid-blob-type': row(
    [type],
    [
      ['ada POST /blobs/acme', { alias: 'x', type: 'video' }],
      ['ada POST /blobs/acme', { alias: 'x', type: 'onnx' }],
    ],
  ),
  'versioning.v1-prefix': row(['ada GET /users/me', 'none GET /users/me'], ['ada GET /nothing-here']),
}
