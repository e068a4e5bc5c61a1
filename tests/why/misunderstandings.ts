import { expect } from 'vitest'
import type { ClauseId } from '../../emulator/contract/sections.ts'
import { starter } from '../conformance/direct.ts'
import type { Api } from '../conformance/api.ts'

/** A test whose author believes the opposite of a sentence. */
export interface Misunderstanding {
  readonly belief: string
  /** The sentence, and those that say it in other words. */
  readonly refuted: readonly [ClauseId, ...ClauseId[]]
  readonly test: (api: Api) => Promise<void>
  /** Reason why another sentence comes first. */
  readonly missed?: string
}

const A = 'svc-key-ada-admin'
const BEN = 'svc-key-ben-admin'
const BOT = 'svc-key-bot-write'
const OF_ACME = 'svc-key-acme-write'
const ACTING = 'svc-token-ada-as-bot'
const UUID = '00000000-0000-4000-8000-00000000abcd'
const { revision, org } = starter

export const misunderstandings: readonly Misunderstanding[] = [
  {
    belief: 'an operation is forgotten once it is done',
    refuted: ['service.long-running-work-is-an-operation'],
    async test(api) {
      const { operation } = (await api.post(`/revisions/${revision.pending}/commit`, A)).body
      expect((await api.get(`/operations/${operation.id}`, A)).status).toBe(404)
    },
  },
  {
    belief: 'a member of a listing does not repeat its target',
    refuted: ['service.member-is-membership-on-target'],
    async test(api) {
      const { members } = (await api.get('/members/target/org/acme', A)).body
      expect(members).toHaveLength(3)
      expect(members[0]).not.toHaveProperty('target_id')
    },
  },
  {
    belief: 'an alias is unique within its organization',
    refuted: ['identifiers.alias.globally-unique'],
    async test(api) {
      expect((await api.get('/orgs/ada-lab', A)).status).toBe(200)
      expect((await api.post('/blobs/ada-lab', A, { alias: 'weights', type: 'text', name: 'W' })).status).toBe(200)
    },
  },
  {
    belief: 'a session may take any alias',
    refuted: ['identifiers.session.uuid-shape-refused'],
    async test(api) {
      const { session } = (await api.post('/workflow/get_session', A, { session_id: 'run-02' })).body
      const { status } = await api.post('/workflow/update_session', A, { session_id: session.id, alias: UUID })
      expect(status).toBe(200)
    },
  },
  {
    belief: 'a UUID is read in any case',
    refuted: ['identifiers.uuid.other-strings-are-aliases', 'identifiers.uuid.canonical-lowercase'],
    async test(api) {
      const { orgs } = (await api.get('/users/me/orgs', A)).body
      expect((await api.get(`/orgs/${orgs[0].id.toUpperCase()}`, A)).status).toBe(200)
    },
  },
  {
    belief: 'the type is there for service accounts alone',
    refuted: ['user.type-always-present'],
    async test(api) {
      expect((await api.get('/users/build-bot', A)).body.user.name).toBe('Build Bot')
      expect((await api.get('/users/me', A)).body.user.type).toBeUndefined()
    },
  },
  {
    belief: 'who owns a service account has its role `owner`',
    refuted: ['user.role-read-for-other'],
    async test(api) {
      const { user } = (await api.get('/users/build-bot', A)).body
      expect(user).toMatchObject({ name: 'Build Bot', role: 'owner' })
    },
  },
  {
    belief: 'a retired account stays a member until it is removed',
    refuted: ['user.retire.removes-memberships'],
    async test(api) {
      expect((await api.delete('/users/build-bot', A)).status).toBe(200)
      const { members } = (await api.get('/members/target/org/acme', A)).body
      expect(members.map(({ user_id }: { user_id: string }) => user_id)).toContain(starter.user.buildBot)
    },
  },
  {
    belief: 'the `user_id` of a key is who minted it',
    refuted: ['api-key.user-id-of-user-target'],
    async test(api) {
      const me = (await api.get('/users/me', A)).body.user
      const { api_key } = (await api.post('/api-keys/target/user/build-bot', A, { role: 'read' })).body
      expect(api_key.user_id).toBe(me.id)
    },
  },
  {
    belief: 'a listing of keys shows their secrets',
    refuted: ['api-key.secret-only-at-creation'],
    async test(api) {
      const { api_key } = (await api.post('/api-keys/target/org/acme', A, { role: 'read' })).body
      const { api_keys } = (await api.get('/api-keys/target/org/acme', A)).body
      const listed = api_keys.find(({ id }: { id: string }) => id === api_key.id)
      expect(listed.key).toMatch(/^svc-/)
    },
  },
  {
    belief: 'the time of a key is a number of seconds',
    refuted: ['api-key.created-at-iso-utc'],
    async test(api) {
      const { api_keys } = (await api.get('/api-keys/target/org/acme', A)).body
      expect(new Date(api_keys[0].created_at * 1000).getFullYear()).toBeGreaterThan(2000)
    },
  },
  {
    belief: 'a failed revision does not say why',
    refuted: ['revision.failed-operation-three-values'],
    async test(api) {
      const failed = (await api.get(`/revisions/${revision.failedCommit}`, A)).body.revision
      expect(failed.status).toBe('failed')
      expect(failed).not.toHaveProperty('failed_operation')
    },
  },
  {
    belief: 'a revision that could not be deleted is a draft after its reset',
    refuted: ['revision.reset.phase-untouched', 'revision.reset.failed-delete-becomes-commit-ready'],
    async test(api) {
      expect((await api.post(`/revisions/${revision.failedDelete}/reset`, A)).status).toBe(200)
      expect((await api.get(`/revisions/${revision.failedDelete}`, A)).body.revision.phase).toBe('draft')
    },
  },
  {
    belief: 'a reset revision still says what had failed',
    refuted: ['revision.reset.clears-failed-operation'],
    missed: 'a service that resets nothing fits the test as well',
    async test(api) {
      expect((await api.post(`/revisions/${revision.failedCommit}/reset`, A)).status).toBe(200)
      expect((await api.get(`/revisions/${revision.failedCommit}`, A)).body.revision.failed_operation).toBe('commit')
    },
  },
  {
    belief: 'a reset may be repeated',
    refuted: ['revision.reset.needs-failed'],
    async test(api) {
      const statuses = [1, 2].map(() => api.post(`/revisions/${revision.failedCommit}/reset`, A))
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200])
    },
  },
  {
    belief: 'a revision is reset while its blob is being created',
    refuted: ['revision.reset.blob-creating-refused'],
    async test(api) {
      const { blobs } = (await api.get('/orgs/acme/blobs', A)).body
      expect(blobs.length).toBeGreaterThan(0)
      expect((await api.post(`/revisions/${revision.belowCreatedBlob}/reset`, A)).status).toBe(200)
    },
  },
  {
    belief: 'an unknown revision is a bad request',
    refuted: ['revision.reset.unknown-id'],
    async test(api) {
      expect((await api.get('/users/me', A)).status).toBe(200)
      expect((await api.post(`/revisions/${UUID}/reset`, A)).status).toBe(400)
    },
  },
  {
    belief: 'a deletion answers 204',
    refuted: ['envelope.nothing-to-return-is-status-only'],
    async test(api) {
      expect((await api.get('/credentials/target/org/ada-lab', A)).body.credentials).toHaveLength(1)
      expect((await api.delete(`/credentials/${starter.org.acme.slice(0, -4)}0a01`, A)).status).toBe(204)
    },
  },
  {
    belief: 'a workflow that is invalid is a bad request',
    refuted: ['envelope.check-definition.answers-200'],
    async test(api) {
      const body = { nodes: [{ id: 'a', kind: 'task' }], edges: [{ from: 'a', to: 'nowhere' }] }
      expect((await api.post('/workflow/check_definition', A, { body })).status).toBe(400)
    },
  },
  {
    belief: 'a file is downloaded without an envelope',
    refuted: ['envelope.binary.session-file-download'],
    async test(api) {
      const { headers, bytes } = await api.get('/workflow/sessions/run-01/files/readme.txt', A)
      expect(new TextDecoder().decode(bytes)).toBe('the bytes of a file')
      expect(headers.has('x-response-body')).toBe(false)
    },
  },
  {
    belief: 'the first page is asked for with `cursor` null',
    refuted: ['pagination.null-cursor-refused'],
    async test(api) {
      let cursor: unknown = null
      let count = 0
      do {
        const page = await api.post('/workflow/list_session_objects', A, { session_id: 'run-01', limit: 50, cursor })
        expect(page.status).toBe(200)
        count += page.body.objects.length
        cursor = page.body.cursor
      } while (cursor !== null)
      expect(count).toBe(120)
    },
  },
  {
    belief: 'a limit that is too large is clamped',
    refuted: ['pagination.opaque.limit-above-maximum-refused'],
    async test(api) {
      const page = await api.post('/workflow/list_session_events', A, { session_id: 'run-01', limit: 100_000 })
      expect(page.body.events.length).toBeGreaterThan(50)
    },
  },
  {
    belief: 'sessions are listed oldest first',
    refuted: ['pagination.record.newest-first'],
    async test(api) {
      const { sessions } = (await api.post('/workflow/list_sessions', A, { org_id: 'acme' })).body
      expect(sessions).toHaveLength(10)
      const aliases = sessions.map(({ alias }: { alias: string }) => alias)
      expect(aliases).toEqual(aliases.toSorted())
    },
  },
  {
    belief: 'sessions are listed with a limit',
    refuted: ['pagination.record.limit-refused'],
    async test(api) {
      expect((await api.get('/orgs/acme', A)).status).toBe(200)
      const { body } = await api.post('/workflow/list_sessions', A, { org_id: 'acme', limit: 10 })
      expect(body.sessions).toHaveLength(10)
    },
  },
  {
    belief: 'the last page has no cursor',
    refuted: ['pagination.opaque.null-means-exhausted'],
    async test(api) {
      const events = { session_id: 'run-01', limit: 50 }
      const { cursor } = (await api.post('/workflow/list_session_events', A, events)).body
      const { body } = await api.post('/workflow/list_session_events', A, { ...events, cursor })
      expect(body.events).toHaveLength(20)
      expect(body).not.toHaveProperty('cursor')
    },
  },
  {
    belief: 'only the user itself reads its record',
    refuted: ['users.get.any-authenticated-caller'],
    async test(api) {
      expect((await api.get('/users/me', BEN)).status).toBe(200)
      expect((await api.get('/users/ada', BEN)).status).toBe(403)
    },
  },
  {
    belief: 'a service account may rename itself',
    refuted: ['users.update.service-account-owner-only'],
    async test(api) {
      expect((await api.patch('/users/build-bot', BOT, { name: 'Builder' })).status).toBe(200)
      expect((await api.get('/users/me', BOT)).body.user.name).toBe('Builder')
    },
  },
  {
    belief: 'the organizations of another user are all listed',
    refuted: ['users.orgs.other-sees-public-only'],
    async test(api) {
      const { orgs } = (await api.get('/users/ben/orgs', A)).body
      expect(orgs.map(({ alias }: { alias: string }) => alias)).toEqual(expect.arrayContaining(['acme', 'ben-lab']))
    },
  },
  {
    belief: 'a key without a role may read',
    refuted: ['api-keys.create.role-required'],
    async test(api) {
      const { body } = await api.post('/api-keys/target/org/acme', A, { description: 'dashboard' })
      expect(body.api_key.role).toBe('read')
    },
  },
  {
    belief: 'the key of an account acts for who minted it',
    refuted: ['api-keys.create.user-target-authenticates-as-target', 'service-accounts.key-authenticates-as-account'],
    missed: 'the sentence about `user_id`, the stored principal, is about fewer endpoints',
    async test(api) {
      const { api_key } = (await api.post('/api-keys/target/user/build-bot', A, { role: 'read' })).body
      expect((await api.get('/users/me', api_key.key)).body.user.alias).toBe('ada')
    },
  },
  {
    belief: 'who reads an organization may leave it',
    refuted: ['members.delete.needs-admin'],
    async test(api) {
      const { members } = (await api.get('/members/target/org/acme', BEN)).body
      const own = members.find(({ user_id }: { user_id: string }) => user_id === starter.user.ben)
      expect((await api.delete(`/members/${own.id}`, BEN)).status).toBe(200)
    },
  },
  {
    belief: 'credentials are listed across organizations',
    refuted: ['credentials.list.answers-credentials-of-target'],
    async test(api) {
      expect((await api.post('/credentials/target/org/acme', A, { name: 'npm', value: 'x' })).status).toBe(200)
      const { credentials } = (await api.get('/credentials/target/org/acme', A)).body
      expect(credentials.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['registry', 'npm']))
    },
  },
  {
    belief: 'the key of an organization outlives it',
    refuted: ['orgs.delete.deletes-everything-in-it'],
    async test(api) {
      expect((await api.get('/users/me', OF_ACME)).status).toBe(200)
      expect((await api.delete(`/orgs/${org.acme}`, A)).status).toBe(200)
      expect((await api.get('/users/me', OF_ACME)).status).toBe(200)
    },
  },
  {
    belief: 'List Revisions clamps its limit',
    refuted: ['pagination.revisions.limit-out-of-range'],
    async test(api) {
      const { body } = await api.get('/blobs/acme/weights/revisions?limit=1000', A)
      expect(body.revisions).toHaveLength(4)
    },
  },
  {
    belief: 'a listing of revisions that is at its end has no cursor',
    refuted: ['revisions.list.null-when-exhausted', 'pagination.opaque.null-means-exhausted'],
    async test(api) {
      const { cursor } = (await api.get('/blobs/acme/weights/revisions?limit=3', A)).body
      const { body } = await api.get(`/blobs/acme/weights/revisions?limit=3&cursor=${cursor}`, A)
      expect(Object.keys(body)).toEqual(['status', 'revisions'])
    },
  },
  {
    belief: 'a bearer token is for the socket alone',
    refuted: ['authentication.bearer-token', 'identifiers.me.bearer-token'],
    async test(api) {
      expect((await api.get('/users/me', A)).status).toBe(200)
      expect((await api.get('/users/me', 'svc-token-ada')).status).toBe(401)
    },
  },
  {
    belief: 'a key of role `read` may do what its user may',
    refuted: ['keys.never-exceeds-role', 'api-keys.create.never-above-role'],
    async test(api) {
      expect((await api.get('/orgs/ada-lab', 'svc-key-ada-read')).status).toBe(200)
      expect((await api.patch('/orgs/ada-lab', 'svc-key-ada-read', { name: 'L' })).status).toBe(200)
    },
  },
  {
    belief: 'the key of an organization lists its keys',
    refuted: ['keys.scope.org-key-admin-scoped-reads-refused'],
    async test(api) {
      expect((await api.get('/orgs/acme', OF_ACME)).status).toBe(200)
      expect((await api.get('/api-keys/target/org/acme', OF_ACME)).status).toBe(200)
    },
  },
  {
    belief: 'a service account stores credentials where it may write',
    refuted: ['perimeter.store-credential'],
    async test(api) {
      const stored = await api.post('/credentials/target/org/acme', BOT, { name: 'npm', value: 'x' })
      expect(stored.body).toMatchObject({ status: 'success', credential: { name: 'npm' } })
    },
  },
  {
    belief: 'an acting token mints keys of the organization',
    refuted: ['api-keys.create.acting-token-org-refused'],
    async test(api) {
      expect((await api.get('/users/me', ACTING)).status).toBe(200)
      expect((await api.post('/api-keys/target/org/acme', ACTING, { role: 'read' })).status).toBe(200)
    },
  },
  {
    belief: 'the events of a session are asked for without its thread items',
    refuted: ['events.list-session-events'],
    async test(api) {
      await api.post('/workflow/put_session_object', A, { session_id: 'run-02', key: 'k', value: {} })
      const { events } = (await api.post('/workflow/list_session_events', A, { session_id: 'run-02' })).body
      expect(events.length).toBeGreaterThan(10)
    },
  },
  {
    belief: 'what one may not change is not found',
    refuted: ['errors.forbidden-is-403'],
    async test(api) {
      expect((await api.get('/orgs/acme', BEN)).status).toBe(200)
      expect((await api.delete('/members/00000000-0000-4000-8000-000000000901', BEN)).status).toBe(404)
    },
  },
  {
    belief: 'any blob type is taken',
    refuted: ['errors.invalid-blob-type'],
    async test(api) {
      const created = await api.post('/blobs/ben-lab', BEN, { alias: 'net', type: 'onnx', name: 'Net' })
      expect(created.body.blob.type).toBe('onnx')
    },
  },
  {
    belief: 'the socket answers the envelope of REST',
    refuted: ['realtime.answers-result-or-error'],
    async test(api) {
      const socket = await api.socket(A)
      socket.send('{"jsonrpc":"2.0","id":1,"method":"workflow.get_session","params":{"session_id":"run-01"}}')
      expect(JSON.parse(await socket.next()).status).toBe('success')
    },
  },
  {
    belief: 'the first version of the API is gone',
    refuted: ['versioning.v1-prefix'],
    missed: 'a service without it answers nothing, which fits nearly any test',
    async test(api) {
      expect((await api.get('/users/me', A)).status).toBe(404)
    },
  },
]
