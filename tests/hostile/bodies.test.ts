/** Bodies: one request must not stop the others. What many mistakes cost is counted, not timed. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { catalog } from '../../emulator/service/catalog.ts'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { answerControl } from '../../emulator/adapters/control/serve.ts'
import { handle } from '../../emulator/host/dispatch.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { checkScenario } from '../../emulator/scenario/check.ts'

const work = vi.hoisted(() => {
  // Modules loaded by the project's setup are not the replaced ones.
  vi.resetModules()
  return { nearMisses: 0 }
})

vi.mock('../../emulator/engine/checking/near-miss.ts', async (original) => {
  const real = await original<typeof import('../../emulator/engine/checking/near-miss.ts')>()
  const counted = <F extends (...given: never[]) => unknown>(call: F): F =>
    ((...given) => (work.nearMisses++, call(...given))) as F
  return { ...real, nearest: counted(real.nearest), didYouMean: counted(real.didYouMean) }
})

/** Near misses that a document may cost: fifty for each of its parts, and some for telling options apart. */
const MAX_NEAR_MISSES = 2_000
const MAX_ANSWER = 40_000

const manyFields = (count = 3_000, name = 'f'): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, 1]))
const values: Readonly<Record<string, unknown>> = {
  'unknown fields': manyFields(),
  'fields that are nearly known': manyFields(3_000, 'descriptio'),
  'more fields than may be': manyFields(12_000),
  'a list': Array(5_000).fill(1),
  'a list of objects': Array(5_000).fill({ x: 1 }),
  'a long text': 'x'.repeat(100_000),
  'a long name': { ['x'.repeat(100_000)]: 1 },
}

const document = (part: object) => ({ document: { scenario: 1, name: 'x', about: 'x', ...part } })

let emulator: Emulator

beforeEach(() => {
  emulator = createEmulator({ journal: { size: 10 } })
  instanceOf(emulator).site.control = answerControl
  work.nearMisses = 0
})

async function ask(method: string, url: string, body: unknown): Promise<{ status: number; text: string }> {
  const headers = ['x-api-key', 'svc-key-ada-admin', 'content-type', 'application/json']
  const { status, body: text } = await handle(emulator, {
    method,
    url,
    headers,
    body: new TextEncoder().encode(JSON.stringify(body)),
  })
  return { status, text: text as string }
}

function call(method: string, params: unknown): string {
  let answer = ''
  const session = emulator.connect({
    url: '/v1/realtime',
    headers: ['x-api-key', 'svc-key-ada-admin'],
    send: (text) => {
      answer += text
    },
    close() {},
  })
  session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  session.closed()
  return answer
}

describe('a megabyte of mistakes', () => {
  it('is counted: fifty are named, the others are not even looked into', async () => {
    const { status, text } = await ask('POST', '/__emulator/state/orgs', manyFields(9_000))
    expect(status).toBe(400)
    const { problems } = JSON.parse(text) as { problems: unknown[] }
    expect(problems).toHaveLength(51)
    expect(text).toContain('and 8,950 more')
    expect(work.nearMisses).toBe(50)
  })

  it('has no more fields in one object, and no more values, than are looked at soon', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    try {
      for (const [value, excess] of [
        [manyFields(80_000), 'an object with more than 10,000 fields'],
        [Array(60_000).fill({}), 'more than 100,000 values'],
      ] as const) {
        const { status, text } = await ask('POST', '/__emulator/scenario', { document: value })
        expect({ status, text }).toMatchObject({
          status: 413,
          text: expect.stringContaining(`The body holds ${excess}.`) as string,
        })
      }
      expect(parse).not.toHaveBeenCalled()
    } finally {
      parse.mockRestore()
    }
    const { status, text } = await ask('PATCH', '/v1/users/me', { name: { inside: manyFields(80_000) } })
    expect({ status, text }).toMatchObject({
      status: 400,
      text: expect.stringContaining('The body holds an object with more than 10,000 fields.') as string,
    })
    expect(work.nearMisses).toBe(0)
  })

  it('has names of its own in an open body, and their own limit', async () => {
    const set = async (count: number): Promise<unknown> =>
      JSON.parse((await ask('PUT', '/v1/blobs/acme/weights/metadata/tags', manyFields(count))).text)
    expect(await set(2_001)).toMatchObject({
      error: 'request_too_large',
      limit: { name: 'metadata_keys_per_request', current: 2_001 },
    })
    expect(await set(80_000)).toMatchObject({
      limit: { max: 2_000 },
      message: 'A request sets at most 2000 keys of metadata; this one sets 80000.',
    })
  })

  const endpoints = catalog.filter(({ kind, method }) => kind === 'endpoint' && method !== 'GET' && method !== 'DELETE')
  const path: Readonly<Record<string, string>> = {
    target: 'org',
    target_id: 'acme',
    org_id: 'acme',
    blob_id: 'weights',
    revision_id: '00000000-0000-4000-8000-0000000000e4',
    user_id: 'me',
  }
  it.each(endpoints.map((unit) => [unit.id, unit] as const))(
    'to %s',
    async (_, { method, path: pattern, openBody }) => {
      const url = `/v1${pattern.replace(/:(\w+)/g, (__, name: string) => path[name] ?? 'x')}`
      for (const value of [
        values['unknown fields'],
        values['fields that are nearly known'],
        values['more fields than may be'],
        values['a list'],
        values['a long name'],
      ]) {
        const { text } = await ask(method, url, value)
        if (!openBody) expect(text.length).toBeLessThan(MAX_ANSWER)
      }
      expect(work.nearMisses).toBeLessThan(MAX_NEAR_MISSES)
    },
  )

  const commands = catalog.filter(({ kind }) => kind === 'command')
  it.each(commands.map((unit) => [unit.id, unit] as const))('to %s over a socket', (_, { id, bodySchema }) => {
    expect(call(id, values['unknown fields']).length).toBeLessThan(MAX_ANSWER)
    const before = work.nearMisses
    expect(call(id, values['more fields than may be'])).toContain(
      'The message holds an object with more than 10,000 fields.',
    )
    expect(work.nearMisses).toBe(before)
    for (const field of Object.keys(bodySchema.entries)) {
      // Stored values are answered unchanged.
      const answer = call(id, { [field]: values['a long text'] })
      if (answer.includes('"error"')) expect(answer.length).toBeLessThan(MAX_ANSWER)
    }
    expect(work.nearMisses).toBeLessThan(MAX_NEAR_MISSES)
  })

  const places: readonly (readonly [string, string, (value: unknown) => unknown])[] = [
    ['POST', '/state/orgs', (value) => value],
    ['PUT', '/state/orgs/acme', (value) => value],
    ['PUT', '/state/blobs/weights', (value) => value],
    ['POST', '/snapshots', (value) => value],
    ['POST', '/worlds', (value) => value],
    ['POST', '/clock', (advance) => ({ advance })],
    ['POST', '/triggers', (value) => value],
    ['POST', '/triggers', (when) => ({ when, do: [{ drop: true }] })],
    ['POST', '/triggers', (value) => ({ when: { command: '*' }, do: value })],
    ['POST', '/triggers', (value) => ({ when: { command: '*' }, do: [value] })],
    ['POST', '/triggers', (caller) => ({ when: { command: '*', caller }, do: [{ drop: true }] })],
    ['POST', '/verify', (value) => value],
    ['POST', '/verify', (match) => ({ match })],
    ['POST', '/verify', (params) => ({ match: { params } })],
    ['POST', '/verify', (error) => ({ match: { error } })],
    ['POST', '/scenario', (name) => ({ name })],
    ['POST', '/scenario', (value) => ({ document: value })],
    ['POST', '/scenario', (world) => document({ world })],
    ['POST', '/scenario', (records) => document({ world: { records } })],
    ['POST', '/scenario', (orgs) => document({ world: { records: { orgs } } })],
    ['POST', '/scenario', (value) => document({ world: { records: { orgs: [value] } } })],
    ['POST', '/scenario', (value) => document({ world: { generate: { orgs: { ...(value as object), count: 1 } } } })],
    ['POST', '/scenario', (steps) => document({ steps })],
    ['POST', '/scenario', (triggers) => document({ triggers })],
    ['PUT', '/export', (value) => value],
    ['PUT', '/export', (tables) => ({ ...emulator.export(), tables })],
  ]
  it.each(places.map(([method, at, wrap], i) => [`${method} ${at} (${i})`, method, at, wrap] as const))(
    'to %s of the control API',
    async (_, method, at, wrap) => {
      await ask('GET', '/v1/users/me', {})
      for (const [name, value] of Object.entries(values)) {
        const { status, text } = await ask(method, `/__emulator${at}`, wrap(value))
        expect(text.length, name).toBeLessThan(MAX_ANSWER)
        expect(status, `${name}: ${text.slice(0, 300)}`).toBeLessThan(500)
      }
      expect(work.nearMisses).toBeLessThan(MAX_NEAR_MISSES)
    },
  )

  const blocks = (orgs: unknown): unknown => document({ world: { generate: { orgs } } })
  const manyProblems = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, Array(90).fill('{oops}')]))
  it.each<[string, unknown, RegExp]>([
    ['9,000 fields', { ...manyFields(8_999), count: 1 }, /9,000 fields, where at most 1,000 are taken/],
    ['one field too many', { ...manyFields(1_000), count: 1 }, /1,001 fields, where at most 1,000 are taken/],
    [
      'more values than are taken',
      { count: 1, list: Array(10_001).fill(1) },
      /document\.world\.generate\.orgs: expected at most 10,000 values/,
    ],
    [
      '9,000 wrong counters',
      { ...manyProblems, count: 1 },
      /unknown counter \{oops\}[^]*no more than 50 mistakes are looked for/,
    ],
  ])('in a block of generate: %s', async (_, block, message) => {
    const made = vi.spyOn(String.prototype, 'matchAll')
    try {
      const { status, text } = await ask('POST', '/__emulator/scenario', blocks(block))
      expect({ status, text: text.slice(0, 10_000) }).toMatchObject({
        status: 400,
        text: expect.stringMatching(message) as string,
      })
      expect(text.length).toBeLessThan(MAX_ANSWER)
      // No record is made of it.
      expect(made.mock.calls.length).toBeLessThan(100)
    } finally {
      made.mockRestore()
    }
  })

  it.each(['POST /state/orgs', 'PUT /state/orgs/acme'])('is no list, for %s', async (call) => {
    const [method = '', path = ''] = call.split(' ')
    const { status, text } = await ask(method, `/__emulator${path}`, Array(100_000).fill(1))
    expect({ status, text }).toMatchObject({
      status: 400,
      text: expect.stringContaining('expected object, got an array') as string,
    })
    expect(work.nearMisses).toBe(0)
  })

  it('in a file that is validated', () => {
    const { problems } = checkScenario({
      scenario: 1,
      name: 'x',
      about: 'x',
      steps: [{ http: 'GET /users/me', ...manyFields() }],
    })
    expect(problems.length).toBeLessThan(60)
    expect(work.nearMisses).toBeLessThan(MAX_NEAR_MISSES)
  })
})

describe('bounds', () => {
  it.each([
    ['worlds', '/worlds'],
    ['snapshots', '/snapshots'],
    ['triggers', '/triggers'],
  ] as const)('of %s: refuses one more, and says what to do', async (name, at) => {
    emulator = createEmulator({ bounds: { [name]: 2 } })
    const body = name === 'triggers' ? { when: { command: '*' }, do: [{ drop: true }] } : {}
    const answers = [
      await ask('POST', `/__emulator${at}`, body),
      await ask('POST', `/__emulator${at}`, body),
      await ask('POST', `/__emulator${at}`, body),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 400])
    expect(answers[2]!.text).toContain(
      `the bound of ${name} is reached (2): delete some, or start with a larger one (--bounds ${name}=N, option bounds.${name})`,
    )
  })

  it('of records: an option that is checked', () => {
    expect(() =>
      createEmulator({
        bounds: { records: 5 },
        fixtures: [{ fixture: 1, name: 'mine', generate: { users: { count: 6, alias: 'u-{n}' } } }],
      }),
    ).toThrow(/6 records with those before, where at most 5/)
    expect(() => createEmulator({ bounds: { record: 5 } as never })).toThrow(
      /bounds\.record: createEmulator has no such option, did you mean 'records'/,
    )
  })

  it('a state that is nothing but empty lists is refused before it is parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    try {
      const { status, text } = await ask('PUT', '/__emulator/export', { tables: Array(1_000_001).fill([]) })
      expect(status).toBe(413)
      expect(text).toContain('more than 1,000,000 lists and objects')
      expect(parse).not.toHaveBeenCalled()
    } finally {
      parse.mockRestore()
    }
  })
})

const headers = ['x-api-key', 'svc-key-ada-admin', 'content-type', 'application/json']
const fields = JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`f${n}`, 1])))

it.each([
  [
    'nests too deeply',
    'POST',
    '/v1/orgs',
    `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
    'The body nests deeper than 512 levels.',
  ],
  ['has too many fields', 'POST', '/v1/orgs', fields, 'The body holds an object with more than 10,000 fields.'],
  // Requirements of these are checked before the shape of their body.
  [
    'has too many fields, where its fields decide about access',
    'PATCH',
    '/v1/blobs/acme/weights',
    fields,
    'The body holds an object with more than 10,000 fields.',
  ],
])('does not parse a body that %s', async (_, method, url, text, message) => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const { status, body } = await handle(emulator, {
      method,
      url,
      headers,
      body: new TextEncoder().encode(text),
    })
    expect({ status, body }).toMatchObject({ status: 400, body: expect.stringContaining(message) as string })
    expect(parse).not.toHaveBeenCalled()
  } finally {
    parse.mockRestore()
  }
})

it('notes fifty unknown query parameters, and counts the others', async () => {
  const query = Array.from({ length: 1_000 }, (_, n) => `a${n}=1`).join('&')
  expect((await handle(emulator, { method: 'GET', url: `/v1/users/me?${query}`, headers, body: null })).status).toBe(
    200,
  )
  const { notes } = emulator.journal.entries()[0]!
  expect(notes).toHaveLength(51)
  expect([notes[49], notes[50]]).toEqual([
    expect.stringContaining("query parameter 'a49' is not known to GET /users/:user_id and was ignored"),
    expect.stringContaining('950 further query parameters are not known to GET /users/:user_id and were ignored'),
  ])
})
