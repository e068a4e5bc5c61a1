import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/adapters/create-emulator.ts'
import { controlApi, type ControlArguments, type ControlKey } from '../../../emulator/host/control-api/control-api.ts'
import { controlRequest } from '../../../emulator/host/control-api/control-request.ts'
import { startServer, type RunningServer } from '../../../emulator/adapters/node/server.ts'
import type { Json } from '../../../emulator/host/documents/json-schema.ts'
import { AgentWorld } from './agent-world.ts'
import { DEFAULT_LIMIT } from './answer.ts'
import { tools } from './tools.ts'

/** Calls of the control API that tools made. */
const made = new Set<string>()

/** Requests of others, between the look at the journal and the request of `ask`. */
let beside = async (): Promise<void> => {}

class WatchedWorld extends AgentWorld {
  override async text<K extends ControlKey>(key: K, ...input: ControlArguments<K>): Promise<unknown> {
    made.add(controlApi.find(({ method, path }) => `${method} ${path}` === key)!.name)
    const body = await super.text(key, ...input)
    if (controlRequest(key, input[0]).path.startsWith('/journal?limit=1&')) await beside()
    return body
  }
}

let server: RunningServer
let folder: string
beforeEach(async () => {
  server = await startServer({ emulator: createEmulator({ trace: true }) })
  folder = await mkdtemp(join(tmpdir(), 'svc-mcp-'))
  made.clear()
  beside = async () => {}
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

// oxlint-disable-next-line typescript/no-explicit-any
async function use(name: string, input: Json = {}, limit = DEFAULT_LIMIT): Promise<any> {
  const { origin } = new URL(server.url)
  const { world: id, ...rest } = input
  const world = new WatchedWorld({ origin, controlToken: undefined }, id as string | undefined)
  const call = { world, limit, signal: new AbortController().signal, env: process.env, allowRun: false }
  return tools.find((tool) => tool.name === name)!.run(rest, call)
}

/** Things that the examples of tools speak of: a request, a snapshot, a world, a trigger. */
async function arrangeExamples(): Promise<void> {
  await use('ask', { request: 'GET /users/me' })
  await use('arrange', { create: { table: 'orgs', fields: { alias: 'day-shift' } } })
  await use('arrange', { snapshot: {} })
  await use('arrange', { new_world: {} })
  await use('fault', { add: { when: { endpoint: 'GET /users/me', nth: 9 }, do: { drop: true } } })
}

/** The calls of the control API that were tools of their own, and how an agent makes them now. */
const before: readonly [call: string, tool: string, input: Json][] = [
  ['health', 'arrange', {}],
  ['describe_tables', 'clauses', { schema: 'orgs' }],
  ['list_tables', 'arrange', {}],
  ['list_records', 'arrange', { records: { table: 'orgs', at: 1, when: 'before' } }],
  ['get_record', 'arrange', { records: { table: 'orgs', id: 'acme', at: 1 } }],
  ['create_record', 'arrange', { create: { table: 'orgs', fields: { alias: 'night-shift' } } }],
  ['put_record', 'arrange', { change: { table: 'orgs', id: 'acme', fields: { visibility: 'private' } } }],
  ['delete_record', 'arrange', { delete: { table: 'orgs', id: 'day-shift' } }],
  ['reset', 'arrange', { reset: true }],
  ['list_scenarios', 'arrange', { scenarios: { words: 'key' } }],
  ['switch_scenario', 'arrange', { scenario: 'api-key-rules' }],
  ['list_snapshots', 'arrange', {}],
  ['take_snapshot', 'arrange', { snapshot: { name: 'mine' } }],
  ['restore_snapshot', 'arrange', { restore: 'snapshot-1' }],
  ['delete_snapshot', 'arrange', { forget: 'snapshot-1' }],
  ['diff_states', 'explain', { diff: { a: { snapshot: 'snapshot-1' }, b: { world: 'w1' } } }],
  ['list_worlds', 'arrange', {}],
  ['create_world', 'arrange', { new_world: { from: { entry: 1, when: 'before' }, seed: 7 } }],
  ['delete_world', 'arrange', { end_world: 'w1' }],
  ['list_journal', 'explain', { entries: { caller: 'ada', text: 'users' } }],
  ['clear_journal', 'arrange', { clear_journal: true }],
  ['get_entry', 'explain', { entry: 1 }],
  ['get_changes', 'explain', { entry: 1 }],
  ['restore_entry', 'arrange', { restore: { entry: 1, when: 'before' } }],
  ['resend_entry', 'ask', { request: '#1 GET /users/ada', as: 'ben', headers: { accept: null }, into: 'fork' }],
  ['export_scenario', 'explain', { export: { as: 'scenario', name: 'mine', yaml: true } }],
  ['export_har', 'explain', { export: { as: 'har' } }],
  ['export_bundle', 'explain', { export: { as: 'bundle', name: 'mine', problem: 'red' } }],
  ['verify', 'explain', { match: { endpoint: 'GET /users/me' }, times: 1 }],
  ['list_triggers', 'fault', {}],
  ['add_trigger', 'fault', { add: { when: { endpoint: '*' }, do: [{ delay: '1ms' }], name: 'slow', optional: true } }],
  ['clear_triggers', 'fault', { clear: true }],
  ['update_trigger', 'fault', { change: { id: 'trigger-1', enabled: false, name: null } }],
  ['delete_trigger', 'fault', { remove: 'trigger-1' }],
  ['get_clock', 'clock', {}],
  ['set_clock', 'clock', { advance: '1h' }],
  ['get_settings', 'arrange', { settings: {} }],
  ['change_settings', 'arrange', { settings: { page_rows: 2, limits: { orgs_per_user: null } } }],
  ['list_clauses', 'clauses', { words: 'record cursor' }],
  ['get_coverage', 'check', { coverage: { scope: 'all' } }],
]

/**
 * Calls that answer documents and pages for programs and people, never end, or do what create_world does. A state is
 * read by parts. A request of an agent that waits at a gate would keep it from the call that lets it go.
 */
const left = [
  'export_http',
  'list_calls',
  'list_holds',
  'add_hold',
  'get_hold',
  'release_hold',
  'delete_hold',
  'clear_holds',
  'get_openapi',
  'get_openrpc',
  'get_control_openapi',
  'show_inspector',
  'stream_journal',
  'put_world',
  // An agent keeps snapshots by name, and exports the state itself.
  'read_snapshot',
]

describe('everything that the control API does', () => {
  it.each(before)('%s is a call of %s', async (call, tool, input) => {
    await arrangeExamples()
    made.clear()
    await use(tool, input)
    expect([...made]).toContain(call)
  })

  it('and nothing that an agent could read is left out', () => {
    const reached = [...before.map(([call]) => call), 'export_state', 'import_state', 'get_scenario_schema']
    expect(controlApi.map(({ name }) => name).toSorted()).toEqual([...reached, ...left].toSorted())
  })

  it('changes settings in one call, and exports them with the state', async () => {
    expect(await use('arrange', { settings: { page_rows: 2 } })).toMatchObject({ settings: { page_rows: 2 } })
    expect(await use('arrange', { settings: {} })).toMatchObject({ settings: { page_rows: 2, order: [] } })
    await expect(use('arrange', { settings: { page_row: 2 } })).rejects.toThrow(
      "invalid_request: page_row: unknown field, did you mean 'page_rows'?",
    )
    await use('explain', { export: { as: 'state', file: join(folder, 'state.json') } })
    expect(JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'))).toMatchObject({ settings: { page_rows: 2 } })
    expect([...made]).toEqual(['change_settings', 'get_settings', 'export_state'])
  })
})

interface InputSchema {
  readonly properties: Readonly<Record<string, { readonly properties?: object; readonly required?: readonly string[] }>>
  readonly required?: readonly string[]
}

/** The fields of a call that its tool, and the field that says what to do, require. */
function onlyRequired(tool: string, { properties, required = [] }: InputSchema, example: Json): Json {
  const [choice] = Object.keys(example)
  if (required.length > 0) return Object.fromEntries(required.map((name) => [name, example[name]]))
  const inner = properties[choice!]
  return inner?.properties === undefined
    ? example
    : { [choice!]: Object.fromEntries((inner.required ?? []).map((name) => [name, (example[choice!] as Json)[name]])) }
}

/** Required fields inside the one that says what to do. */
function requiredWithin({ properties, required = [] }: InputSchema, input: Json): readonly string[] {
  const [choice] = Object.keys(input)
  return required.length > 0 || choice === undefined ? [] : (properties[choice]?.required ?? [])
}

const examples = tools
  .filter(({ name }) => name !== 'explore')
  .flatMap((tool) => tool.examples.map((example): [string, Json, typeof tool] => [tool.name, example, tool]))

describe('`required`', () => {
  it.each(tools)('has an example for all that $name does', ({ inputSchema, examples: given }) => {
    const named = new Set(given.flatMap((each) => Object.keys(each)))
    const { properties } = inputSchema as unknown as InputSchema
    const choices = Object.entries(properties).filter(([, { required = [] }]) => required.length > 0)
    expect(choices.map(([name]) => name).filter((name) => !named.has(name))).toEqual([])
  })

  it.each(tools.filter(({ inputSchema }) => inputSchema['required'] === undefined).map(({ name }) => name))(
    'of %s is nothing: an empty call is taken',
    async (name) => {
      expect(await use(name)).toBeTypeOf('object')
    },
  )

  it.each(examples)('of %s %j is all that it needs', async (name, example, { inputSchema }) => {
    await arrangeExamples()
    const least = onlyRequired(name, inputSchema as unknown as InputSchema, example)
    expect(await use(name, least)).toBeTypeOf('object')
    for (const field of requiredWithin(inputSchema as unknown as InputSchema, least)) {
      const [choice] = Object.keys(least)
      const { [field]: _without, ...rest } = least[choice!] as Json
      await expect(use(name, { [choice!]: rest })).rejects.toThrow(`${name}: ${choice}.${field}: missing, expected `)
    }
  })

  it('of ask and explore is refused where it is missing', async () => {
    await expect(use('ask', { as: 'ada' })).rejects.toThrow('ask: request: missing, expected string')
    await expect(use('explore')).rejects.toThrow('explore: command: missing, expected array')
  })
})

it('explores a client', async () => {
  const script = 'fetch(process.env.SVC_API_URL + "/users/me").then((answer) => answer.json())'
  const { findings, calls } = await use('explore', { command: [process.execPath, '-e', script], only: ['gateway:502'] })
  expect([calls, findings]).toEqual([['GET /users/me#1'], [expect.objectContaining({ verdict: 'crashed' })]])
})

it('lists the newest entries, and pages from the oldest on', async () => {
  for (let count = 0; count < 20; count++) await use('ask', { request: 'GET /users/me', as: 'none' })
  const { entries, older, last } = await use('explain', {}, 500)
  expect([entries.at(-1), last]).toEqual(['20 GET /v1/users/me: 401 unauthenticated', 20])
  expect(older).toBe(`${20 - entries.length} more: {"entries": {"after": 0}} begins with the oldest`)
  const seen: string[] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: { entries: string[]; next?: number } = await use('explain', { entries: { after } }, 500)
    seen.push(...page.entries)
    after = page.next
  }
  expect(seen.map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

it('says what a deletion would take along, and deletes nothing', async () => {
  const wanted = { table: 'orgs', id: 'acme' }
  const { deleted, tables } = await use('arrange', { delete: { ...wanted, dry_run: true } })
  expect([deleted > 1, tables.orgs]).toEqual([true, 1])
  expect(await use('arrange', { records: wanted })).toMatchObject({ record: { alias: 'acme' } })
  expect(await use('arrange', { delete: wanted })).toEqual({ deleted, tables })
})

it('sends a file, and reads one', async () => {
  const request = 'PUT /workflow/sessions/run-25/files/x.bin'
  const headers = { 'x-request-body': '{}', 'content-type': 'application/octet-stream' }
  expect(await use('ask', { request, headers, base64: 'AAECAw==' })).toMatchObject({ status: 200, entry: 1 })
  expect(await use('ask', { request: request.replace('PUT', 'GET') })).toMatchObject({
    status: 200,
    envelope: { status: 'success' },
    bytes: 4,
  })
})

describe('the entry of a request', () => {
  it('is its own where several are asked at once', async () => {
    const callers = ['ada', 'ben', 'ada', 'ben']
    const answers = await Promise.all(callers.map((as) => use('ask', { request: 'GET /users/me', as })))
    expect(answers.map(({ caller }) => caller)).toEqual(callers)
    const lines = answers.map(({ entry, caller }) => `${entry} GET /v1/users/me as ${caller}: 200`)
    expect((await use('explain')).entries).toEqual(lines.toSorted())
  })

  it('is told after one that failed', async () => {
    const asked = [use('ask', { request: 'CONNECT /users/me' }), use('ask', { request: 'GET /users/me' })]
    const [, second] = await Promise.allSettled(asked)
    expect(second).toMatchObject({ status: 'fulfilled', value: { status: 200, entry: 1 } })
  })

  it.each(['/users/ö', '/orgs/../users/me', '/users/me#top', '/users/me?api_key=secret', '/users/me?'])(
    'is found where it is sent in another form: %s',
    async (path) => {
      const { world } = await use('arrange', { new_world: {} })
      expect(await use('ask', { request: `GET ${path}`, world })).toMatchObject({ entry: 1 })
    },
  )

  it('is not given where another client asked for the same', async () => {
    beside = async () => void (await fetch(`${server.url}/users/me`))
    expect(await use('ask', { request: 'GET /users/me' })).toMatchObject({
      status: 200,
      notes: [
        '2 requests like this one came at the same time, and their entries do not tell which it was; explain {"entries": {"after": 0}} lists them',
      ],
    })
    expect(await use('ask', { request: 'GET /users/me' })).not.toHaveProperty('entry')
  })
})

it('says from which entry on the rest of the due work is listed', async () => {
  const { fell_due: shown, left, next } = await use('clock', { advance: '30d', limit: 500 }, 500)
  expect([next, left > 0]).toEqual([Number.parseInt(shown.at(-1), 10), true])
  const { entries } = await use('explain', { entries: { via: 'time', after: next } }, 100_000)
  expect(entries).toHaveLength(left)
})
