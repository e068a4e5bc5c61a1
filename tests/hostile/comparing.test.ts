/** Two small documents, compared, may ask for hours: what comparing takes is counted, and what is not known is not said. */
import { beforeEach, expect, it } from 'vitest'
import { Effort } from '../../emulator/engine/matching/effort.ts'
import { matches } from '../../emulator/engine/matching/expect.ts'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { worksThroughMuch } from '../helpers/limits.ts'

let emulator: Emulator

beforeEach(() => {
  emulator = createEmulator()
})

async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  const answer = await emulator.fetch(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

const send = (value: unknown) => ask('PUT', '/v1/blobs/acme/weights/metadata/tags', value)
const verify = (params: unknown, times?: number) =>
  ask('POST', '/__emulator/verify', { match: { params }, ...(times !== undefined && { times }) })
const add = async (params: unknown) =>
  expect(
    (
      await ask('POST', '/__emulator/triggers', {
        when: { endpoint: 'PUT /blobs/:org_id/:blob_id/metadata/:alias', params },
        do: [{ fail: { error: 'forbidden' } }],
      })
    ).status,
  ).toBe(201)

const fields = (count: number, name: string): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, 1]))
/** So many that comparing each with `asked` would take seconds. */
const products: readonly [string, unknown, unknown][] = [
  [
    'two hundred fields with each of a hundred thousand items',
    { t: Array(100_000).fill({}) },
    { t: { contains: fields(200, 'f') } },
  ],
  [
    'a pattern with each of a hundred thousand texts',
    { t: Array(100_000).fill('aaaaa') },
    { t: { contains: { matches: '(?:abc|def){1,40}z' } } },
  ],
  [
    'a pattern with every item of lists of lists',
    { t: Array(300).fill(Array(300).fill('aaaa')) },
    { t: { contains: { contains: { matches: '(?:abc|def){1,40}z' } } } },
  ],
  ['a pattern of many ways with a long text', { t: 'a'.repeat(900_000) }, { t: { matches: '(?:a?){300}b' } }],
]

it.each(products)(
  'a question that compares %s is refused, and not answered with no',
  worksThroughMuch,
  async (_, sent, asked) => {
    expect((await send(sent)).status).toBe(200)
    for (const times of [undefined, 0]) {
      const { status, text } = await verify(asked, times)
      expect({ status, text }).toMatchObject({
        status: 400,
        text: expect.stringContaining(
          'comparing this with what was sent takes too long: ask for fewer values, shorter patterns',
        ) as string,
      })
    }
  },
)

it.each(products)('a trigger that compares %s is left out, and says so', worksThroughMuch, async (_, sent, asked) => {
  await add({ name: { is: 'absent' }, ...(asked as object) })
  expect((await send(sent)).status).toBe(200)
  expect(emulator.triggers.list()).toMatchObject([
    { matched: 0, fired: 0, problem: expect.stringContaining('takes too long') as string },
  ])
  expect(emulator.journal.entries()[0]!.notes).toEqual([
    expect.stringContaining(
      "trigger 'trigger-1' was left out, with those after it that look at values: comparing",
    ) as string,
  ])
})

it('many triggers have together what one may take', worksThroughMuch, async () => {
  for (let i = 0; i < 15; i++) await add({ t: { matches: '(?:a?){50}b' } })
  await add({ t: { is: 'string' } })
  expect((await send({ t: 'a'.repeat(1_000) })).status).toBe(200)
  const problems = emulator.triggers.list().map(({ problem }) => problem !== undefined)
  expect(problems.indexOf(true)).toBeGreaterThan(1)
  expect(problems.slice(problems.indexOf(true))).not.toContain(false)
  expect(emulator.journal.entries()[0]!.notes).toHaveLength(1)
  // What is small is compared as before.
  expect((await send({ t: 'aaa' })).status).toBe(403)
})

it('makes a request change no more than 5,000 records, whatever the number of triggers', worksThroughMuch, async () => {
  for (let i = 0; i < 4; i++) {
    const orgs = Array.from({ length: 2_000 }, (_, n) => ({ alias: `o${i}-${n}` }))
    emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ insert: { orgs } }] })
  }
  expect((await ask('GET', '/v1/users/me')).status).toBe(200)
  const message = 'insert: all triggers together insert and update at most 5000 records at one request'
  expect(emulator.triggers.list().map(({ problem }) => problem)).toEqual([undefined, undefined, message, message])
  expect([emulator.world.orgs.get('o1-1999')?.alias, emulator.world.orgs.get('o2-0')]).toEqual(['o1-1999', undefined])
  expect(emulator.journal.entries()[0]!.notes).toEqual(
    [2, 3].map(
      (n) => expect.stringContaining(`trigger 'trigger-${n + 1}' could not change the world: ${message}`) as string,
    ),
  )
})

it('looks for a long text in a longer one in time of their lengths', worksThroughMuch, async () => {
  const half = 'a'.repeat(200_000)
  await send({ t: 'a'.repeat(900_000) })
  const { status, text } = await verify({ t: { contains: `${half}b${half}` } })
  expect({ status, text }).toMatchObject({ status: 200, text: expect.stringContaining('"ok":false') as string })
})

it.each([
  ['1,001 short ones', 1_001, 'a'],
  ['some long ones', 20, 'a'.repeat(501)],
])('reads no more regular expressions of one value than may be: %s', async (_, count, source) => {
  const document = {
    scenario: 1,
    name: 'x',
    about: 'x',
    steps: [{ http: 'GET /users/me', expect: { body: Array(count).fill({ matches: source }) } }],
  }
  const { status, text } = await ask('POST', '/__emulator/scenario', { document })
  const message = 'expected at most 1000 regular expressions in one value, with 10000 characters together'
  expect({ status, problems: (JSON.parse(text) as { problems: object[] }).problems }).toMatchObject({
    status: 400,
    problems: [{ message }],
  })
})

it('reads a pattern once for all that it is compared with', () => {
  const spentOn = (items: number): number => {
    const effort = new Effort()
    expect(
      matches({ t: { contains: { matches: '(?:abc|def){1,40}z' } } }, { t: Array(items).fill('aaaaa') }, effort),
    ).toBe(false)
    return effort.spent
  }
  // What one item more takes is a fraction of what the first took, whose pattern was read.
  expect(spentOn(1_000) - spentOn(999)).toBeLessThan(spentOn(1) / 10)
})
