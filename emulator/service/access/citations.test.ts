import { describe, expect, it } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'
import type { Emulator } from '../../index.ts'

const secrets: Readonly<Record<string, string>> = {
  ada: 'svc-key-ada-admin',
  reader: 'svc-key-ada-read',
  ben: 'svc-key-ben-admin',
  bot: 'svc-key-bot-write',
  orgkey: 'svc-key-acme-write',
  blobkey: 'svc-key-weights-read',
  token: 'svc-token-ada',
  acting: 'svc-token-ada-as-bot',
  outsider: 'eve',
  owntoken: 'bot-alone',
  short: 'short',
  acted: 'acted',
  oldkey: 'old-key',
  oldtoken: 'old-token',
  evesdraft: 'eve-draft',
  evesweights: 'eve-weights',
}
/** Statements that only the rules of access cite, and texts that are no statement at all. */
const ofAccess =
  /^(?!A-\d+$|[\w-]+\.)|^(A-(9|1[0-6]|56|378|379|380|419)$|authentication\.|keys\.(scope|never)|identifiers\.(uuid|path|alias\.not|me\.before)|acting-token\.carries|api-keys\.create\.never)/

function arrange({ world, clock }: Emulator): void {
  world.users.insert({ alias: 'eve' })
  world.api_keys.insert({ key: 'eve', user: 'eve', target: 'user', target_id: 'eve', role: 'admin' })
  for (const blob of ['draft', 'weights'])
    world.api_keys.insert({ key: `eve-${blob}`, user: 'eve', target: 'blob', target_id: blob, role: 'admin' })
  world.tokens.insert({ token: 'bot-alone', user: 'build-bot' })
  for (const [token, human] of [['short'], ['acted', 'ada']])
    world.tokens.insert({
      token: token!,
      user: 'build-bot',
      expires_at: '2026-01-01T00:00:01.000Z',
      ...(human !== undefined && { human }),
    })
  world.tokens.insert({ token: 'old-token', user: 'old-bot' })
  world.api_keys.insert({ key: 'old-key', user: 'old-bot', target: 'user', target_id: 'old-bot', role: 'read' })
  world.orgs.insert({ alias: '00000000-0000-4000-8000-00000000aaaa', visibility: 'public' })
  clock.advance(1_000)
}

/** Sends a request, as `ada GET /users/me`: the status, what is cited, and the message of a refusal. */
async function asked(
  line: string,
  json?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; cited: string[]; message: string | undefined }> {
  const { api, emulator } = direct()
  arrange(emulator)
  const [who = '', method = '', path = ''] = line.split(' ')
  const secret = secrets[who]
  const token = who.includes('token') || ['acting', 'short', 'acted'].includes(who)
  const as = secret === undefined ? undefined : token ? { bearer: secret } : secret
  const { status, body } = await api.request(method, path, {
    ...(as !== undefined && { as }),
    ...(json && { json }),
    headers,
  })
  const { clauses, assumptions } = emulator.journal.entries().at(-1)!
  return {
    status,
    cited: [...clauses, ...assumptions].filter((id) => ofAccess.test(id)).toSorted(),
    message: body?.message,
  }
}

const key = ['authentication.api-key', 'keys.scope.user']
const orgKey = ['authentication.api-key', 'keys.scope.org']
const blobKey = ['authentication.api-key', 'keys.scope.blob']
const bearer = ['authentication.bearer-token']
const acting = [...bearer, 'A-13']
const byAlias = ['identifiers.path.accepts-alias', 'identifiers.uuid.other-strings-are-aliases']
const byUuid = ['identifiers.path.accepts-uuid', 'identifiers.uuid.canonical-lowercase']
const acme = '00000000-0000-4000-8000-0000000000c1'

describe('what a request shows of access, and nothing else', () => {
  it.each<[string, number, string[]]>([
    ['ada GET /users/me', 200, key],
    ['bot GET /users/me', 200, key],
    ['orgkey GET /users/me', 200, orgKey],
    ['blobkey GET /users/me', 200, blobKey],
    ['token GET /users/me', 200, bearer],
    ['acting GET /users/me', 200, acting],
    ['nobody GET /users/me', 401, []],
    ['short GET /users/me', 401, []],
    ['acted GET /users/me', 401, ['A-419']],
    ['oldkey GET /users/me', 401, ['A-15']],
    ['oldtoken GET /users/me', 401, ['A-15']],
    ['ada GET /orgs/acme', 200, [...key, ...byAlias, 'A-379', 'A-16']],
    [`ada GET /orgs/${acme}`, 200, [...key, ...byUuid, 'A-379', 'A-16']],
    ['ada GET /orgs/nowhere', 404, key],
    ['ada GET /orgs/ben-lab', 404, [...key, 'A-9']],
    ['ada GET /orgs/00000000-0000-4000-8000-00000000AAAA', 404, key],
    ['ada GET /orgs/00000000-0000-4000-8000-00000000aaaa', 404, [...key, 'identifiers.uuid.canonical-lowercase']],
    ['ada GET /orgs/00000000-0000-4000-8000-0000000000C1', 404, [...key, 'identifiers.uuid.other-strings-are-aliases']],
    [
      'ada GET /users/00000000-0000-4000-8000-0000000000A1',
      404,
      [...key, 'identifiers.uuid.other-strings-are-aliases'],
    ],
    ['orgkey GET /orgs/acme', 200, [...orgKey, ...byAlias, 'A-379', 'A-16']],
    ['orgkey GET /orgs/ada-lab', 403, [...orgKey, 'A-11']],
    ['blobkey GET /blobs/acme/weights', 200, [...blobKey, ...byAlias, 'A-379']],
    ['blobkey GET /blobs/acme/notes', 403, [...blobKey, 'A-11']],
    ['blobkey GET /orgs/acme', 403, [...blobKey, 'A-11']],
    ['ben GET /blobs/ada-lab/nothing', 404, [...key, 'A-9']],
    ['ada GET /users/ben', 200, [...key, ...byAlias]],
    ['ada GET /users/nobody', 404, key],
    ['ben GET /users/ada/limits', 403, key],
    ['ben GET /users/me/limits', 200, [...key, 'identifiers.me.before-authorization']],
    ['ben GET /users/ben/limits', 200, [...key, ...byAlias]],
    ['orgkey GET /users/me/orgs', 403, [...orgKey, 'keys.scope.org-key-admin-scoped-reads-refused']],
    ['blobkey GET /users/me/orgs', 403, [...blobKey, 'keys.scope.blob-key-admin-scoped-reads-refused']],
    ['orgkey GET /orgs/nowhere/limits', 403, [...orgKey, 'keys.scope.org-key-admin-scoped-reads-refused', 'A-12']],
    ['ben GET /api-keys/target/org/acme', 403, [...key, 'A-379']],
    ['reader GET /api-keys/target/org/acme', 403, [...key, 'keys.never-exceeds-role', 'A-379']],
    ['reader GET /api-keys/target/user/ada', 403, [...key, 'keys.never-exceeds-role', 'A-379']],
    ['ada GET /api-keys/target/org/acme', 200, [...key, ...byAlias, 'A-379']],
    ['acting GET /api-keys/target/user/build-bot', 200, [...acting, ...byAlias, 'A-379']],
    ['acting GET /api-keys/target/user/ada', 403, [...acting, 'A-379']],
    ['bot DELETE /users/build-bot', 403, key],
    ['ben GET /members/target/org/acme', 200, [...key, ...byAlias, 'A-379']],
    ['outsider GET /members/target/org/acme', 403, [...key, 'A-10', 'A-380']],
    ['ada GET /users/00000000-0000-4000-8000-0000000000a1', 200, [...key, ...byUuid]],
    ['ada GET /api-keys/target/user/ben', 403, [...key, 'A-379']],
    ['owntoken DELETE /users/build-bot', 403, bearer],
    ['blobkey GET /blobs/acme/nothing', 404, blobKey],
    ['outsider GET /orgs/acme', 200, [...key, ...byAlias, 'A-10', 'A-16']],
    // The scope does not tell that there is a private organization.
    ['orgkey GET /orgs/ben-lab', 404, [...orgKey, 'A-9']],
    ['orgkey GET /orgs/nothing', 404, orgKey],
  ])('%s answers %i', async (line, status, statements) => {
    expect(await asked(line)).toMatchObject({ status, cited: statements.toSorted() })
  })

  const drives = ['identifiers.uuid.other-strings-are-aliases', 'A-379']
  it.each<[string, string, number, string[]]>([
    ['ada', 'acme', 200, [...key, ...drives]],
    ['ada', acme, 200, [...key, 'identifiers.uuid.canonical-lowercase', ...drives.slice(1)]],
    ['ada', 'nowhere', 404, key],
    ['ada', 'ben-lab', 404, [...key, 'A-9']],
    ['orgkey', 'acme', 200, [...orgKey, ...drives, 'keys.scope.org-key-drives-commands', 'A-11']],
    ['orgkey', 'ada-lab', 403, [...orgKey, 'A-11']],
    ['blobkey', 'acme', 200, [...blobKey, ...drives, 'keys.scope.blob-key-drives-commands', 'A-11']],
    ['blobkey', 'ada-lab', 403, [...blobKey, 'A-11']],
    ['outsider', 'acme', 403, [...key, 'A-10', 'A-380']],
    ['evesweights', 'acme', 403, [...blobKey, 'A-10', 'A-380']],
    ['evesdraft', 'ada-lab', 404, [...blobKey, 'A-9']],
  ])('a command of %s on %s answers %i', async (who, org, status, statements) => {
    expect(await asked(`${who} POST /workflow/list_sessions`, { org_id: org })).toMatchObject({
      status,
      cited: statements.toSorted(),
    })
  })

  it('a token beside a key shows that the token decides', async () => {
    expect(await asked('token GET /users/me', undefined, { 'x-api-key': 'svc-key-ada-admin' })).toMatchObject({
      status: 200,
      cited: ['A-56', ...bearer],
    })
    expect(
      await asked('nobody GET /users/me', undefined, {
        authorization: 'Bearer nobody',
        'x-api-key': 'svc-key-ada-admin',
      }),
    ).toMatchObject({ status: 401, cited: ['A-56'] })
  })

  it('an acting token mints for its account, and neither for its human nor for another account of it', async () => {
    const carries = [...acting, 'acting-token.carries-human']
    expect(await asked('acting POST /api-keys/target/user/build-bot', { role: 'read' })).toMatchObject({
      status: 200,
      cited: [...carries, ...byAlias].toSorted(),
    })
    expect(await asked('acting POST /api-keys/target/user/ada', { role: 'read' })).toMatchObject({
      status: 403,
      cited: ['A-13', ...bearer].toSorted(),
    })
  })
})

it('what a human asks for itself shows nothing of acting', async () => {
  expect(await asked('ada POST /api-keys/target/user/build-bot', { role: 'read' })).toMatchObject({
    status: 200,
    cited: [...key, ...byAlias, 'A-379'].toSorted(),
  })
  expect(await asked('ben POST /api-keys/target/org/acme', { role: 'read' })).toMatchObject({
    status: 403,
    cited: expect.not.arrayContaining(['A-13']),
  })
})

it('a command over a socket shows nothing of how the socket was opened', async () => {
  const { api, emulator } = direct()
  const socket = await api.socket(secrets['ada'])
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'acme' } }))
  await socket.next()
  const entries = emulator.journal.entries()
  expect(entries.flatMap(({ clauses }) => clauses).filter((id) => id.startsWith('authentication.'))).toEqual([])
})

describe('a refusal says', () => {
  it.each<[string, string, object | undefined, string]>([
    [
      'who may see members',
      'outsider GET /members/target/org/acme',
      undefined,
      "Only those with a role on organization 'acme' may see its members; that it is public is not enough.",
    ],
    [
      'that a public organization gives no role',
      'outsider POST /workflow/list_sessions',
      { org_id: 'acme' },
      "This needs a role on organization 'acme'; that it is public is not enough.",
    ],
    [
      'that an own token is no human',
      'owntoken DELETE /users/build-bot',
      undefined,
      "This needs a human behind the request; 'build-bot' is a service account using its own token. An acting token is the route for automation.",
    ],
    [
      'that a user is not there, as users are not hidden',
      'ada GET /users/nobody',
      undefined,
      "There is no user 'nobody'.",
    ],
    [
      'what a blob key cannot',
      'blobkey GET /users/me/orgs',
      undefined,
      'A key scoped to a blob cannot list the organizations of a user.',
    ],
    [
      'that the organization is hidden, whatever is named below it',
      'ben GET /blobs/ada-lab/nothing',
      undefined,
      "There is no organization 'ada-lab', or this caller cannot see it.",
    ],
    [
      'that a blob is not there or hidden',
      'ada GET /blobs/acme/nothing',
      undefined,
      "There is no blob 'nothing', or this caller cannot see it.",
    ],
    [
      'that an organization is not there or hidden',
      'ada POST /workflow/list_sessions',
      { org_id: 'ben-lab' },
      "There is no organization 'ben-lab', or this caller cannot see it.",
    ],
  ])('%s', async (_, line, json, message) => {
    expect(await asked(line, json)).toMatchObject({ message })
  })
})
