import { expect } from 'vitest'
import type { Emulator } from '../../emulator/index.ts'
import { starter } from './direct.ts'
import type { Case } from './suite.ts'
import type { Api, Reply, RequestOptions } from './api.ts'

const A = 'svc-key-ada-admin'
type As = NonNullable<RequestOptions['as']>

/** Gives the account every role: admin of organization and blob, with a key and a token of its own. */
function promote({ world }: Emulator): void {
  for (const [target, id] of [
    ['org', 'acme'],
    ['blob', 'weights'],
  ] as const)
    world.members.insert({ user: 'build-bot', target, target_id: id, role: 'admin' })
  world.api_keys.insert({
    key: 'svc-key-bot-admin',
    role: 'admin',
    target: 'user',
    target_id: 'build-bot',
    created_by: 'ada',
  })
  world.api_keys.insert({
    key: 'svc-key-bot-acme',
    role: 'admin',
    target: 'org',
    target_id: 'acme',
    user: 'build-bot',
    created_by: 'ada',
  })
  world.tokens.insert({ token: 'svc-token-bot', user: 'build-bot' })
}

interface Operation {
  readonly name: string
  /** True if an acting token of the promoted account is admitted; minting for an organization is not (400), and a given status is that of a refusal. */
  readonly acting: boolean | 403
  call(api: Api, as: As, emulator: Emulator): Promise<Reply>
}

const keyId = ({ world }: Emulator) => world.api_keys.list({ key: 'svc-key-acme-write' })[0]!.id
const memberId = ({ world }: Emulator) =>
  world.members.list({ user_id: starter.user.ben, target_id: starter.org.acme })[0]!.id
const credentialId = ({ world }: Emulator) =>
  (
    world.credentials.list({ target_id: starter.org.acme })[0] ??
    world.credentials.insert({ name: 'x', value: 'v', target: 'org', target_id: 'acme', created_by: 'ada' })
  ).id

/** The ten operations that need a human behind the request, retiring last. */
const reserved: readonly Operation[] = [
  {
    name: 'minting an API key',
    acting: true,
    call: (api, as) => api.post('/api-keys/target/user/build-bot', as, { role: 'read' }),
  },
  {
    name: 'minting an API key for an organization',
    acting: false,
    call: (api, as) => api.post('/api-keys/target/org/acme', as, { role: 'read' }),
  },
  {
    name: 'storing a credential',
    acting: true,
    call: (api, as) => api.post('/credentials/target/org/acme', as, { name: 'x', value: 'v' }),
  },
  {
    name: 'deleting a credential',
    acting: true,
    call: (api, as, emulator) => api.delete(`/credentials/${credentialId(emulator)}`, as),
  },
  {
    name: 'granting a membership',
    acting: true,
    call: (api, as) => api.post('/members/target/blob/notes', as, { user_id: 'ben', role: 'read' }),
  },
  {
    name: 'revoking a membership',
    acting: true,
    call: (api, as, emulator) => api.delete(`/members/${memberId(emulator)}`, as),
  },
  { name: 'creating an account', acting: true, call: (api, as) => api.post('/users', as, { name: 'x', alias: 'x' }) },
  // It is a human that is needed, and an acting token must not renew itself.
  { name: 'minting an acting token', acting: 403, call: (api, as) => api.post('/users/build-bot/acting-token', as) },
  {
    name: 'changing the visibility of an organization',
    acting: true,
    call: (api, as) => api.patch('/orgs/acme', as, { visibility: 'private' }),
  },
  {
    name: 'changing the visibility of a blob',
    acting: true,
    call: (api, as) => api.patch('/blobs/acme/weights', as, { visibility: 'private' }),
  },
  {
    name: 'revoking an API key',
    acting: true,
    call: (api, as, emulator) => api.delete(`/api-keys/${keyId(emulator)}`, as),
  },
  { name: 'retiring an account', acting: true, call: (api, as) => api.delete('/users/build-bot', as) },
]

const adminScopedReads = (kind: 'org' | 'blob', id: string) => [
  '/users/me/orgs',
  '/users/me/limits',
  '/orgs/acme/limits',
  `/api-keys/target/${kind}/${id}`,
  `/credentials/target/${kind}/${id}`,
]

export const access: readonly Case[] = [
  {
    name: 'both schemes work on every endpoint that takes me',
    clauses: [
      'authentication.bearer-token',
      'authentication.api-key',
      'identifiers.me.bearer-token',
      'identifiers.me.api-key',
      'identifiers.me.resolves-to-caller',
    ],
    async run(api) {
      for (const as of [A, 'svc-token-ada']) {
        for (const path of [
          '/users/me',
          '/users/me/orgs',
          '/users/me/limits',
          '/users/target/user/me',
          '/api-keys/target/user/me',
          '/credentials/target/user/me',
        ]) {
          expect((await api.get(path, as)).status, `${path}`).toBe(200)
        }
        expect((await api.patch('/users/me', as, { name: 'Ada' })).body.user.alias).toBe('ada')
      }
    },
  },
  {
    name: 'credentials that are missing, wrong or under the other scheme are refused with 401',
    clauses: ['envelope.failure-has-error-and-message'],
    assumptions: ['A-392'],
    async run(api) {
      const wrong: Record<string, string>[] = [
        {},
        { 'x-api-key': 'svc-key-nobody' },
        { 'x-api-key': '' },
        { authorization: 'Bearer svc-token-nobody' },
        { authorization: 'Bearer' },
        { authorization: 'Basic YWRhOmFkYQ==' },
        { authorization: 'svc-token-ada' },
        { 'x-api-key': 'svc-token-ada' },
        { authorization: `Bearer ${A}` },
        { authorization: 'Bearer svc-token-ada svc-token-ben' },
      ]
      for (const headers of wrong) {
        const { status, body } = await api.request('GET', '/users/me', { headers })
        expect([status, body.error], `${JSON.stringify(headers)}`).toEqual([401, 'unauthenticated'])
      }
      expect(
        (await api.request('GET', '/users/me', { headers: { authorization: 'bearer svc-token-ada' } })).status,
      ).toBe(200)
    },
  },
  {
    name: 'with both credentials, Authorization decides',
    clauses: [],
    assumptions: ['A-56'],
    async run(api) {
      const both = (authorization: string) =>
        api.request('GET', '/users/me', { headers: { authorization, 'x-api-key': A } })
      expect((await both('Bearer svc-token-ben')).body.user.alias).toBe('ben')
      expect((await both('Bearer svc-token-nobody')).status).toBe(401)
    },
  },
  {
    name: 'keys are scoped to a user, an organization or a blob, and reach nothing beyond',
    clauses: ['keys.scope.user', 'keys.scope.org', 'keys.scope.blob'],
    assumptions: ['A-11'],
    async run(api) {
      const reach = async (as: string) =>
        Promise.all(
          [
            '/orgs/acme',
            '/orgs/ada-lab',
            '/blobs/acme/weights',
            '/blobs/acme/notes',
            '/blobs/ada-lab/draft',
            '/users/me',
          ].map(async (path) => (await api.get(path, as)).status),
        )
      expect(await reach(A)).toEqual([200, 200, 200, 200, 200, 200])
      expect(await reach('svc-key-acme-write')).toEqual([200, 403, 200, 200, 403, 200])
      expect(await reach('svc-key-weights-read')).toEqual([403, 403, 200, 403, 403, 200])
    },
  },
  {
    name: 'admin-scoped reads are refused to keys scoped to an organization or a blob',
    clauses: [
      'keys.scope.org-key-admin-scoped-reads-refused',
      'keys.scope.blob-key-admin-scoped-reads-refused',
      'errors.forbidden-is-403',
    ],
    assumptions: ['A-12'],
    async run(api, emulator) {
      emulator.world.api_keys.insert({
        key: 'svc-key-acme-admin',
        role: 'admin',
        target: 'org',
        target_id: 'acme',
        created_by: 'ada',
      })
      emulator.world.api_keys.insert({
        key: 'svc-key-weights-admin',
        role: 'admin',
        target: 'blob',
        target_id: 'weights',
        created_by: 'ada',
      })
      for (const [as, paths] of [
        ['svc-key-acme-admin', adminScopedReads('org', 'acme')],
        ['svc-key-weights-admin', adminScopedReads('blob', 'weights')],
      ] as const) {
        for (const path of paths) {
          const { status, body } = await api.get(path, as)
          expect([status, body.error], `${path}`).toEqual([403, 'forbidden'])
        }
        expect((await api.get('/users/me', as)).status).toBe(200)
      }
      for (const path of adminScopedReads('org', 'acme')) expect((await api.get(path, A)).status, `${path}`).toBe(200)
    },
  },
  {
    name: 'ten operations need a human: the own key of a service account gets 403 from each, whatever role it holds',
    clauses: [
      'api-keys.create.service-account-refused',
      'api-keys.delete.service-account-refused',
      'perimeter.store-credential',
      'perimeter.delete-credential',
      'perimeter.grant-membership',
      'members.delete.service-account-refused',
      'perimeter.create-account',
      'perimeter.retire-account',
      'perimeter.mint-acting-token',
      'perimeter.org-visibility',
      'perimeter.blob-visibility',
    ],
    async run(api, emulator) {
      promote(emulator)
      for (const as of ['svc-key-bot-write', 'svc-key-bot-admin', 'svc-key-bot-acme', 'svc-token-bot'] as const) {
        for (const { name, call } of reserved) {
          const { status, body } = await call(api, as, emulator)
          expect([status, body.error], `${name} as ${as}`).toEqual([403, 'forbidden'])
        }
      }
    },
  },
  {
    name: 'an acting token carries the human behind it and passes each of them, but for minting at organizations and blobs, and for minting another one',
    clauses: [
      'acting-token.carries-human',
      'api-keys.create.acting-token-org-refused',
      'members.delete.acting-token-admitted',
    ],
    async run(api, emulator) {
      promote(emulator)
      for (const { name, acting, call } of reserved) {
        const { status } = await call(api, 'svc-token-ada-as-bot', emulator)
        expect(status, `${name}`).toBe(acting === true ? 200 : acting || 400)
      }
    },
  },
  {
    name: 'a minted acting token acts as the account, with the human behind it, until it expires',
    clauses: ['acting-token.carries-human', 'authentication.bearer-token'],
    assumptions: ['A-13', 'A-14', 'A-419'],
    async run(api, emulator) {
      const { token, expires_at: expiry } = (await api.post('/users/build-bot/acting-token', A)).body
      const as = { bearer: token }
      expect(expiry).toMatch(/^2026-01-01T01:00/)
      expect((await api.get('/users/me', as)).body.user.alias).toBe('build-bot')
      expect((await api.post('/users', as, { name: 'Next', alias: 'next' })).body.user.owner_user_id).toBe(
        starter.user.ada,
      )
      emulator.clock.advance('1h')
      expect((await api.get('/users/me', as)).status).toBe(401)
    },
  },
  {
    name: 'other product work runs under the own key of a service account as under a personal one',
    clauses: ['perimeter.push-admitted', 'perimeter.create-org-admitted'],
    async run(api) {
      expect((await api.post('/orgs', 'svc-key-bot-write', { name: 'Bots', alias: 'bots' })).status).toBe(200)
      expect((await api.get('/orgs/bots', 'svc-key-bot-write')).body.org).toMatchObject({ name: 'Bots' })
      expect((await api.post('/blobs/acme', 'svc-key-bot-write', { alias: 'pushed', type: 'text' })).status).toBe(200)
      expect((await api.post('/blobs/acme/weights/revisions', 'svc-key-bot-write')).status).toBe(200)
      expect((await api.get('/blobs/acme/weights/revisions', 'svc-key-bot-write')).status).toBe(200)
      expect((await api.patch('/blobs/acme/weights', 'svc-key-bot-write', { name: 'W' })).status).toBe(200)
    },
  },
]
