// The answers of all units: a type for each would say nothing more.
// oxlint-disable-next-line typescript/no-explicit-any
type Own = any

/** Answers that mocks give and the API would not, each with the statement that an audit has to name. */
export interface Lie {
  readonly lie: string
  readonly asks: readonly [method: string, path: string, body?: unknown, as?: string]
  /** Changes of the emulator's own answer. */
  readonly answers?: (own: Own) => unknown
  readonly status?: number
  readonly type?: string
  readonly names: string
  readonly level?: 'note'
}

const me = ['GET', '/users/me'] as const
const keys = ['GET', '/api-keys/target/org/acme'] as const
const mint = ['POST', '/api-keys/target/user/me', { role: 'read' }] as const
const sessions = ['POST', '/workflow/list_sessions', { org_id: 'acme' }] as const
const objects = ['POST', '/workflow/list_session_objects', { session_id: 'run-01' }] as const
const revisions = ['GET', '/blobs/acme/weights/revisions'] as const
const nobody = ['GET', '/users/nobody'] as const
const reset = (id: string) => ['POST', `/revisions/00000000-0000-4000-8000-0000000000${id}/reset`] as const

const without = (path: string) => (own: Own) => {
  const names = path.split('.')
  const last = names.pop()!
  delete names.reduce((value, name) => value[name], own)[last]
  return own
}
const withValue = (path: string, value: unknown) => (own: Own) => {
  const names = path.split('.')
  const last = names.pop()!
  names.reduce((each, name) => each[name], own)[last] = value
  return own
}

export const lies: readonly Lie[] = [
  { lie: 'leaves out status', asks: me, answers: without('status'), names: 'envelope.status-on-every-response' },
  { lie: 'says ok', asks: me, answers: withValue('status', 'ok'), names: 'envelope.status-on-every-response' },
  { lie: 'answers the user alone', asks: me, answers: ({ user }) => user, names: 'envelope.status-on-every-response' },
  {
    lie: 'wraps in data',
    asks: me,
    answers: ({ user }) => ({ status: 'success', data: { user } }),
    names: 'users.get.answers-user',
  },
  { lie: 'answers {}', asks: me, answers: () => ({}), names: 'envelope.no-bare-empty-object' },
  { lie: 'answers text', asks: me, answers: () => 'hello', names: 'service.json-answers' },
  { lie: 'answers text/html', asks: me, type: 'text/html', names: 'service.json-answers' },
  { lie: 'has no body', asks: me, answers: () => '', names: 'envelope.status-on-every-response' },
  { lie: 'user without status', asks: me, answers: without('user.status'), names: 'user.status-always-present' },
  { lie: 'user without type', asks: me, answers: without('user.type'), names: 'user.type-always-present' },
  {
    lie: 'user of another type',
    asks: me,
    answers: withValue('user.type', 'admin'),
    names: 'user.type-always-present',
  },
  { lie: 'user whose id is a number', asks: me, answers: withValue('user.id', 1), names: 'user.id-is-uuid' },
  { lie: 'user without role', asks: me, answers: without('user.role'), names: 'user.role-never-stored' },
  { lie: 'user with name null', asks: me, answers: withValue('user.name', null), names: 'user.has-name' },
  { lie: 'user with more fields', asks: me, answers: withValue('user.email', 'a@b.c'), names: 'A-17', level: 'note' },
  { lie: 'user without created_at', asks: me, answers: without('user.created_at'), names: 'A-17', level: 'note' },
  { lie: 'read answered with 201', asks: me, status: 201, names: 'A-45', level: 'note' },
  { lie: 'failure with 200', asks: nobody, status: 200, names: 'envelope.failure-has-error-and-message' },
  {
    lie: 'failure without message',
    asks: nobody,
    answers: without('message'),
    names: 'envelope.failure-has-error-and-message',
  },
  {
    lie: 'failure without code',
    asks: nobody,
    answers: without('error'),
    names: 'envelope.failure-has-error-and-message',
  },
  {
    lie: 'failure says success',
    asks: nobody,
    answers: withValue('status', 'success'),
    names: 'envelope.failure-has-error-and-message',
  },
  { lie: 'failure with 410', asks: nobody, status: 410, names: 'A-7', level: 'note' },
  { lie: 'code of its own', asks: nobody, answers: withValue('error', 'not_found'), names: 'A-7', level: 'note' },
  {
    lie: 'code of another endpoint',
    asks: nobody,
    answers: withValue('error', 'revision_not_failed'),
    names: 'revision.reset.needs-failed',
  },
  { lie: 'forbidden with 401', asks: ['GET', '/users/ben/limits'], status: 401, names: 'errors.forbidden-is-403' },
  {
    lie: 'limit without its object',
    asks: ['POST', '/blobs/ben-lab', { alias: 'x', type: 'onnx' }, 'svc-key-ben-admin'],
    answers: without('limit'),
    names: 'envelope.limit.with-invalid-blob-type',
  },
  {
    lie: 'limit without a name',
    asks: ['POST', '/blobs/ben-lab', { alias: 'x', type: 'onnx' }, 'svc-key-ben-admin'],
    answers: without('limit.name'),
    names: 'envelope.limit.names-the-limit',
  },
  {
    lie: 'shows secrets in a listing',
    asks: keys,
    answers: withValue('api_keys.0.key', 'svc-secret'),
    names: 'api-key.secret-only-at-creation',
  },
  { lie: 'key without its prefix', asks: keys, answers: without('api_keys.0.key_prefix'), names: 'api-key.key-prefix' },
  {
    lie: 'key without user_id',
    asks: keys,
    answers: without('api_keys.0.user_id'),
    names: 'api-key.created-by-apart-from-user-id',
  },
  {
    lie: 'complete listing with a cursor',
    asks: keys,
    answers: withValue('cursor', null),
    names: 'pagination.complete.api-keys',
  },
  {
    lie: 'unpaginated listing with next',
    asks: ['GET', '/orgs/acme/blobs'],
    answers: withValue('next', 2),
    names: 'pagination.unpaginated.org-blobs',
  },
  {
    lie: 'minted key with a role of its own',
    asks: mint,
    answers: withValue('api_key.role', 'owner'),
    names: 'api-key.role-in-set',
  },
  {
    lie: 'minted key with seconds for created_at',
    asks: mint,
    answers: withValue('api_key.created_at', 1_700_000_000),
    names: 'api-key.created-at-iso-utc',
  },
  {
    lie: 'sessions without their cursor',
    asks: sessions,
    answers: without('last_session_id'),
    names: 'pagination.record.workflow-list-sessions',
  },
  {
    lie: 'sessions with `cursor`',
    asks: sessions,
    answers: withValue('cursor', 'x'),
    names: 'pagination.record.workflow-list-sessions',
  },
  {
    lie: 'more than ten sessions',
    asks: sessions,
    answers: (own) => ({ ...own, sessions: [...own.sessions, own.sessions.at(-1)] }),
    names: 'pagination.record.page-of-ten',
  },
  {
    lie: 'oldest sessions first',
    asks: sessions,
    answers: (own) => ({
      ...own,
      sessions: own.sessions
        .map((each: Own, n: number) => ({ ...each, created_at: `2026-01-0${n + 1}T00:00:00.000Z` }))
        .slice(0, 9),
    }),
    names: 'pagination.record.newest-first',
  },
  {
    lie: 'takes a limit for sessions',
    asks: ['POST', '/workflow/list_sessions', { org_id: 'acme', limit: 5 }],
    status: 200,
    answers: () => ({ status: 'success', sessions: [], last_session_id: null }),
    names: 'pagination.record.limit-refused',
  },
  {
    lie: 'takes a null cursor',
    asks: ['POST', '/workflow/list_session_objects', { session_id: 'run-01', cursor: null }],
    status: 200,
    answers: () => ({ status: 'success', objects: [], cursor: null }),
    names: 'pagination.null-cursor-refused',
  },
  {
    lie: 'objects without a cursor',
    asks: objects,
    answers: without('cursor'),
    names: 'pagination.opaque.list-session-objects',
  },
  {
    lie: 'revisions with a number for a cursor',
    asks: revisions,
    answers: withValue('cursor', 2),
    names: 'revisions.list.answers-cursor',
  },
  {
    lie: 'revisions with a limit of 500',
    asks: ['GET', '/blobs/acme/weights/revisions?limit=500'],
    status: 200,
    answers: () => ({ status: 'success', revisions: [], cursor: null }),
    names: 'pagination.opaque.limit-above-maximum-refused',
  },
  {
    lie: 'reset answers the revision',
    asks: reset('e3'),
    answers: withValue('revision', {}),
    names: 'envelope.nothing-to-return-is-status-only',
  },
  {
    lie: 'reset answers 204',
    asks: reset('e3'),
    status: 204,
    answers: () => '',
    names: 'envelope.nothing-to-return-is-status-only',
  },
  {
    lie: 'reset of what did not fail',
    asks: reset('e1'),
    status: 200,
    answers: () => ({ status: 'success' }),
    names: 'revision.reset.needs-failed',
    level: 'note',
  },
  {
    lie: 'verdict with 400',
    asks: ['POST', '/workflow/check_definition', { body: { nodes: [], edges: [] } }],
    status: 422,
    names: 'envelope.check-definition.answers-200',
  },
  {
    lie: 'unknown path',
    asks: ['GET', '/users/me/profile'],
    status: 200,
    answers: () => ({ status: 'success' }),
    names: 'A-386',
    level: 'note',
  },
  {
    lie: 'limits of another',
    asks: ['GET', '/users/ben/limits'],
    status: 200,
    answers: () => ({ status: 'success', limits: {} }),
    names: 'users.limits.other-refused',
    level: 'note',
  },
]
