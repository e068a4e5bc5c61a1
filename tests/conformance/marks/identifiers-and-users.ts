import { row, type Ask, type Asked, type MarkTable } from './marks.ts'

const uuid = '12345678-1234-4234-8234-123456789abc'
const plain = { nodes: [{ id: 'a', kind: 'task' }], edges: [] }

/** Setting an alias, refused where it has the shape of a UUID and taken where it has not. */
function aliasSet(ask: string, body: object): [Asked[], Asked[]] {
  return [
    [[ask, { ...body, alias: uuid }]],
    [
      [ask, { ...body, alias: 'plain' }],
      [ask, { ...body, alias: uuid.toUpperCase() }],
    ],
  ]
}

const named = (noun: string, command: string, alias: string): Partial<Record<string, ReturnType<typeof row>>> => {
  const byId: Ask = {
    ask: `ada call ${command}`,
    body: { [`${noun}_id`]: '{id}' },
    after: [{ ask: `ada call ${command}`, body: { [`${noun}_id`]: alias }, save: { id: (answer) => answer[noun].id } }],
  }
  const byAlias: Asked = [`ada call ${command}`, { [`${noun}_id`]: alias }]
  return {
    [`identifiers.${noun}.by-id`]: row([byId], [byAlias, [`ada call ${command}`, { [`${noun}_id`]: uuid }]]),
    [`identifiers.${noun}.by-alias`]: row(
      [byAlias],
      [byId, [`ada call ${command}`, { [`${noun}_id`]: 'nothing-here' }]],
    ),
  }
}

const withStoredAlias: Ask = {
  ask: 'ada GET /users/{id}',
  given: (emulator) => ({ id: emulator.world.users.insert({ alias: uuid }).id }),
}
const readKeyPatch: Asked = ['reader PATCH /users/me', { name: 'x' }]

export const identifiersAndUsers: MarkTable = {
  'service.json-bodies': row(
    [['ada POST /orgs', { name: 'x' }]],
    ['ada GET /users/me', { ask: 'ada POST /orgs', body: { nmae: 'x' } }, 'ada DELETE /orgs/ada-lab'],
  ),
  'service.json-answers': row(
    ['ada GET /users/me', 'ada GET /users/nobody'],
    [{ ask: 'ada OPTIONS /users/me' }, 'ada HEAD /users/me', 'ada HEAD /users/nobody'],
  ),
  'service.revision-belongs-to-blob': row(
    ['ada GET /revisions/$e1', 'ada GET /blobs/acme/weights/revisions'],
    ['ada GET /revisions/$a1', 'ada GET /blobs/acme/notes/revisions'],
  ),
  'service.member-is-membership-on-target': row(
    ['ada GET /members/target/org/acme'],
    ['ada GET /members/target/blob/weights', 'ben GET /members/target/org/ada-lab'],
  ),
  'service.long-running-work-is-an-operation': row(
    [
      {
        ask: 'ada GET /operations/{id}',
        after: [{ ask: 'ada DELETE /blobs/acme/notes', save: { id: (answer) => answer.operation.id } }],
      },
    ],
    ['ada DELETE /blobs/acme/notes', 'ada GET /operations/$a1'],
  ),
  'service.realtime-carries-workflow': row(
    [['ada socket workflow.list_sessions', { org_id: 'acme' }]],
    [
      ['ada call workflow.list_sessions', { org_id: 'acme' }],
      ['ada socket workflow.list_sessions', {}],
    ],
  ),
  'service.realtime-carries-scheduler': row(
    [['ada socket scheduler.list_schedules', { org_id: 'acme' }]],
    [
      ['ada call scheduler.list_schedules', { org_id: 'acme' }],
      ['ada socket scheduler.list_schedules', {}],
    ],
  ),
  'identifiers.path.accepts-uuid': row(
    ['ada GET /orgs/$c1', 'ada GET /users/$a2'],
    [
      'ada GET /orgs/acme',
      'ada GET /orgs/$a1',
      'ada GET /orgs/$c3',
      'ada GET /users/me',
      'ada GET /users/target/user/me',
      ['ada call workflow.list_sessions', { org_id: '00000000-0000-4000-8000-0000000000c1' }],
    ],
  ),
  'identifiers.path.accepts-alias': row(
    ['ada GET /orgs/acme', 'ada GET /users/ben'],
    [
      'ada GET /orgs/$c1',
      'ada GET /users/nobody',
      'ada GET /orgs/ben-lab',
      ['ada PATCH /users/ben', { name: 'x' }],
      'ada GET /users/me',
      'ada GET /users/target/user/me',
      ['ada call workflow.list_sessions', { org_id: 'acme' }],
      ['ada socket workflow.list_sessions', { org_id: 'acme' }],
      ['ada POST /members/target/org/$c2', { user_id: 'ben', role: 'read' }],
    ],
  ),
  'identifiers.alias.globally-unique': row(
    [
      ['ada POST /orgs', { name: 'x', alias: 'acme' }],
      ['ada POST /orgs', { name: 'x', alias: 'weights' }],
      ['ada call workflow.create_session', { org_id: 'acme', alias: 'run-01' }],
    ],
    [
      ['ada POST /orgs', { name: 'x', alias: 'free' }],
      ['ada PATCH /users/me', { alias: 'ada' }],
      ['ada call workflow.create_session', { org_id: 'acme', alias: 'acme' }],
    ],
  ),
  'identifiers.uuid.canonical-lowercase': row(
    ['ada GET /orgs/$c1', { ...withStoredAlias, ask: `ada GET /users/${uuid}` }],
    ['ada GET /orgs/acme', `ada GET /users/${uuid}`, 'ada GET /users/me', 'ada GET /api-keys/target/user/me'],
  ),
  'identifiers.uuid.other-strings-are-aliases': row(
    ['ada GET /orgs/acme', 'ada GET /orgs/00000000-0000-4000-8000-0000000000C1'],
    [
      'ada GET /orgs/$c1',
      'ada GET /orgs/00000000-0000-4000-8000-0000000000CF',
      'ada GET /users/nobody',
      'ada GET /users/me',
    ],
  ),
  'identifiers.alias.user-uuid-shape-refused': row(...aliasSet('ada POST /users', { name: 'x' })),
  'identifiers.alias.org-uuid-shape-refused': row(...aliasSet('ada POST /orgs', { name: 'x' })),
  'identifiers.alias.blob-uuid-shape-refused': row(...aliasSet('ada POST /blobs/acme', { type: 'text' })),
  'identifiers.alias.user-rename-uuid-shape-refused': row(...aliasSet('ada PATCH /users/me', {})),
  'identifiers.alias.org-rename-uuid-shape-refused': row(...aliasSet('ada PATCH /orgs/acme', {})),
  'identifiers.alias.blob-rename-uuid-shape-refused': row(...aliasSet('ada PATCH /blobs/acme/notes', {})),
  'identifiers.session.uuid-shape-refused': row(...aliasSet('ada call workflow.create_session', { org_id: 'acme' })),
  'identifiers.definition.uuid-shape-refused': row(
    ...aliasSet('ada call workflow.create_definition', { org_id: 'acme', body: plain }),
  ),
  'identifiers.schedule.uuid-shape-refused': row(
    ...aliasSet('ada call scheduler.create_schedule', { org_id: 'acme', definition_id: 'ingest', every_seconds: 60 }),
  ),
  'identifiers.alias.not-checked-on-reads': row([withStoredAlias], ['ada GET /users/ada', `ada GET /users/${uuid}`]),
  ...named('session', 'workflow.get_session', 'run-01'),
  ...named('definition', 'workflow.get_definition', 'ingest'),
  ...named('schedule', 'scheduler.get_schedule', 'every-01'),
  'identifiers.me.resolves-to-caller': row(
    ['ada GET /users/me', 'acting GET /users/me/limits'],
    ['ada GET /users/ada', readKeyPatch, 'ada GET /api-keys/target/user/me', 'unknown GET /users/me'],
  ),
  'identifiers.me.before-authorization': row(
    ['ada GET /users/me/limits', ['ada PATCH /users/me', { name: 'x' }]],
    ['ada GET /users/me', 'ada GET /users/ada/limits', readKeyPatch, 'orgkey GET /users/me/limits'],
  ),
  'identifiers.me.bearer-token': row(
    ['token GET /users/me', 'acting GET /users/me'],
    ['ada GET /users/me', 'token GET /users/ada'],
  ),
  'identifiers.me.api-key': row(
    ['ada GET /users/me', 'bot GET /users/me'],
    ['token GET /users/me', 'ada GET /users/ada', 'orgkey GET /users/me/orgs'],
  ),
  'user.id-is-uuid': row(['ada GET /users/ben'], ['ada GET /users/nobody', 'ben GET /users/target/user/ben']),
  'user.has-name': row(
    ['ada GET /users/ben', ['ada PATCH /users/me', { name: 'x' }]],
    ['ada GET /users/nobody', readKeyPatch],
  ),
  'user.has-alias': row(['ada GET /users/ben'], ['ada GET /orgs/acme', 'ben GET /users/target/user/ben']),
  'user.type-always-present': row(['ada GET /users/target/org/acme'], ['ben GET /users/target/user/ben']),
  'user.status-always-present': row(['ada GET /users/old-bot'], ['ada GET /users/nobody']),
  'user.role-owner-for-self': row(
    ['ada GET /users/me', 'ada GET /users/target/org/acme'],
    ['ada HEAD /users/me', 'ada GET /users/ben', 'ada GET /users/build-bot'],
  ),
  'user.role-read-for-other': row(['ada GET /users/ben', 'ada GET /users/build-bot'], ['ada GET /users/me']),
  'user.role-never-stored': row(['ada GET /users/ben'], ['ada GET /users/nobody', 'ada GET /orgs/acme']),
  'user.retire.removes-memberships': row(
    ['ada DELETE /users/build-bot'],
    [
      { ask: 'ada DELETE /users/idle', after: [['ada POST /users', { name: 'x', alias: 'idle' }]] },
      'ada DELETE /users/old-bot',
      'ben DELETE /users/build-bot',
    ],
  ),
  'users.get.answers-user': row(
    ['ada GET /users/me'],
    ['ada HEAD /users/me', 'ada GET /users/nobody', 'ada GET /users/target/org/acme'],
  ),
  'users.get.any-authenticated-caller': row(
    ['ben GET /users/ada', 'blobkey GET /users/ben'],
    ['ada GET /users/me', 'none GET /users/ada', 'ben GET /users/nobody'],
  ),
  'users.get.no-redaction': row(['ben GET /users/ada'], ['ada GET /users/me', 'ada GET /users/ada']),
  'users.update.self': row(
    [['ada PATCH /users/me', { name: 'x' }]],
    [
      readKeyPatch,
      ['ada PATCH /users/me', { alias: 'ben' }],
      ['ada PATCH /users/build-bot', { name: 'x' }],
      ['ben PATCH /users/ada', { name: 'x' }],
    ],
  ),
  'users.update.service-account-owner': row(
    [['ada PATCH /users/build-bot', { name: 'x' }]],
    [
      ['reader PATCH /users/build-bot', { name: 'x' }],
      ['ada PATCH /users/old-bot', { name: 'x' }],
      ['acting PATCH /users/me', { name: 'x' }],
    ],
  ),
  'users.update.service-account-owner-only': row(
    [['bot PATCH /users/me', { name: 'x' }]],
    [
      ['ben PATCH /users/build-bot', { name: 'x' }],
      ['ada PATCH /users/build-bot', { name: 'x' }],
    ],
  ),
  'users.update.others-refused': row(
    [
      ['ben PATCH /users/ada', { name: 'x' }],
      ['ben PATCH /users/build-bot', { name: 'x' }],
    ],
    [['bot PATCH /users/me', { name: 'x' }], readKeyPatch],
  ),
  'users.orgs.self-sees-public': row(
    ['ada GET /users/me/orgs'],
    [
      'ada GET /users/ben/orgs',
      {
        ask: 'ben GET /users/me/orgs',
        given: (emulator) => void emulator.world.orgs.update('acme', { visibility: 'private' }),
      },
    ],
  ),
  'users.orgs.self-sees-private': row(
    ['ada GET /users/me/orgs'],
    ['ben GET /users/ada/orgs', 'bot GET /users/me/orgs'],
  ),
  'users.orgs.other-sees-public-only': row(
    ['ben GET /users/ada/orgs'],
    ['ada GET /users/build-bot/orgs', 'ada GET /users/me/orgs'],
  ),
  'users.limits.self': row(
    ['ada GET /users/me/limits', 'ada GET /users/ada/limits'],
    ['ben GET /users/ada/limits', 'orgkey GET /users/me/limits'],
  ),
  'users.limits.other-refused': row(
    ['ben GET /users/ada/limits', 'ada GET /users/nobody/limits'],
    ['ada GET /users/me/limits', 'orgkey GET /users/me/limits', 'unknown GET /users/ada/limits'],
  ),
}
