import { starter } from '../direct.ts'
import { row, type Ask, type Asked, type MarkTable } from './marks.ts'

const onAcme = '/api-keys/target/org/acme'
const mint: Asked = [`ada POST ${onAcme}`, { role: 'read' }]
const mintForUser: Asked = ['ada POST /api-keys/target/user/build-bot', { role: 'read' }]
const noKeys: Asked = { ask: 'ada GET /api-keys/target/blob/notes' }
const listed = `ada GET ${onAcme}`
const credential: Ask['given'] = (emulator) => ({
  credential: emulator.world.credentials.insert({
    name: 'n',
    value: 'v',
    target: 'org',
    target_id: 'acme',
    created_by: 'ada',
  }).id,
})
const botAdmin: Ask['given'] = (emulator) =>
  void emulator.world.members.update(emulator.world.members.list({ role: 'write' })[0]!.id, { role: 'admin' })
const ownToken: Ask['given'] = (emulator) => ({
  own: emulator.world.tokens.insert({ token: 'svc-token-own', user: 'build-bot' }).token,
})
/** As a service account's own token, which is no key. */
const byOwnToken = (ask: string, body?: unknown): Ask => ({
  ask: `none ${ask}`,
  given: ownToken,
  headers: { authorization: 'Bearer svc-token-own' },
  ...(body !== undefined && { body }),
})

/** A field of every key that is answered. */
const ofEachKey = row([mint, listed], [noKeys, [`bot POST ${onAcme}`, { role: 'read' }]])
/** One of the operations that need a human: the account's own key is refused, a human is not, nor does a token of its own show it. */
const perimeter = (operation: string, body?: unknown, given?: Ask['given']) => {
  const ask = (who: string): Ask => ({
    ask: `${who} ${operation}`,
    ...(body !== undefined && { body }),
    ...(given && { given }),
  })
  return row(
    [ask('bot'), { ...ask('bot'), body: { odd: true, visibility: 'odd' } }],
    [ask('ada'), ask('ben'), given === undefined ? byOwnToken(operation, body) : ask('acting')],
  )
}
/** Uses of a service account's own key that work as with a personal key. */
const own = (allowed: Asked, ...others: Asked[]) => row([allowed], others)
const push = (who: string): Asked => ({ ask: `${who} POST /blobs/acme/weights/revisions` })
const pull = (who: string): Ask => ({
  ask: `${who} GET /revisions/$e2/model`,
  given: (emulator) =>
    void emulator.world.models.insert({ revision: starter.revision.failedDelete, data: new Uint8Array(2) }),
})
const plain = { nodes: [{ id: 'a', kind: 'task' }], edges: [] }
const define = (who: string): Asked => [`${who} call workflow.create_definition`, { org_id: 'acme', body: plain }]
const plan = (who: string): Asked => [
  `${who} call scheduler.create_schedule`,
  { org_id: 'acme', definition_id: 'ingest', every_seconds: 60 },
]
const execute = (who: string): Asked => [`${who} call workflow.start_execution`, { definition_id: 'ingest' }]
const createSession = (who: string, alias: string): Asked => [
  `${who} call workflow.create_session`,
  { org_id: 'acme', alias },
]
const taken = createSession('bot', 'run-01')
const createOrg = (who: string, alias: string): Asked => [`${who} POST /orgs`, { name: 'x', alias }]
/** A key that the world was given for ben, and that ada minted. */
const ofAnother = (target: 'org' | 'blob', id: string): Asked => ({
  ask: 'none GET /users/me',
  given: (emulator) =>
    void emulator.world.api_keys.insert({
      key: 'given',
      user: 'ben',
      created_by: 'ada',
      target,
      target_id: id,
      role: 'read',
    }),
  headers: { 'x-api-key': 'given' },
})

export const keysAndAccounts: MarkTable = {
  'api-key.has-id': ofEachKey,
  'api-key.role-in-set': ofEachKey,
  'api-key.target-in-set': ofEachKey,
  'api-key.has-target-id': ofEachKey,
  'api-key.target-target-id-serialized': ofEachKey,
  'api-key.created-by-apart-from-user-id': ofEachKey,
  'api-key.key-prefix': ofEachKey,
  'api-key.created-at-iso-utc': ofEachKey,
  'api-key.user-id-of-user-target': row([mintForUser], [mint, listed]),
  'api-key.user-id-of-org-target': row([mint], [mintForUser, listed]),
  'api-key.user-id-of-blob-target': row(
    [['ada POST /api-keys/target/blob/weights', { role: 'read' }]],
    [mint, mintForUser],
  ),
  'api-key.created-by-is-minting-human': row(
    [mint, ['acting POST /api-keys/target/user/me', { role: 'read' }]],
    [listed],
  ),
  'api-key.secret-only-at-creation': row([listed], [mint, noKeys]),
  'api-keys.create.answers-api-key': row([mint], [[`ada POST ${onAcme}`, {}], listed]),
  'api-keys.create.role-required': row(
    [[`ada POST ${onAcme}`, {}]],
    [
      [`ada POST ${onAcme}`, { role: 'owner' }],
      [`bot POST ${onAcme}`, {}],
    ],
  ),
  'api-keys.create.role-outside-set-refused': row(
    [[`ada POST ${onAcme}`, { role: 'owner' }]],
    [[`ada POST ${onAcme}`, {}], mint],
  ),
  'api-keys.create.target-outside-set-refused': row(
    [['ada POST /api-keys/target/team/acme', { role: 'read' }]],
    [mint, ['ada POST /api-keys/target/org/nothing', { role: 'read' }], 'ada GET /api-keys/target/team/acme'],
  ),
  'api-keys.create.description-accepted': row(
    [[`ada POST ${onAcme}`, { role: 'read', description: 'd' }]],
    [mint, [`ada POST ${onAcme}`, { role: 'read', description: 7 }]],
  ),
  'api-keys.create.description-optional': row(
    [mint],
    [
      [`ada POST ${onAcme}`, { role: 'read', description: 'd' }],
      [`ada POST ${onAcme}`, {}],
    ],
  ),
  'api-keys.create.needs-admin': row(
    [
      [`ben POST ${onAcme}`, { role: 'read' }],
      [`reader POST ${onAcme}`, { role: 'read' }],
    ],
    [mint, [`bot POST ${onAcme}`, { role: 'read' }]],
  ),
  'api-keys.create.needs-human': row(
    [[`bot POST ${onAcme}`, { role: 'read' }], byOwnToken(`POST ${onAcme}`, { role: 'read' })],
    [[`ben POST ${onAcme}`, { role: 'read' }], mint],
  ),
  'api-keys.create.service-account-refused': row(
    [
      [`bot POST ${onAcme}`, { role: 'read' }],
      [`bot POST ${onAcme}`, {}],
      ['bot POST /api-keys/target/blob/nothing', { role: 'read' }],
    ],
    [
      [`ben POST ${onAcme}`, { role: 'read' }],
      byOwnToken(`POST ${onAcme}`, { role: 'read' }),
      ['bot POST /api-keys/target/team/acme', { role: 'read' }],
    ],
  ),
  'api-keys.create.user-target-authenticates-as-target': row(
    ['bot GET /users/me'],
    [mintForUser, 'ben GET /users/me', 'bot GET /users/ada', 'orgkey GET /users/me'],
  ),
  'api-keys.create.org-target-authenticates-as-minter': row(
    ['orgkey GET /users/me', 'orgkey GET /users/ada'],
    [
      mint,
      'orgkey GET /orgs/acme',
      'orgkey GET /users/ben',
      'blobkey GET /users/me',
      'ada GET /users/me',
      ofAnother('org', 'acme'),
    ],
  ),
  'api-keys.create.blob-target-authenticates-as-minter': row(
    ['blobkey GET /users/me'],
    ['blobkey GET /blobs/acme/weights', 'orgkey GET /users/me', 'ada GET /users/me', ofAnother('blob', 'weights')],
  ),
  'api-keys.create.acting-token-org-refused': row(
    [
      [`acting POST ${onAcme}`, { role: 'read' }],
      [`acting POST ${onAcme}`, {}],
    ],
    [
      ['acting POST /api-keys/target/blob/weights', { role: 'read' }],
      [`bot POST ${onAcme}`, { role: 'read' }],
    ],
  ),
  'api-keys.create.acting-token-blob-refused': row(
    [['acting POST /api-keys/target/blob/weights', { role: 'read' }]],
    [[`acting POST ${onAcme}`, { role: 'read' }]],
  ),
  'api-keys.create.acting-token-user-allowed': row(
    [['acting POST /api-keys/target/user/me', { role: 'read' }]],
    [
      mintForUser,
      ['acting POST /api-keys/target/user/ada', { role: 'read' }],
      ['acting POST /api-keys/target/user/me', {}],
    ],
  ),
  'api-keys.create.never-above-role': row(
    [['orgkey PATCH /orgs/acme', { name: 'x' }]],
    [
      [`reader POST ${onAcme}`, { role: 'read' }],
      ['reader PATCH /orgs/acme', { name: 'x' }],
      ['reader PATCH /users/me', { name: 'x' }],
      ['ben PATCH /orgs/acme', { name: 'x' }],
    ],
  ),
  'api-keys.list.answers-keys-of-target': row([listed], [noKeys, `ben GET ${onAcme}`]),
  'api-keys.delete.answers-status-only': row(
    ['ada DELETE /api-keys/00000000-0000-4000-8000-000000000805'],
    ['ada DELETE /api-keys/$a1'],
  ),
  'api-keys.delete.removes-key': row(
    ['ada DELETE /api-keys/00000000-0000-4000-8000-000000000805'],
    ['ada DELETE /api-keys/$a1', 'ben DELETE /api-keys/00000000-0000-4000-8000-000000000805'],
  ),
  'api-keys.delete.needs-admin': row(
    ['ben DELETE /api-keys/00000000-0000-4000-8000-000000000805'],
    ['bot DELETE /api-keys/00000000-0000-4000-8000-000000000805', 'ben DELETE /api-keys/$a1'],
  ),
  'api-keys.delete.needs-human': row(
    ['bot DELETE /api-keys/$a1', byOwnToken('DELETE /api-keys/$a1')],
    ['ben DELETE /api-keys/00000000-0000-4000-8000-000000000805'],
  ),
  'api-keys.delete.service-account-refused': row(
    ['bot DELETE /api-keys/00000000-0000-4000-8000-000000000805', 'bot DELETE /api-keys/$a1'],
    ['ben DELETE /api-keys/00000000-0000-4000-8000-000000000805', byOwnToken('DELETE /api-keys/$a1')],
  ),
  'api-keys.delete.service-account-itself-refused': row(
    ['bot DELETE /api-keys/00000000-0000-4000-8000-000000000804'],
    [
      'bot DELETE /api-keys/00000000-0000-4000-8000-000000000805',
      'ada DELETE /api-keys/00000000-0000-4000-8000-000000000801',
    ],
  ),
  'members.list.answers-members-of-target': row(
    ['ada GET /members/target/org/acme'],
    ['ada GET /members/target/blob/weights', 'ben GET /members/target/org/ada-lab'],
  ),
  'members.delete.takes-member-id': row(
    ['ada DELETE /members/00000000-0000-4000-8000-000000000902'],
    ['ada DELETE /members/$a2', 'ben DELETE /members/00000000-0000-4000-8000-000000000902'],
  ),
  'members.delete.answers-status-only': row(
    ['ada DELETE /members/00000000-0000-4000-8000-000000000902'],
    ['ada DELETE /members/$a2'],
  ),
  'members.delete.needs-admin': row(
    [
      'ben DELETE /members/00000000-0000-4000-8000-000000000902',
      'acting DELETE /members/00000000-0000-4000-8000-000000000902',
    ],
    ['bot DELETE /members/00000000-0000-4000-8000-000000000902', 'ben DELETE /members/$a2'],
  ),
  'members.delete.needs-human': row(
    ['bot DELETE /members/00000000-0000-4000-8000-000000000902', byOwnToken('DELETE /members/$a1')],
    ['ben DELETE /members/00000000-0000-4000-8000-000000000902'],
  ),
  'members.delete.service-account-refused': row(
    [{ ask: 'bot DELETE /members/00000000-0000-4000-8000-000000000902', given: botAdmin }],
    ['ben DELETE /members/00000000-0000-4000-8000-000000000902', byOwnToken('DELETE /members/$a1')],
  ),
  'members.delete.acting-token-admitted': row(
    [{ ask: 'acting DELETE /members/00000000-0000-4000-8000-000000000902', given: botAdmin }],
    [
      'acting DELETE /members/00000000-0000-4000-8000-000000000902',
      'ada DELETE /members/00000000-0000-4000-8000-000000000902',
    ],
  ),
  'credentials.list.answers-credentials-of-target': row(
    [{ ask: 'ada GET /credentials/target/org/acme', given: credential }],
    [
      { ask: 'ada GET /credentials/target/blob/notes', given: credential },
      { ask: 'ben GET /credentials/target/org/acme', given: credential },
    ],
  ),
  'credentials.delete.removes-credential': row(
    [{ ask: 'ada DELETE /credentials/{credential}', given: credential }],
    [{ ask: 'ben DELETE /credentials/{credential}', given: credential }, 'ada DELETE /credentials/$a1'],
  ),
  'credentials.delete.answers-status-only': row(
    [{ ask: 'ada DELETE /credentials/{credential}', given: credential }],
    ['ada DELETE /credentials/$a1'],
  ),
  'orgs.delete.answers-status-only': row(
    ['ada DELETE /orgs/ada-lab'],
    ['ben DELETE /orgs/acme', 'ada DELETE /orgs/nothing'],
  ),
  'orgs.delete.by-uuid': row(['ada DELETE /orgs/$c2'], ['ada DELETE /orgs/ada-lab', 'ben DELETE /orgs/$c1']),
  'orgs.delete.by-alias': row(['ada DELETE /orgs/ada-lab'], ['ada DELETE /orgs/$c2', 'ben DELETE /orgs/acme']),
  'orgs.delete.deletes-everything-in-it': row(
    ['ada DELETE /orgs/ada-lab'],
    [
      { ask: 'ada DELETE /orgs/empty', after: [['ada POST /orgs', { name: 'x', alias: 'empty' }]] },
      'ben DELETE /orgs/acme',
    ],
  ),
  'orgs.blobs.answers-blobs-of-org': row(
    ['ada GET /orgs/acme/blobs'],
    ['ben GET /orgs/ben-lab/blobs', 'ada GET /orgs/nothing/blobs'],
  ),
  'orgs.blobs.filters-by-visibility': row(
    ['ada GET /orgs/acme/blobs?visibility=public'],
    ['ada GET /orgs/acme/blobs', 'ada GET /orgs/ada-lab/blobs?visibility=private'],
  ),
  'authentication.bearer-token': row(
    ['token GET /users/me', 'token GET /users/nobody'],
    ['ada GET /users/me', { ask: 'none GET /users/me', headers: { authorization: 'Bearer svc-token-nobody' } }],
  ),
  'authentication.api-key': row(
    ['ada GET /users/me'],
    [
      'unknown GET /users/me',
      'token GET /users/me',
      { ask: 'ada GET /users/me', given: (emulator) => void emulator.world.users.update('ada', { status: 'retired' }) },
    ],
  ),
  'keys.never-exceeds-role': row(
    [
      ['reader PATCH /users/me', { name: 'x' }],
      [`reader POST ${onAcme}`, { role: 'read' }],
    ],
    [['ben PATCH /orgs/acme', { name: 'x' }], 'reader GET /users/me'],
  ),
  'keys.owner-is-injected-only': row(['ada GET /users/me'], ['ada GET /users/ben', 'ada GET /members/target/org/acme']),
  'keys.scope.user': row(
    ['ada GET /users/me'],
    ['orgkey GET /users/me', 'token GET /users/me', 'unknown GET /users/me'],
  ),
  'keys.scope.org': row(['orgkey GET /users/me'], ['ada GET /users/me', 'blobkey GET /users/me']),
  'keys.scope.blob': row(['blobkey GET /users/me'], ['ada GET /users/me', 'orgkey GET /users/me']),
  'keys.scope.org-key-drives-commands': row(
    [
      ['orgkey call workflow.list_sessions', { org_id: 'acme' }],
      ['orgkey socket workflow.list_sessions', { org_id: 'acme' }],
    ],
    [
      ['orgkey call workflow.list_sessions', { org_id: 'ada-lab' }],
      ['ada call workflow.list_sessions', { org_id: 'acme' }],
    ],
  ),
  'keys.scope.blob-key-drives-commands': row(
    [['blobkey call workflow.list_sessions', { org_id: 'acme' }]],
    [
      ['blobkey call workflow.create_session', { org_id: 'acme' }],
      ['orgkey call workflow.list_sessions', { org_id: 'acme' }],
    ],
  ),
  'keys.scope.org-key-admin-scoped-reads-refused': row(
    ['orgkey GET /users/me/orgs', 'orgkey GET /orgs/acme/limits'],
    ['blobkey GET /users/me/orgs', 'ben GET /orgs/acme/limits', 'orgkey GET /orgs/acme'],
  ),
  'keys.scope.blob-key-admin-scoped-reads-refused': row(
    ['blobkey GET /users/me/orgs'],
    ['orgkey GET /users/me/orgs', 'blobkey GET /orgs/acme'],
  ),
  'service-accounts.type-is-service': row(
    ['ada GET /users/build-bot', 'ada GET /users/target/org/acme'],
    ['ada GET /users/me', 'ben GET /users/target/user/ben'],
  ),
  'service-accounts.key-authenticates-as-account': row(
    ['bot GET /users/me'],
    ['bot GET /orgs/acme', 'bot GET /users/ada', 'acting GET /users/me', 'ada GET /users/me'],
  ),
  'perimeter.store-credential': perimeter('POST /credentials/target/org/acme', { name: 'n', value: 'v' }),
  'perimeter.delete-credential': perimeter('DELETE /credentials/{credential}', undefined, credential),
  'perimeter.grant-membership': perimeter('POST /members/target/org/acme', { user_id: 'ben', role: 'read' }),
  'perimeter.create-account': perimeter('POST /users', { name: 'x', alias: 'x' }),
  'perimeter.retire-account': perimeter('DELETE /users/old-bot'),
  'perimeter.mint-acting-token': perimeter('POST /users/build-bot/acting-token'),
  'perimeter.org-visibility': perimeter('PATCH /orgs/acme', { visibility: 'private' }),
  'perimeter.blob-visibility': perimeter('PATCH /blobs/acme/notes', { visibility: 'public' }),
  'perimeter.create-org-admitted': own(
    createOrg('bot', 'new'),
    createOrg('ada', 'new'),
    createOrg('acting', 'new'),
    createOrg('bot', 'acme'),
    byOwnToken('POST /orgs', { name: 'x', alias: 'new' }),
  ),
  'perimeter.push-admitted': own(push('bot'), push('ada'), ['bot POST /blobs/acme/leaving/revisions', {}]),
  'perimeter.pull-admitted': own(pull('bot'), pull('ada'), 'bot GET /revisions/$e2/model'),
  'perimeter.workflow-deployment-admitted': own(define('bot'), define('ada'), taken),
  'perimeter.scheduler-deployment-admitted': own(plan('bot'), plan('ada'), define('bot')),
  'perimeter.create-session-admitted': own(
    createSession('bot', 'new'),
    createSession('ada', 'new'),
    taken,
    execute('bot'),
  ),
  'perimeter.execute-admitted': own(execute('bot'), execute('ada'), taken),
  'acting-token.carries-human': row(
    [
      ['acting POST /api-keys/target/user/me', { role: 'read' }],
      ['acting POST /users', { name: 'x', alias: 'x' }],
    ],
    [
      'acting GET /users/me',
      ['acting POST /members/target/org/acme', { user_id: 'old-bot', role: 'read' }],
      ['ada POST /users', { name: 'x', alias: 'x' }],
    ],
  ),
}
