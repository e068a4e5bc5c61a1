import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { controlCalls } from '../../emulator/adapters/control/calls.ts'

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

it('serves an agent an emulator of its own: worlds, state, faults, time, the journal, verdicts, the contract', async () => {
  const { client, use } = own
  expect(client.getServerVersion()).toMatchObject({ name: 'svc-emulator' })
  expect(client.getInstructions()).toMatch(/REST: http:\/\/127\.0\.0\.1:\d+\/v1 /)
  expect(await use('health')).toMatchObject({ status: 'ok', seed: 7 })
  const { world, base_url: url } = await use('create_world')
  expect((await use('create_record', { world, table: 'orgs', body: { alias: 'night-shift' } })).record).toMatchObject({
    alias: 'night-shift',
  })
  expect(await use('get_record', { table: 'orgs', id: 'night-shift' })).toContain('record_not_found')
  await use('add_trigger', {
    world,
    body: { when: { endpoint: 'GET /users/me', nth: 1 }, do: { fail: { error: 'internal_error' } } },
  })
  expect([(await me(url)).status, (await me(url)).status]).toEqual([500, 200])
  expect(await use('set_clock', { world, body: { advance: '1h' } })).toMatchObject({
    now: expect.stringMatching(/^2026-01-01T01/),
  })
  expect(await use('verify', { world, body: { match: { endpoint: 'GET /users/me' }, times: 2 } })).toMatchObject({
    ok: true,
    count: 2,
  })
  expect((await use('list_journal', { world, status: 500 })).entries).toHaveLength(1)
  expect((await use('list_records', { world, table: 'users', limit: 1 })).records).toHaveLength(1)
  expect((await use('list_clauses')).clauses.length).toBeGreaterThan(100)
  await use('delete_world', { id: world })
  expect(await use('list_worlds')).toMatchObject({ worlds: [] })
})

it('controls an emulator that runs, with its token', async () => {
  const server = await startServer({ controlToken: 'mine' })
  servers.push(server)
  const { use } = await agent('--target', server.url, '--control-token', 'mine')
  await use('add_trigger', { body: { when: { endpoint: '*' }, do: { fail: { error: 'internal_error' } } } })
  expect((await me(server.url)).status).toBe(500)
  const { use: stranger } = await agent('--target', server.url)
  expect(await stranger('list_triggers')).toMatch(/^token_required: /)
})

it('says what is wrong with a call, and goes on', async () => {
  const { use } = own
  expect(await use('creat_world')).toBe("there is no tool 'creat_world', did you mean 'create_world'?")
  expect(await use('add_trigger', { body: { when: { endpoint: 'GET /user/me' }, do: { drop: true } } })).toContain(
    "did you mean 'GET /users/:user_id'",
  )
  expect(await use('get_record', { table: 'user', id: 'ada' })).toContain("did you mean 'users'")
  expect(await use('health', { world: 'w9' })).toContain('world_not_found')
  expect(await use('health')).toMatchObject({ status: 'ok' })
})

it('has a tool for every call that answers JSON of a bounded size', async () => {
  const { tools } = await own.client.listTools()
  const names = tools.map(({ name }) => name)
  const documents = controlCalls.map(({ name }) => name).filter((name) => !names.includes(name))
  expect(documents.toSorted()).toEqual([
    'export_state',
    'get_control_openapi',
    'get_openapi',
    'get_openrpc',
    'get_scenario_schema',
    'import_state',
    'show_inspector',
    'stream_journal',
  ])
  for (const { description, inputSchema } of tools)
    expect([description, inputSchema.type]).toEqual([expect.stringMatching(/\w/), 'object'])
})

it.each([
  [['--target', 'http://127.0.0.1:9'], 1, 'no emulator answers at http://127.0.0.1:9'],
  [['--target', 'http://127.0.0.1:9', '--seed', '1'], 2, '--seed is for an emulator that is started'],
  [['--control-token', 'x'], 2, '--control-token goes with --target'],
])('refuses %j', (args, exit, message) => {
  const { status, stderr } = spawnSync(process.execPath, ['dist/cli/svc-emulator.js', 'mcp', ...args], {
    encoding: 'utf8',
    input: '',
  })
  expect([status, stderr]).toEqual([exit, expect.stringContaining(message)])
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

it('tells on stderr of what is no message, answers one that is too long with an error, and goes on', () => {
  const long = line(2, 'tools/call', { name: 'health', arguments: { text: 'x'.repeat(12 * 1024 * 1024) } })
  const { status, stderr, answers } = told(`no json\n${greeting}${long}${line(3, 'tools/list')}`)
  expect([status, stderr]).toEqual([
    0,
    expect.stringMatching(/^svc-emulator: what was sent is no message: .*no json.*\n$/),
  ])
  expect(answers.toSorted((a, b) => a.id - b.id).map(({ id, error }) => [id, error])).toEqual([
    [1, undefined],
    [2, { code: -32_600, message: 'a message has at most 10 MiB' }],
    [3, undefined],
  ])
})

it('answers all that was asked before stdin ended', () => {
  const ids = Array.from({ length: 60 }, (_, n) => n + 2)
  const asked = ids.map((id) => line(id, 'tools/call', { name: 'list_clauses', arguments: {} }))
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
