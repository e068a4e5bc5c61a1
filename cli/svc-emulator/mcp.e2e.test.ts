import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

const clients: Client[] = []
const servers: RunningServer[] = []
afterAll(async () => {
  for (const client of clients.splice(0)) await client.close()
  for (const server of servers.splice(0)) await server.close()
})

interface Agent {
  readonly client: Client
  /** Calls a tool; resolves to its JSON, or the text of its refusal. */
  // oxlint-disable-next-line typescript/no-explicit-any
  use(name: string, input?: Record<string, unknown>): Promise<any>
}

async function agent(...args: string[]): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['dist/cli/svc-emulator.js', 'mcp', ...args],
      stderr: 'pipe',
    }),
  )
  clients.push(client)
  return {
    client,
    async use(name, input = {}) {
      const { content, isError } = await client.callTool({ name, arguments: input })
      const [{ text }] = content as [{ text: string }]
      return isError ? text : JSON.parse(text)
    },
  }
}

/** An agent with an emulator of its own. */
let own: Agent
beforeAll(async () => {
  own = await agent('--seed', '7')
})

const me = (url: string) => fetch(`${url}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })

const NAMES = ['ask', 'arrange', 'fault', 'clock', 'explain', 'clauses', 'check', 'explore']
/** Bytes of the list of tools, which an agent reads before every conversation. */
const MAX_LIST = 12 * 1024

it('has eight tools in 12 KB', async () => {
  const { tools, ...rest } = await own.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(NAMES)
  expect(Buffer.byteLength(JSON.stringify({ tools, ...rest }))).toBeLessThanOrEqual(MAX_LIST)
  for (const { description, inputSchema } of tools)
    expect([description, inputSchema.type]).toEqual([expect.stringMatching(/\w/), 'object'])
})

it('serves an agent an emulator of its own, from a first look to why an answer was as it was', async () => {
  const { client, use } = own
  expect(client.getServerVersion()).toMatchObject({ name: 'svc-emulator' })
  expect(client.getInstructions()).toMatch(
    /^A deterministic emulator of the svc API, at http:\/\/127\.0\.0\.1:\d+\/v1 /,
  )
  expect(await use('arrange')).toMatchObject({ status: 'ok', seed: 7, tables: { orgs: 3 }, snapshots: [], worlds: [] })
  const { world, base_url: url } = await use('arrange', { new_world: {} })
  expect(await use('arrange', { create: { table: 'orgs', fields: { alias: 'night-shift' } }, world })).toMatchObject({
    record: { alias: 'night-shift' },
  })
  expect(await use('arrange', { records: { table: 'orgs', id: 'night-shift' } })).toContain('record_not_found')
  await use('fault', { fail: { on: 'GET /users/me', when: { nth: 1 } }, world })
  expect([(await me(url)).status, (await me(url)).status]).toEqual([500, 200])
  expect(await use('ask', { request: 'GET /orgs/night-shift', as: 'ben', world })).toMatchObject({
    status: 404,
    body: { error: 'org_not_found' },
    entry: 5,
    caller: 'ben',
  })
  expect(await use('explain', { entry: 5, world })).toMatchObject({
    error: 'org_not_found',
    decided_by: expect.arrayContaining([expect.stringMatching(/^[a-z.-]+: .*\.$/)]),
    changes: { inserted: [], changed: [], deleted: [] },
  })
  expect(await use('explain', { world })).toEqual({
    entries: [
      '1 control: POST /state/orgs night-shift',
      '2 control: POST /triggers: when endpoint GET /users/me, nth 1, do fail error internal_error',
      '3 GET /v1/users/me as ada: 500 internal_error, triggers: trigger-1',
      '4 GET /v1/users/me as ada: 200',
      '5 GET /v1/orgs/night-shift as ben: 404 org_not_found',
    ],
    last: 5,
  })
  expect(await use('explain', { match: { endpoint: 'GET /users/me' }, times: 2, world })).toMatchObject({
    ok: true,
    count: 2,
  })
  expect(await use('arrange', { end_world: world })).toEqual({ deleted: world })
})

it('asks as any caller, over each transport, and once more', async () => {
  const { use } = own
  const { world } = await use('arrange', { new_world: {} })
  const ask = (request: string, rest: object = {}) => use('ask', { request, world, ...rest })
  const sessions = { org_id: 'acme', limit: 1 }
  expect(await ask('workflow.list_sessions', { body: sessions })).toMatchObject({ error: 'invalid_request_body' })
  expect(await ask('workflow.list_sessions', { body: { org_id: 'acme' } })).toMatchObject({
    result: { sessions: expect.any(Array) },
    entry: 2,
  })
  expect(
    await ask('workflow.list_sessions', { body: { org_id: 'acme' }, via: 'http', as: 'svc-token-ada' }),
  ).toMatchObject({ status: 200, result: { sessions: expect.any(Array) } })
  expect(await ask('GET /users/me', { as: 'none' })).toMatchObject({ status: 401, caller: null })
  expect(await ask('POST /orgs', { text: '{"name":', headers: { 'content-type': 'text/plain' } })).toMatchObject({
    status: 415,
  })
  expect(await ask('GET /user/me')).toMatchObject({
    status: 404,
    notes: [expect.stringContaining("did you mean '/users/me'?")],
  })
  expect(await ask('workflow.list_session')).toMatchObject({
    code: -32_601,
    notes: [expect.stringContaining("did you mean 'workflow.list_sessions'?")],
  })
  expect(await ask('#4', { as: 'ben' })).toMatchObject({ status: 200, caller: 'ben' })
  expect(await ask('#4 GET /users/nobody', { as: 'ada', into: 'fork' })).toMatchObject({
    status: 404,
    caller: 'ada',
    world: expect.stringMatching(/^w\d+$/),
  })
})

it('makes the five common faults, says why one never fired, and takes them away', async () => {
  const { use } = own
  const { world } = await use('arrange', { new_world: {} })
  const ask = (request: string, rest: object = {}) => use('ask', { request, world, ...rest })
  const fault = (input: object) => use('fault', { ...input, world })
  await fault({ fail: { on: 'GET /users/me', status: 503, body: 'down', when: { caller: 'ben' } } })
  await fault({ delay: { on: 'GET /users/ada', by: 1 } })
  await fault({ lose: { on: 'POST /orgs' } })
  await fault({ drop: { on: 'workflow.list_sessions' } })
  await fault({ cut: { on: 'GET /users/ben', bytes: 10 } })
  expect(await ask('GET /users/me')).toMatchObject({ status: 200 })
  expect((await fault({})).triggers[0].not_fired).toBe(
    'the nearest request is #6, GET /v1/users/me: caller: expected ben, got ada',
  )
  expect((await use('check', { world })).triggers_not_fired).toHaveLength(5)
  expect(await ask('GET /users/me', { as: 'ben' })).toMatchObject({ status: 503, text: 'down' })
  expect(await ask('GET /users/ada')).toMatchObject({ status: 200, triggers: ['trigger-2'] })
  expect(await ask('POST /orgs', { body: { name: 'Lost', alias: 'lost' } })).toMatchObject({
    outcome: 'no_answer',
    delivery: 'lost',
  })
  expect(await ask('GET /orgs/lost')).toMatchObject({ status: 200 })
  expect(await ask('workflow.list_sessions', { body: { org_id: 'acme' } })).toMatchObject({ outcome: 'closed' })
  expect(await ask('GET /users/ben')).toMatchObject({ outcome: 'cut', text: '{"status":' })
  expect((await fault({ change: { id: 'trigger-2', enabled: false, name: 'slow' } })).trigger).toMatchObject({
    name: 'slow',
  })
  expect(await fault({ remove: 'slow' })).toEqual({ deleted: 1 })
  expect(await fault({ clear: true })).toEqual({ deleted: 4 })
  expect(await fault({})).toEqual({ triggers: [] })
})

it('moves time, and says what fell due', async () => {
  const { use } = own
  const { world } = await use('arrange', { new_world: {} })
  expect(await use('clock', { world })).toEqual({ now: '2026-01-01T00:00:00.000Z' })
  expect(await use('clock', { world, advance: '1h' })).toMatchObject({
    now: '2026-01-01T01:00:00.000Z',
    fell_due: expect.arrayContaining([expect.stringMatching(/schedule\.fire of schedules .* at 2026-01-01T01:00/)]),
  })
})

it('answers in pages, and long answers cut, with how to get the rest', async () => {
  const { use } = own
  const first = await use('clauses', { words: 'record-cursor', limit: 1_000 })
  expect(first).toMatchObject({ found: expect.any(Number), next: first.statements.at(-1).id })
  const second = await use('clauses', { words: 'record-cursor', limit: 1_000, after: first.next })
  expect(second.statements[0].id).not.toBe(first.statements[0].id)
  expect((await use('clauses')).statements.length).toBeGreaterThan(5)
  const scenario = await use('clauses', { schema: 'scenario', limit: 3_000 })
  expect(scenario.shortened).toMatch(/limit: \d+ gives all of it$/)
  expect(await use('arrange', { records: { table: 'objects' }, limit: 1_000 })).toMatchObject({
    next: expect.any(String),
  })
})

it('gives schemas by name, and as resources', async () => {
  const { client, use } = own
  expect(await use('clauses', { schema: 'GET /users/me' })).toMatchObject({ name: 'GET /users/:user_id' })
  expect(await use('clauses', { schema: 'workflow.list_sessions' })).toMatchObject({
    over_http: 'POST /workflow/list_sessions',
    body: { required: ['org_id'] },
  })
  for (const schema of ['orgs', 'trigger', 'when', 'action', 'match', 'settings', 'scenario', 'httpStep'])
    expect(await use('clauses', { schema, limit: 30_000 })).toMatchObject({
      name: schema,
      schema: expect.any(Object),
    })
  const names = Object.values(await use('clauses', { schema: '*' })).flat()
  expect(names).toEqual(expect.arrayContaining(['POST /orgs', 'workflow.list_sessions', 'orgs', 'trigger']))
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['svc-emulator://schema/{name}'])
  const { contents } = await client.readResource({ uri: 'svc-emulator://schema/POST%20%2Forgs' })
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ name: 'POST /orgs' })
  await expect(client.readResource({ uri: 'svc-emulator://schema/orgz' })).rejects.toThrow("did you mean 'orgs'?")
  await expect(client.readResource({ uri: 'svc-emulator://schema/%zz' })).rejects.toThrow("there is no schema '%zz'")
})

it('checks scenarios, and what a run has not met', async () => {
  const { use } = own
  const { world } = await use('arrange', { new_world: {} })
  expect(await use('check', { validate: { scenario: { scenario: 1, nme: 'x' } } })).toEqual({
    valid: false,
    problems: ["nme: unknown field, did you mean 'name'?"],
  })
  expect(await use('check', { replay: { scenario: 'api-key-rules' } })).toMatchObject({ ok: true })
  const steps = [{ as: 'svc-key-ada-admin', http: 'GET /users/me', expect: { status: 201 } }]
  expect(await use('check', { replay: { scenario: { scenario: 1, name: 'wrong', steps } } })).toMatchObject({
    ok: false,
    failed: [{ step: 1, reasons: ['status: expected 201, got 200'] }],
  })
  expect(await use('check', { world })).toMatchObject({ clauses: expect.stringMatching(/^0 of \d+ met$/) })
  await use('ask', { request: 'GET /users/me', world })
  expect(await use('check', { coverage: { met: true, words: 'users.get' }, world })).toMatchObject({
    met: [{ id: 'users.get.answers-user', count: 1 }],
  })
})

it('names a key of its own emulator alone, and how to list those of another', async () => {
  const server = await startServer()
  servers.push(server)
  const others = await Promise.all([agent('--target', server.url), agent('--fixtures', 'starter')])
  const names = [own, ...others].map(({ client }) => client.getInstructions()!.includes('svc-key-ada-admin'))
  expect(names).toEqual([true, false, false])
  expect(others[1]!.client.getInstructions()).toContain('one of those that `arrange {"keys": {}}` lists')
})

it('controls an emulator that runs, with its token', async () => {
  const server = await startServer({ controlToken: 'mine' })
  servers.push(server)
  const { use } = await agent('--target', server.url, '--control-token', 'mine')
  await use('fault', { fail: { on: '*' } })
  expect((await me(server.url)).status).toBe(500)
  const { use: stranger } = await agent('--target', server.url)
  expect(await stranger('fault')).toMatch(/^token_required: /)
})

it.each([
  ['creat', {}, "there is no tool 'creat'; there are ask, arrange, fault, clock, explain, clauses, check, explore"],
  ['explan', {}, "there is no tool 'explan', did you mean 'explain'?"],
  ['ask', {}, 'ask: request: missing, expected string (example: {"request":"GET /users/me"})'],
  ['ask', { request: '/users/me' }, "got '/users/me', did you mean 'GET /users/me'?"],
  ['ask', { request: 'users/me' }, "got 'users/me', did you mean 'GET /users/me'?"],
  ['ask', { request: 'list_session' }, "got 'list_session', did you mean 'workflow.list_sessions'?"],
  [
    'ask',
    { request: 'POST /orgs', body: '{"name": "x"}' },
    'ask: body: expected the object itself, got its text; `text`',
  ],
  ['ask', { request: 'GET http://127.0.0.1:4010/v1/users/me' }, "did you mean 'GET /users/me'?"],
  [
    'ask',
    { request: 'GET /users/me', as: 'adda' },
    "ask: as: there is no user, key or token 'adda' in this world, did you mean 'ada'?",
  ],
  [
    'ask',
    { request: 'GET /users/me', as: 'nobody-of-this-world' },
    "ask: as: there is no user, key or token 'nobody-of-this-world' in this world (known: ada, ben, build-bot, old-bot, svc-key-ada-admin,",
  ],
  [
    'ask',
    { request: 'GET /users/me', world: 'w99' },
    'world_not_found: there is no world \'w99\'; arrange {"new_world": {}} makes one',
  ],
  ['arrange', { create: { table: 'orgs' } }, 'arrange: create.fields: missing, expected object'],
  ['arrange', { crate: {} }, "arrange: crate: unknown field, did you mean 'create'?"],
  [
    'arrange',
    { create: { table: 'org', fields: {} } },
    "table_not_found: There is no table 'org', did you mean 'orgs'?",
  ],
  [
    'arrange',
    { reset: true, snapshot: {} },
    'arrange does one thing in a call: it was given `reset` and `snapshot`; make a call for each',
  ],
  [
    'arrange',
    { scenario: 'api-key-rule' },
    "arrange: scenario: there is no scenario 'api-key-rule', did you mean 'api-key-rules'?",
  ],
  ['arrange', { settings: { page_row: 1 } }, "page_row: unknown field, did you mean 'page_rows'?"],
  ['fault', { fail: { on: 'GET /user/me' } }, "fail.on: no endpoint 'GET /user/me', did you mean 'GET /users/me'?"],
  [
    'fault',
    { fail: { on: 'users/me' } },
    "fail.on: expected `METHOD /path` or `*`, got 'users/me', did you mean `GET /users/me`?",
  ],
  ['fault', { fail: { on: 'list_sessions' } }, "got 'list_sessions', did you mean 'workflow.list_sessions'?"],
  ['arrange', { create: { table: 'members', fields: { org: 'acme' } } }, 'org: unknown field (known: id, '],
  ['fault', { fail: { on: '*', when: { nht: 2 } } }, "fail.when.nht: unknown field, did you mean 'nth'?"],
  ['fault', { remove: 'trigger-9' }, "trigger_not_found: there is no trigger 'trigger-9'; this world has none"],
  ['clock', { advance: '1x' }, "advance: expected milliseconds or text such as 300ms, 2s, 1h30m, got '1x'"],
  ['explain', { times: 2 }, 'explain: times: requires `match`'],
  ['explain', { match: { endpont: 'x' } }, "match.endpont: unknown field, did you mean 'endpoint'?"],
  ['clauses', { schema: 'POST /org' }, "clauses: schema: there is no schema 'POST /org', did you mean 'POST /orgs'?"],
  ['check', { replay: {} }, 'check: replay.scenario: missing, expected string or object'],
  [
    'explore',
    { command: ['node'], only: ['paging', 'paing'] },
    "explore: there is no group or fault 'paing', did you mean 'paging'?",
  ],
])('refuses %s %j with what is wrong', async (tool, input, message) => {
  expect(await own.use(tool, input)).toContain(message)
})

it.each([
  [['--target', 'http://127.0.0.1:9'], 2, 'no emulator answers at http://127.0.0.1:9'],
  [['--target', 'http://127.0.0.1:9', '--seed', '1'], 2, '--seed configures an emulator that mcp starts'],
  [['--control-token', 'x'], 2, '--control-token requires --target'],
])('refuses %j', async (args, exit, message) => {
  expect(await run(svcEmulator, ['mcp', ...args], tmpdir())).toMatchObject({
    exit,
    stderr: expect.stringContaining(message),
  })
})

const line = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', method, params, id })}\n`
const greeting = line(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

/** Sends messages at once, closes stdin, and returns the answers. */
function told(messages: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/cli/svc-emulator.js', 'mcp'], {
    input: messages,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const answers = stdout.split('\n').filter(Boolean)
  return { status, stderr, answers: answers.map((text) => JSON.parse(text) as { id: number; error?: object }) }
}

it('tells on stderr of what is no message, and goes on', () => {
  const { status, stderr, answers } = told(`no json\n${greeting}${line(3, 'tools/list')}`)
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^svc-emulator: invalid message: .*no json.*\n$/)])
  expect(answers.map(({ id, error }) => [id, error])).toEqual([
    [1, undefined],
    [3, undefined],
  ])
})

it('refuses a message above 10 MiB in words, and ends', () => {
  const { status, stderr } = told(`${greeting}${line(3, 'tools/call', { text: 'x'.repeat(11 * 1024 * 1024) })}`)
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^svc-emulator: a message has more than 10 MiB, /)])
})

it('answers all that was asked before stdin ended', () => {
  const ids = Array.from({ length: 60 }, (_, n) => n + 2)
  const asked = ids.map((id) => line(id, 'tools/call', { name: 'clauses', arguments: {} }))
  const { status, answers } = told([greeting, ...asked].join(''))
  expect(status).toBe(0)
  expect(answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, ...ids])
})

it('ends with its agent', () => {
  expect(
    spawnSync(process.execPath, ['dist/cli/svc-emulator.js', 'mcp'], { input: '', encoding: 'utf8' }),
  ).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

it('keeps the SDK, of less than a megabyte, out of what a command begins with', () => {
  const holdsSdk = (file: string) => readFileSync(file, 'utf8').includes('ListToolsRequestSchema = ')
  const files = readdirSync('dist', { withFileTypes: true }).flatMap((each) =>
    each.isFile() ? [`dist/${each.name}`] : [],
  )
  const sdk = files.filter((file) => file.endsWith('.js') && holdsSdk(file))
  expect(sdk).toHaveLength(1)
  expect(statSync(sdk[0]!).size).toBeLessThan(1_000_000)
  const begins = new Set(['dist/commands/svc-emulator.js'])
  for (const file of begins) {
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) ?(?:.* )?(?:from )?"(\.[^"]+)";$/gm)
    for (const [, path = ''] of imports) begins.add(join(dirname(file), path))
  }
  expect(begins.size).toBeGreaterThan(5)
  expect([...begins].filter(holdsSdk)).toEqual([])
})
