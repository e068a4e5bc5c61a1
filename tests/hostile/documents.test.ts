/** Documents: of many mistakes of one kind no more are looked into than are shown (near misses are counted), and a short document makes no large world. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { answerControl } from '../../emulator/adapters/control/serve.ts'
import { generate } from '../../emulator/engine/world/generate.ts'
import { handle } from '../../emulator/host/dispatch.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'

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

const headers = ['x-api-key', 'svc-key-ada-admin', 'content-type', 'application/json']
const document = (part: object) => ({ document: { scenario: 1, name: 'x', about: 'x', ...part } })
const manyFields = (count: number, name: string): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, 1]))

let emulator: Emulator

beforeEach(() => {
  emulator = createEmulator()
  instanceOf(emulator).site.control = answerControl
  work.nearMisses = 0
})

async function ask(method: string, url: string, body: unknown): Promise<{ status: number; text: string }> {
  const { status, body: text } = await handle(emulator, {
    method,
    url,
    headers,
    body: new TextEncoder().encode(JSON.stringify(body)),
  })
  return { status, text: text as string }
}

describe('of many mistakes of one kind', () => {
  const each = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
  const steps = (count: number, make: (n: number) => object): unknown => document({ steps: each(count, make) })
  const trigger = (when: object): object => ({ when, do: [{ drop: true }] })
  it.each<[string, unknown, RegExp]>([
    [
      'steps with endpoints that there are not',
      steps(5_000, (n) => ({ http: `GET /userz/me${n}` })),
      /no endpoint 'GET \/userz/,
    ],
    [
      'steps with commands that there are not',
      steps(5_000, () => ({ call: 'workflow.list_sesions', params: {} })),
      /no command 'workflow.list_sesions/,
    ],
    [
      'steps with variables that none saves',
      steps(5_000, (n) => ({ http: `GET /users/\${use${n}}` })),
      /no step saves the variable 'use/,
    ],
    [
      'one step with variables that none saves',
      steps(1, () => ({ http: 'POST /orgs', body: each(5_000, (n) => `\${use${n}}`) })),
      /no step saves the variable 'use/,
    ],
    [
      'a step that saves from nowhere',
      steps(1, () => ({ http: 'GET /users/me', save: Object.fromEntries(each(5_000, (n) => [`v${n}`, 'bodi.user'])) })),
      /has no 'bodi'/,
    ],
    [
      'a step with matchers of no kind',
      steps(1, () => ({ http: 'GET /users/me', expect: { body: each(5_000, () => ({ is: 'uuidd' })) } })),
      /expected 'uuid'/,
    ],
    [
      'triggers with endpoints that there are not',
      document({ triggers: each(5_000, (n) => trigger({ endpoint: 'GET /userz/me', nth: n + 1 })) }),
      /no endpoint 'GET \/userz/,
    ],
    [
      'triggers with parameters that are not taken',
      document({
        triggers: each(5_000, (n) => trigger({ endpoint: 'PATCH /users/:user_id', params: { nam: 1 }, nth: n + 1 })),
      }),
      /takes no 'nam'/,
    ],
    [
      'triggers with matchers of no kind',
      document({
        triggers: each(5_000, (n) =>
          trigger({ endpoint: 'GET /users/me', params: { user_id: { is: 'uuidd' } }, nth: n + 1 }),
        ),
      }),
      /expected 'uuid'/,
    ],
    [
      'triggers about users that there are not',
      document({ triggers: each(5_000, (n) => trigger({ endpoint: 'GET /users/me', caller: `adaa${n}` })) }),
      /there is no user 'adaa/,
    ],
    [
      'clauses that cannot be broken',
      document({ world: { settings: { broken: each(50_000, (n) => `users.gett${n}`) } } }),
      /there is no clause 'users.gett/,
    ],
    [
      'records with unknown fields',
      document({ world: { records: { orgs: each(1_000, () => manyFields(20, 'visibilit')) } } }),
      /unknown field/,
    ],
  ])('in %s, no more are looked into than are shown', async (_, body, message) => {
    const { status, text } = await ask('POST', '/__emulator/scenario', body)
    expect({ status, text }).toMatchObject({ status: 400, text: expect.stringMatching(message) as string })
    expect((JSON.parse(text) as { problems: unknown[] }).problems.length).toBeLessThanOrEqual(52)
    expect(work.nearMisses).toBeGreaterThan(0)
    expect(work.nearMisses).toBeLessThan(300)
  })

  it('in the parameters of a trigger no more are looked into than are shown', async () => {
    const { status, text } = await ask(
      'POST',
      '/__emulator/triggers',
      trigger({ endpoint: 'PATCH /users/:user_id', params: manyFields(900, 'nam') }),
    )
    expect({ status, text }).toMatchObject({
      status: 400,
      text: expect.stringContaining("takes no 'nam0', did you mean 'name'?") as string,
    })
    expect(work.nearMisses).toBe(50)
  })

  it('in what came nearest to a question, few missing fields are looked into and fifty differences are shown', async () => {
    await handle(emulator, {
      method: 'PUT',
      url: '/v1/blobs/acme/weights/metadata/tags',
      headers,
      body: new TextEncoder().encode(JSON.stringify(manyFields(2_000, 'f'))),
    })
    work.nearMisses = 0
    const { text } = await ask('POST', '/__emulator/verify', { match: { params: manyFields(900, 'ff') } })
    const [{ differences }] = (
      JSON.parse(text) as { near_misses: [{ differences: { field: string; actual: string }[] }] }
    ).near_misses
    expect(differences).toHaveLength(51)
    expect([differences[0], differences[5], differences[50]]).toEqual([
      { field: 'params.ff0', expected: '1', actual: "nothing, but there is 'f0'" },
      { field: 'params.ff5', expected: '1', actual: 'nothing' },
      { field: 'and 850 more', expected: 'what is meant', actual: 'something else' },
    ])
    expect(work.nearMisses).toBe(5)
  })

  it('in the calls of a batch three are looked into for each', () => {
    let answer = ''
    const session = emulator.connect({
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send: (text) => {
        answer += text
      },
      close() {},
    })
    session.receive(
      JSON.stringify(
        each(100, (id) => ({ jsonrpc: '2.0', id, method: 'workflow.list_sessions', params: manyFields(50, 'org_i') })),
      ),
    )
    expect(answer).toContain('and 48 more')
    expect(work.nearMisses).toBe(200)
  })

  it.each([
    [
      'a trigger that compares each request with 1,001 values',
      trigger({ command: '*', params: { a: Array(1_000).fill(1) } }),
      'when.params: expected at most 1,000 values',
    ],
    [
      'a trigger that does 5,001 things',
      { when: { command: '*' }, do: Array(2_501).fill({ drop: true }) },
      'do: expected at most 5,000 values',
    ],
  ])('refuses %s', async (_, body, message) => {
    const { status, text } = await ask('POST', '/__emulator/triggers', body)
    expect({ status, text }).toMatchObject({ status: 400, text: expect.stringContaining(message) as string })
  })
})

describe('a short document that asks for a world that no memory holds', () => {
  const switchTo = (body: object) => ask('POST', '/__emulator/scenario', body)

  const generated = (count: number) => ({
    document: { scenario: 1, name: 'x', about: 'x', world: { generate: { users: { count, alias: 'u-{n}' } } } },
  })

  it('refuses a text of a hundred thousand counters', async () => {
    const { status, text } = await switchTo({
      document: {
        ...generated(1).document,
        world: { generate: { users: { count: 1_000, name: '{n}'.repeat(100_000) } } },
      },
    })
    expect({ status, text }).toMatchObject({
      status: 400,
      text: expect.stringContaining('expected at most 1,000 counters in one text') as string,
    })
  })

  it.each([
    ['texts', { name: '{n:99}'.repeat(1_000) }],
    ['lists', { name: { $pick: ['a'] }, extra: Array(100_000).fill(0) }],
  ])('refuses a generate block of a megabyte that would make gigabytes of %s', (_what, fields) => {
    const made: unknown[] = []
    const room = { left: 5_000_000 }
    for (const record of generate({ count: 250_000, ...fields }, 1, room)) made.push(record)
    expect(made.length).toBeLessThan(60)
    expect(() =>
      createEmulator({
        fixtures: [
          { fixture: 1, name: 'mine', generate: { users: { count: 1_000, alias: 'u-{n}', ...fields } } },
        ] as never,
      }),
    ).toThrow(
      /generate\.users: the records that it generates, with those before, hold more than 67,108,864 characters \(option bounds\.importBytes\)/,
    )
  })

  it('refuses to generate a thousand million records, before the first', async () => {
    const before = emulator.export()
    const { status, text } = await switchTo(generated(1e9))
    expect({ status, text }).toMatchObject({
      status: 400,
      text: expect.stringContaining(
        '1,000,000,000 records with those before, where at most 250,000 may be loaded at once (--bounds records=N, option bounds.records)',
      ) as string,
    })
    expect(emulator.export()).toEqual(before)
  })
})
