/** Test suites whose tests ask an emulator, for the benchmark of `mutate` and for the comparison of its ways. By the names of their files. */
export type Files = Readonly<Record<string, string>>

/** Client as applications have one: pages are walked, refusals are thrown. */
const client = `
export class Refused extends Error {
  constructor(status, { error, message }) {
    super(message)
    Object.assign(this, { status, code: error })
  }
}
export function createClient(fetch, base, key = 'svc-key-ada-admin') {
  const ask = async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Refused(response.status, answer)
    return answer
  }
  const list = async (path, items, body, token = 'last_session_id', pages = 20) => {
    const all = []
    let start = {}
    for (let page = 0; page < pages; page++) {
      const answer = await ask('POST', path, { ...body, ...start })
      all.push(...answer[items])
      if (!answer[token]) break
      start = { [token.replace('last_', 'start_')]: answer[token] }
    }
    return all
  }
  return { ask, list }
}
`

const head = `import { describe, expect, test } from 'svc-emulator/vitest'
import { createClient } from './client.js'
const open = (emulator, key) => createClient(emulator.fetch, '/v1', key)
`

const tests = {
  users: `
test('says who it is', async ({ emulator }) => {
  const { user } = await open(emulator).ask('GET', '/users/me')
  expect(user).toMatchObject({ alias: 'ada', name: 'Ada', role: 'owner' })
})
test('shows another user', async ({ emulator }) => {
  const { user } = await open(emulator).ask('GET', '/users/ben')
  expect(user.alias).toBe('ben')
})
test('renames itself', async ({ emulator }) => {
  const { ask } = open(emulator)
  await ask('PATCH', '/users/me', { name: 'Ada L.' })
  expect((await ask('GET', '/users/me')).user.name).toBe('Ada L.')
})
test('is refused with a wrong key', async ({ emulator }) => {
  await expect(open(emulator, 'wrong').ask('GET', '/users/me')).rejects.toMatchObject({ status: 401 })
})
test('lists its organizations', async ({ emulator }) => {
  const { orgs } = await open(emulator).ask('GET', '/users/me/orgs')
  expect(orgs.length).toBeGreaterThan(0)
})
`,
  orgs: `
test('shows an organization', async ({ emulator }) => {
  const { org } = await open(emulator).ask('GET', '/orgs/acme')
  expect(org).toMatchObject({ alias: 'acme', visibility: 'public' })
})
test('makes one', async ({ emulator }) => {
  const { ask } = open(emulator)
  await ask('POST', '/orgs', { name: 'New', alias: 'new-org', visibility: 'private' })
  expect((await ask('GET', '/orgs/new-org')).org.name).toBe('New')
})
test('is refused an alias that is taken', async ({ emulator }) => {
  await expect(open(emulator).ask('POST', '/orgs', { name: 'A', alias: 'acme' })).rejects.toThrow()
})
test('deletes one', async ({ emulator }) => {
  const { ask } = open(emulator)
  await ask('DELETE', '/orgs/ada-lab')
  await expect(ask('GET', '/orgs/ada-lab')).rejects.toMatchObject({ status: 404 })
})
test('may not delete with a key to write', async ({ emulator }) => {
  await expect(open(emulator, 'svc-key-bot-write').ask('DELETE', '/orgs/acme')).rejects.toMatchObject({ status: 403 })
})
`,
  members: `
test('lists members', async ({ emulator }) => {
  const { members } = await open(emulator).ask('GET', '/members/target/org/acme')
  expect(members).toHaveLength(3)
})
test('adds one', async ({ emulator }) => {
  await open(emulator).ask('POST', '/members/target/org/ada-lab', { user_id: 'ben', role: 'read' })
})
test('mints a key', async ({ emulator }) => {
  const answer = await open(emulator).ask('POST', '/api-keys/target/user/me', { role: 'read', description: 'ci' })
  expect(JSON.stringify(answer)).toContain('read')
})
test('lists keys', async ({ emulator }) => {
  await open(emulator).ask('GET', '/api-keys/target/user/me')
})
test('keeps a credential', async ({ emulator }) => {
  const { ask } = open(emulator)
  await ask('POST', '/credentials/target/org/acme', { name: 'token', value: 'x' })
  expect(JSON.stringify(await ask('GET', '/credentials/target/org/acme'))).toContain('token')
})
`,
  blobs: `
test('lists blobs', async ({ emulator }) => {
  const { blobs } = await open(emulator).ask('GET', '/orgs/acme/blobs')
  expect(blobs.map(({ alias }) => alias)).toContain('weights')
})
test('shows a blob', async ({ emulator }) => {
  const { blob } = await open(emulator).ask('GET', '/blobs/acme/weights')
  expect(blob).toMatchObject({ type: 'onnx', visibility: 'public' })
})
test('walks revisions', async ({ emulator }) => {
  const { ask } = open(emulator)
  const seen = []
  for (let cursor; seen.length < 20; ) {
    const page = await ask('GET', '/blobs/acme/weights/revisions?limit=2' + (cursor ? '&cursor=' + encodeURIComponent(cursor) : ''))
    seen.push(...page.revisions)
    cursor = page.cursor ?? page.next_cursor
    if (!cursor) break
  }
  expect(seen.length).toBeGreaterThan(1)
})
test('makes a revision', async ({ emulator }) => {
  await open(emulator).ask('POST', '/blobs/acme/weights/revisions', { note: 'second try' })
})
test('hides a private blob', async ({ emulator }) => {
  await expect(open(emulator, 'svc-key-weights-read').ask('GET', '/blobs/acme/notes')).rejects.toThrow()
})
`,
  sessions: `
test('walks all sessions', async ({ emulator }) => {
  const all = await open(emulator).list('/workflow/list_sessions', 'sessions', { org_id: 'acme' })
  expect(all).toHaveLength(25)
})
test('shows the newest first', async ({ emulator }) => {
  const [first] = await open(emulator).list('/workflow/list_sessions', 'sessions', { org_id: 'acme' }, 'last_session_id', 1)
  expect(first.alias).toBe('run-25')
})
test('makes a session', async ({ emulator }) => {
  const { ask } = open(emulator)
  await ask('POST', '/workflow/create_session', { org_id: 'acme', alias: 'mine' })
  const [first] = (await ask('POST', '/workflow/list_sessions', { org_id: 'acme' })).sessions
  expect(first.alias).toBe('mine')
})
test('deletes a session', async ({ emulator }) => {
  const { ask, list } = open(emulator)
  const [{ id }] = await list('/workflow/list_sessions', 'sessions', { org_id: 'acme' }, 'last_session_id', 1)
  await ask('POST', '/workflow/delete_session', { session_id: id })
  await expect(ask('POST', '/workflow/get_session', { session_id: id })).rejects.toThrow()
})
test('lists executions', async ({ emulator }) => {
  await open(emulator).list('/workflow/list_executions', 'executions', { org_id: 'acme' }, 'last_execution_id')
})
`,
  definitions: `
test('lists definitions', async ({ emulator }) => {
  const { definitions } = await open(emulator).ask('POST', '/workflow/list_definitions', { org_id: 'acme' })
  expect(definitions.map(({ alias }) => alias).sort()).toEqual(['ingest', 'report'])
})
test('keeps one category', async ({ emulator }) => {
  const { definitions } = await open(emulator).ask('POST', '/workflow/list_definitions', { org_id: 'acme', category: 'bi' })
  expect(definitions).toHaveLength(1)
})
test('lists schedules', async ({ emulator }) => {
  const { schedules } = await open(emulator).ask('POST', '/scheduler/list_schedules', { org_id: 'acme' })
  expect(schedules.length).toBe(10)
})
test('makes a schedule', async ({ emulator }) => {
  const { ask } = open(emulator)
  const { definitions: [{ id }] } = await ask('POST', '/workflow/list_definitions', { org_id: 'acme' })
  await ask('POST', '/scheduler/create_schedule', { org_id: 'acme', alias: 'often', definition_id: id, every_seconds: 60 })
})
test('is refused what it may not see', async ({ emulator }) => {
  await expect(open(emulator).ask('POST', '/workflow/list_definitions', { org_id: 'ben-lab' })).rejects.toThrow()
})
`,
}

/** Thirty tests in six files, each test with a world of its own: some look closely, some hardly at all. */
export const thirtyTests: Files = {
  'client.js': client,
  ...Object.fromEntries(Object.entries(tests).map(([name, text]) => [`${name}.test.js`, head + text])),
}
