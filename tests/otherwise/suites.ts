import type { Api, Reply } from '../conformance/api.ts'

/** Test of a client: passes, or throws. */
export type ClientTest = (api: Api) => Promise<void>

const A = 'svc-key-ada-admin'
const B = 'svc-key-ben-admin'
const read = 'svc-key-ada-read'
const revision = (digits: string) => `/revisions/00000000-0000-4000-8000-0000000000${digits}`
const key = '/api-keys/target/org/acme'

function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(what)
}

const isError = ({ body }: Reply, code: string): boolean => body.status === 'failure' && body.error === code
const isSuccess = ({ status, body }: Reply): boolean => status >= 200 && status < 300 && body.status === 'success'

/** Sentences of the specification, and nothing else: codes it names, fields it shows, ends of listings by null. */
export const documented: Readonly<Record<string, ClientTest>> = {
  'who am I': async (api) => {
    const { body } = await api.get('/users/me', A)
    holds(body.status === 'success' && body.user.type === 'human' && body.user.role === 'owner', 'the user of the key')
    holds((await api.get('/users/ben', A)).body.user.role === 'read', 'the role of another')
  },
  'the scope of a key': async (api) => {
    holds(isSuccess(await api.get('/users/me/orgs', A)), 'a key of a user is full')
    holds((await api.get('/users/me/orgs', 'svc-key-acme-write')).status === 403, 'a scoped key is restricted')
  },
  'a key is minted, listed and revoked': async (api) => {
    const minted = await api.post(key, A, { role: 'read', description: 'of a test' })
    holds(isSuccess(minted) && typeof minted.body.api_key.key === 'string', 'the secret')
    const { id } = minted.body.api_key
    const listed = Object.values((await api.get(key, A)).body).find(Array.isArray) as { id: string; key?: string }[]
    holds(
      listed.some((each) => each.id === id && each.key === undefined),
      'the key without its secret',
    )
    holds(isSuccess(await api.delete(`/api-keys/${id}`, A)), 'revoked')
  },
  'nobody mints without admin, or without a human': async (api) => {
    holds((await api.post(key, B, { role: 'read' })).status === 403, 'no admin')
    holds(isError(await api.post(key, 'svc-key-bot-write', { role: 'read' }), 'forbidden'), 'no human')
    const acting = await api.post(key, { bearer: 'svc-token-ada-as-bot' }, { role: 'read' })
    holds(acting.status === 400 && isError(acting, 'cannot_mint_while_acting'), 'an acting token')
  },
  'the members of a target': async (api) => {
    holds(isSuccess(await api.get('/members/target/org/acme', A)), 'listed')
  },
  'a failed revision is reset, a ready one is not': async (api) => {
    holds(isSuccess(await api.post(`${revision('e3')}/reset`, A)), 'reset')
    holds(isError(await api.post(`${revision('e4')}/reset`, A), 'revision_not_failed'), 'not failed')
    holds(isError(await api.post(`${revision('ff')}/reset`, A), 'revision_not_found'), 'unknown')
    holds(isError(await api.post(`${revision('e5')}/reset`, A), 'blob_not_ready'), 'a blob that is created')
  },
  'revisions by pages until null': async (api) => {
    const seen = new Set<string>()
    let cursor: string | null | undefined
    do {
      const query = `limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`
      const { body } = await api.get(`/blobs/acme/weights/revisions?${query}`, A)
      const items = Object.values(body).find(Array.isArray) as { id: string }[]
      for (const { id } of items) seen.add(id)
      cursor = body.cursor as string | null
    } while (cursor !== null)
    holds(seen.size === 4, 'each revision once')
    holds(isError(await api.get('/blobs/acme/weights/revisions?limit=201', A), 'invalid_limit'), 'a limit out of range')
  },
  'sessions by their last id until null': async (api) => {
    const seen = new Set<string>()
    let start: string | null | undefined
    do {
      const more = start === undefined ? {} : { start_session_id: start }
      const { body } = await api.post('/workflow/list_sessions', A, { org_id: 'acme', ...more })
      for (const { id } of body.sessions as { id: string }[]) seen.add(id)
      start = body.last_session_id as string | null
    } while (start !== null)
    holds(seen.size === 25, 'each session once')
    const limited = await api.post('/workflow/list_sessions', A, { org_id: 'acme', limit: 5 })
    holds(isError(limited, 'invalid_request_body'), 'a limit is refused')
  },
  'objects by an opaque cursor until null': async (api) => {
    let count = 0
    let cursor: string | null | undefined
    do {
      const more = cursor === undefined ? {} : { cursor }
      const { body } = await api.post('/workflow/list_session_objects', A, { session_id: 'run-01', ...more })
      count += body.objects.length
      cursor = body.cursor as string | null
    } while (cursor !== null)
    holds(count === 120, 'each object')
    const command = '/workflow/list_session_objects'
    holds(isError(await api.post(command, A, { session_id: 'run-01', cursor: null }), 'invalid_request_body'), 'null')
  },
  'null is no cursor, on listings of both shapes': async (api) => {
    for (const command of ['list_sessions', 'list_executions']) {
      const { status, body } = await api.post(`/workflow/${command}`, A, { org_id: 'acme', cursor: null })
      holds(status >= 400 && body.error === 'invalid_request_body', command)
    }
  },
  'records newest first': async (api) => {
    const walk: string[] = []
    let start: string | null | undefined
    do {
      const more = start === undefined ? {} : { start_session_id: start }
      const { body } = await api.post('/workflow/list_sessions', A, { org_id: 'acme', ...more })
      for (const { alias } of body.sessions as { alias: string }[]) walk.push(alias)
      start = body.last_session_id as string | null
    } while (start !== null)
    holds(walk[0] === 'run-25' && walk.at(-1) === 'run-01', 'the newest first, the oldest last')
  },
  'an alias with the shape of a UUID': async (api) => {
    const alias = '12345678-1234-4234-8234-123456789abc'
    for (const path of ['/users/me', '/orgs/acme', '/blobs/acme/notes'])
      holds(isError(await api.patch(path, A, { alias }), 'invalid_request_body'), path)
    holds(!isError(await api.get(`/users/${alias}`, A), 'invalid_request_body'), 'not on reads')
  },
  'what needs a human': async (api) => {
    const bot = 'svc-key-bot-write'
    const refused = async (what: string, reply: Promise<Reply>) => holds(isError(await reply, 'forbidden'), what)
    await refused('minting for itself', api.post('/api-keys/target/user/build-bot', bot, { role: 'read' }))
    await refused('deleting a key', api.delete('/api-keys/nothing', bot))
    await refused('deleting a member', api.delete('/members/nothing', bot))
    await refused('creating accounts', api.post('/users', bot, { name: 'x', alias: 'x-bot' }))
    await refused('retiring accounts', api.delete('/users/build-bot', bot))
    await refused('a visibility', api.patch('/orgs/acme', bot, { visibility: 'private' }))
    await refused('a membership', api.post('/members/target/org/acme', bot, { user_id: 'eve', role: 'read' }))
    await refused('a token', api.post('/users/build-bot/acting-token', bot))
    await refused('a credential', api.post('/credentials/target/org/acme', bot, { name: 'n', value: 'v' }))
  },
  'an acting token mints for users alone': async (api) => {
    const acting = { bearer: 'svc-token-ada-as-bot' }
    const minted = await api.post('/api-keys/target/user/build-bot', acting, { role: 'read' })
    holds(isSuccess(minted), 'for its account')
    const { key } = minted.body.api_key
    holds((await api.get('/users/me', key)).body.user.alias === 'build-bot', 'acts as the account')
    for (const target of ['org/acme', 'blob/weights']) {
      const reply = await api.post(`/api-keys/target/${target}`, acting, { role: 'read' })
      holds(reply.status === 400 && isError(reply, 'cannot_mint_while_acting'), target)
    }
  },
  'a retired account loses its memberships': async (api) => {
    holds(isSuccess(await api.delete('/users/build-bot', A)), 'retired')
    const { body } = await api.get('/users/build-bot', A)
    holds(body.user.status === 'retired', 'is retired, and still there')
    const { body: left } = await api.get('/users/target/org/acme', A)
    const [users] = Object.values(left).filter(Array.isArray) as { id: string }[][]
    holds(
      users!.every(({ id }) => id !== body.user.id),
      'is no member',
    )
  },
  'a verdict is an answer': async (api) => {
    const { status, body } = await api.post('/workflow/check_definition', A, { body: { nodes: [], edges: [] } })
    holds(status === 200 && body.status === 'failure', 'failure with 200')
  },
  'a limit is named': async (api) => {
    const { body } = await api.post('/blobs/ben-lab', B, { alias: 'net', type: 'onnx' })
    holds(body.error === 'invalid_blob_type' && typeof body.limit === 'object', 'the limit')
  },
  'a graph is whole or refused': async (api) => {
    const start = '00000000-0000-4000-8000-000000000601'
    const deep = { session_id: 'run-01', start, depth: 100 }
    holds(
      isError(await api.post('/workflow/query_session_graph', A, deep), 'graph_traversal_limit_exceeded'),
      'refused',
    )
  },
  'another sees what is public': async (api) => {
    const { body } = await api.get('/users/ada/orgs', B)
    const orgs = Object.values(body).find(Array.isArray) as { id: string }[]
    holds(orgs.length === 1, 'public organizations only')
  },
  'only oneself': async (api) => {
    holds((await api.get('/users/ada/limits', B)).status === 403, 'limits of another')
    holds((await api.patch('/users/ada', B, { name: 'x' })).status === 403, 'another user')
  },
  'an organization is deleted with its alias': async (api) => {
    holds(isSuccess(await api.delete('/orgs/ada-lab', A)), 'deleted')
  },
}

/** One guess for each rule that must have an alternative. */
export const guesses: Readonly<Record<string, ClientTest>> = {
  'unknown body field': async (api) =>
    holds(isError(await api.post(key, A, { role: 'read', more: 1 }), 'invalid_request_body'), 'refused'),
  'unknown query parameter': async (api) => holds(isSuccess(await api.get('/users/me?expand=all', A)), 'ignored'),
  'which of two credentials decides': async (api) => {
    const headers = { authorization: 'Bearer svc-token-ben', 'x-api-key': A }
    holds((await api.request('GET', '/users/me', { headers })).body.user?.alias === 'ben', 'the token')
  },
  'cursor bound to its listing': async (api) => {
    const { cursor } = (await api.post('/workflow/list_session_objects', A, { session_id: 'run-01', limit: 1 })).body
    const other = await api.post('/workflow/list_session_events', A, { session_id: 'run-01', cursor })
    holds(isError(other, 'invalid_cursor'), 'refused')
  },
  'cursor bound to its caller': async (api) => {
    const { cursor } = (await api.post('/workflow/list_session_objects', A, { session_id: 'run-01', limit: 1 })).body
    const other = await api.post('/workflow/list_session_objects', B, { session_id: 'run-01', cursor })
    holds(isSuccess(other), 'serves another')
  },
  'limit=abc': async (api) =>
    holds(isError(await api.get('/blobs/acme/weights/revisions?limit=abc', A), 'invalid_limit'), 'invalid_limit'),
  'start id of another listing': async (api) => {
    const asked = { org_id: 'ben-lab', start_session_id: '00000000-0000-4000-8000-000000000201' }
    holds((await api.post('/workflow/list_sessions', B, asked)).status >= 500, 'a server error')
  },
  'alias me': async (api) => holds(!isSuccess(await api.post('/orgs', A, { name: 'Mine', alias: 'me' })), 'refused'),
  'slash at the end of a path': async (api) => holds((await api.get('/users/me/', A)).status >= 400, 'not found'),
  'order of 409s': async (api) => {
    const { body } = await api.post(`${revision('f1')}/reset`, A)
    holds(body.error === 'blob_not_ready', 'the blob first')
  },
  'shape before existence': async (api) =>
    holds(isError(await api.patch('/orgs/nowhere', A, { name: 7 }), 'invalid_request_body'), 'the shape first'),
  'what cannot be seen': async (api) => holds(!isError(await api.get('/orgs/ben-lab', A), 'forbidden'), 'no 403'),
  'what the key does not reach': async (api) =>
    holds((await api.get('/blobs/acme/notes', 'svc-key-weights-read')).status === 403, '403'),
  'null for an optional field': async (api) =>
    holds(!isSuccess(await api.post(key, A, { role: 'read', description: null })), 'refused'),
  'a read key that patches its user': async (api) =>
    holds((await api.patch('/users/me', read, { name: 'x' })).status === 403, '403'),
  'keys of the retired': async (api) => holds((await api.get('/users/me', 'svc-key-old')).status === 401, '401'),
  "a token's lifetime": async (api) => {
    const { body } = await api.post('/users/build-bot/acting-token', A, {})
    holds(body.expires_at?.startsWith('2026-01-01T01:00') === true, 'an hour')
  },
  'maximum of limit': async (api) =>
    holds(isSuccess(await api.post('/workflow/list_session_objects', A, { session_id: 'run-01', limit: 150 })), '150'),
  'a reader sees drafts': async (api) => {
    const { revisions } = (await api.get('/blobs/acme/weights/revisions', read)).body
    holds(
      (revisions as { phase: string }[]).every(({ phase }) => phase !== 'draft'),
      'hidden',
    )
  },
  'second membership': async (api) => {
    const { status } = await api.post('/members/target/org/acme', A, { user_id: 'ben', role: 'write' })
    holds(status >= 400, 'refused')
  },
  'success 200 for creations': async (api) =>
    holds((await api.post('/orgs', A, { name: 'Tools', alias: 'tools' })).status === 200, '200'),
  'pages before the end are full': async (api) => {
    const { body } = await api.post('/workflow/list_sessions', A, { org_id: 'acme' })
    holds(body.sessions.length === 10, 'ten')
  },
  'trailing page': async (api) => {
    await api.post('/workflow/put_session_object', A, { session_id: 'run-02', key: 'only', value: 1 })
    const { body } = await api.post('/workflow/list_session_objects', A, { session_id: 'run-02', limit: 1 })
    holds(body.cursor !== null, 'a cursor')
  },
}
