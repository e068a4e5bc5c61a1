/** About a megabyte of everything that a client can send, hostile or merely large. */
import { catalog } from '../../../emulator/service/catalog.ts'
import { createEmulator } from '../../../emulator/index.ts'

/** A body, and the door that it is sent to: `POST /__emulator/triggers`, or `socket`. */
export interface LargeInput {
  readonly kind: 'control' | 'rest' | 'socket' | 'work' | 'compared'
  readonly name: string
  readonly door: string
  readonly body: unknown
  /** What is sent before, and not measured. */
  readonly before?: readonly { readonly door: string; readonly body: unknown }[]
}

export const each = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
export const fields = (count: number, name: string, value: unknown = 1): object =>
  Object.fromEntries(each(count, (n) => [`${name}${n}`, value]))
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

/** Beyond the bounds, and at them. */
const values: Readonly<Record<string, unknown>> = {
  '80,000 fields': fields(80_000, 'f'),
  '9,990 fields': fields(9_990, 'f'),
  '9,990 slips': fields(9_990, 'descriptio'),
  '8 times 9,990 fields': Array(8).fill(fields(9_990, 'f')),
  '330,000 empty lists': Array(330_000).fill([]),
  '60,000 empty objects': Array(60_000).fill({}),
  '40,000 objects': Array(40_000).fill({ x: 1 }),
  '500,000 numbers': Array(500_000).fill(1),
  '120,000 texts': Array(120_000).fill('aaaaa'),
  '40,000 matchers': Array(40_000).fill({ matches: 'a' }),
  '250,000 variables': '${a}'.repeat(250_000),
  'a long text': 'x'.repeat(1_000_000),
  'a long name': { ['x'.repeat(1_000_000)]: 1 },
  'deep objects': Array(1_300).fill(nested(90)),
}

const document = (part: object) => ({ document: { scenario: 1, name: 'x', about: 'x', ...part } })
const trigger = (when: unknown, action: unknown = [{ drop: true }]) => ({ when, do: action })
const step = (part: object) => document({ steps: [part] })

/** Places of the control API that take a value of the caller's. */
const places: readonly (readonly [door: string, wrap: (value: unknown) => unknown, what: string])[] = [
  ['POST /state/orgs', (value) => value, ''],
  ['PUT /state/orgs/acme', (value) => value, ''],
  ['POST /state/thread_items', (content) => ({ role: 'user', content }), 'content'],
  ['POST /clock', (advance) => ({ advance }), 'advance'],
  ['POST /worlds', (from) => ({ from }), 'from'],
  ['POST /triggers', (value) => value, ''],
  ['POST /triggers', (when) => trigger(when), 'when'],
  ['POST /triggers', (value) => trigger({ command: '*' }, value), 'do'],
  ['POST /triggers', (params) => trigger({ command: 'workflow.list_sessions', params }), 'params'],
  ['POST /triggers', (orgs) => trigger({ command: '*' }, [{ insert: { orgs } }]), 'insert'],
  ['POST /triggers', (orgs) => trigger({ command: '*' }, [{ update: { orgs } }]), 'update'],
  ['POST /verify', (match) => ({ match }), 'match'],
  ['POST /verify', (params) => ({ match: { params } }), 'params'],
  ['POST /scenario', (value) => ({ document: value }), ''],
  ['POST /scenario', (world) => document({ world }), 'world'],
  ['POST /scenario', (records) => document({ world: { records } }), 'records'],
  ['POST /scenario', (orgs) => document({ world: { records: { orgs } } }), 'records.orgs'],
  ['POST /scenario', (value) => document({ world: { generate: { orgs: { count: 1, value } } } }), 'generate'],
  ['POST /scenario', (settings) => document({ world: { settings } }), 'settings'],
  ['POST /scenario', (broken) => document({ world: { settings: { broken } } }), 'broken'],
  ['POST /scenario', (steps) => document({ steps }), 'steps'],
  ['POST /scenario', (triggers) => document({ triggers }), 'triggers'],
  ['POST /scenario', (keys) => document({ keys }), 'keys'],
  ['POST /scenario', (expect) => step({ http: 'GET /users/me', expect }), 'expect'],
  ['POST /scenario', (body) => step({ http: 'GET /users/me', expect: { body } }), 'expect.body'],
  ['POST /scenario', (headers) => step({ http: 'GET /users/me', expect: { headers } }), 'expect.headers'],
  ['POST /scenario', (save) => step({ http: 'GET /users/me', save }), 'save'],
  ['POST /scenario', (body) => step({ http: 'POST /orgs', body }), 'body'],
  ['POST /scenario', (params) => step({ call: 'workflow.list_sessions', params }), 'params'],
  ['PUT /export', (value) => value, ''],
  ['PUT /export', (tables) => ({ ...state, tables }), 'tables'],
  ['PUT /export', (orgs) => ({ ...state, tables: { orgs } }), 'tables.orgs'],
  ['PUT /export', (entries) => ({ ...state, triggers: { next: 1, entries } }), 'triggers'],
]

const state = createEmulator().export()
const target: Readonly<Record<string, string>> = {
  target: 'org',
  target_id: 'acme',
  org_id: 'acme',
  blob_id: 'weights',
  user_id: 'me',
}
/** Without metadata: ten thousand names of one request are ten thousand records. */
const units = catalog.filter(
  ({ kind, method, openBody }) => kind === 'endpoint' && method !== 'GET' && method !== 'DELETE' && !openBody,
)
const pathOf = (path: string) => `/v1${path.replace(/:(\w+)/g, (_, name: string) => target[name] ?? 'x')}`
const call = (method: string, params: unknown, id = 1) => ({ jsonrpc: '2.0', id, method, params })

/** Those that differ for them: endpoints look at no more than the fields of the body. */
const forEndpoints = new Set(['80,000 fields', '9,990 slips', '330,000 empty lists', 'deep objects'])

export function largeInputs(): LargeInput[] {
  return [
    ...Object.entries(values).flatMap(([name, value]): LargeInput[] => [
      ...places.map(([door, wrap, what]): LargeInput => ({
        kind: 'control',
        name: `${what} ${name}`,
        door: door.replace(' ', ' /__emulator'),
        body: wrap(value),
      })),
      ...(forEndpoints.has(name) ? units : []).map(({ method, path }): LargeInput => ({
        kind: 'rest',
        name,
        door: `${method} ${pathOf(path)}`,
        body: value,
      })),
      ...['org_id', 'alias', 'value'].map((field): LargeInput => ({
        kind: 'socket',
        name: `${field} ${name}`,
        door: 'socket',
        body: call('workflow.create_session', { [field]: value }),
      })),
      { kind: 'socket', name, door: 'socket', body: call('workflow.create_session', value) },
      { kind: 'socket', name: `a message of ${name}`, door: 'socket', body: value },
    ]),
    ...work(),
  ]
}

/** Large, and right, or wrong in each of its parts. */
function work(): LargeInput[] {
  const scenario = (name: string, part: object): LargeInput => ({
    kind: 'work',
    name,
    door: 'POST /__emulator/scenario',
    body: document(part),
  })
  const batch = (name: string, make: (n: number) => object): LargeInput => ({
    kind: 'work',
    name,
    door: 'socket',
    body: each(200, make),
  })
  const users = each(5_000, (n): [number, { id: string }] => [
    100_000 + n,
    {
      ...state.tables['users']![0]![1],
      id: `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`,
      alias: `u${n}`,
    } as { id: string },
  ])
  return [
    scenario('50,000 users', { world: { records: { users: each(50_000, (n) => ({ alias: `s-${n}` })) } } }),
    scenario('30,000 sessions', {
      world: { records: { sessions: each(30_000, (n) => ({ alias: `s-${n}`, org: 'acme' })) } },
    }),
    scenario('40,000 aliases that are taken', { world: { records: { orgs: each(40_000, () => ({ alias: 'a' })) } } }),
    scenario('250,000 generated users', { world: { generate: { users: { count: 250_000, alias: 'u-{n}' } } } }),
    scenario('10,000 triggers', { triggers: each(10_000, (n) => trigger({ endpoint: 'GET /users/me', nth: n + 1 })) }),
    scenario('10,000 triggers about nobody', {
      triggers: each(10_000, (n) => trigger({ endpoint: 'GET /users/me', caller: `adaa${n}` })),
    }),
    scenario('15,000 steps', {
      steps: each(15_000, () => ({ http: 'GET /users/me', as: 'svc-key-ada-admin', expect: { status: 200 } })),
    }),
    scenario('15,000 steps to endpoints that there are not', {
      steps: each(15_000, (n) => ({ http: `GET /userz/me${n}` })),
    }),
    scenario('15,000 variables that none saves', { steps: each(15_000, (n) => ({ http: `GET /users/\${a${n}}` })) }),
    scenario('6,000 steps with regular expressions', {
      steps: each(6_000, (n) => ({
        http: 'GET /users/me',
        expect: { body: { a: { matches: `(a|b){1,20}[cd]+${n}` } } },
      })),
    }),
    batch('200 calls of unknown methods', (n) => call(`workflow.list_sesions${n}`, {}, n)),
    batch('200 listings', (n) => call('workflow.list_session_objects', { session_id: 'run-01', limit: 100 }, n)),
    batch('200 calls with slips', (n) => call('workflow.list_sessions', { org_i: 'acme', start_session_di: 3 }, n)),
    {
      kind: 'work',
      name: 'a definition with 30,000 edges to nothing',
      door: 'socket',
      body: call('workflow.check_definition', {
        body: { nodes: [{ id: 'a', kind: 't' }], edges: each(30_000, (n) => ({ from: `x${n}`, to: `y${n}` })) },
      }),
    },
    {
      kind: 'work',
      name: '5,000 users',
      door: 'PUT /__emulator/export',
      body: {
        ...state,
        next_seq: 1_000_000,
        tables: { ...state.tables, users: [...state.tables['users']!, ...users] },
      },
    },
  ]
}
