import { describe, expect, it } from 'vitest'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { loadScenario } from '../../scenario/load.ts'
import type { Run } from '../subjects/function.ts'
import { why, type WhyOptions } from './why.ts'

type Body = Readonly<Record<string, never>>

/** A client that asks who it is, sends a request, and rejects unless the answer is as it expects. */
const expecting =
  (request: string, body: object | undefined, isRight: (body: Body, status: number) => boolean) =>
  async ({ fetch, baseUrl, apiKey }: Run): Promise<void> => {
    const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
    await fetch(`${baseUrl}/users/me`, { headers })
    const [method = '', path = ''] = request.split(' ')
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...content })
    const read = (await answer.json().catch(() => ({}))) as Body
    if (!isRight(read, answer.status)) throw new Error(`${request} answered ${answer.status}`)
  }

const isOk = (_: Body, status: number): boolean => status === 200

async function explain(subject: (run: Run) => Promise<void>, options?: WhyOptions) {
  const { failing } = await why(subject, options)
  return failing[0]!.reasons
}

describe('a misunderstanding', () => {
  it.each<[string, string, object | undefined, (body: Body, status: number) => boolean]>([
    ['users.update.others-refused', 'PATCH /users/ben', { name: 'x' }, isOk],
    ['users.limits.other-refused', 'GET /users/ben/limits', undefined, isOk],
    ['user.role-read-for-other', 'GET /users/ben', undefined, ({ user }) => user!['role'] === 'owner'],
    ['user.type-always-present', 'GET /users/me', undefined, ({ user }) => user!['type'] === undefined],
    ['identifiers.alias.globally-unique', 'POST /orgs', { alias: 'acme', name: 'x' }, isOk],
    [
      'identifiers.alias.org-uuid-shape-refused',
      'POST /orgs',
      { alias: '00000000-0000-4000-8000-000000000601', name: 'x' },
      isOk,
    ],
    ['envelope.nothing-to-return-is-status-only', 'DELETE /orgs/acme', undefined, (_, status) => status === 204],
  ])('is explained by %s', async (statement, request, body, isRight) => {
    const [first] = await explain(expecting(request, body, isRight))
    expect(first).toMatchObject({ kind: 'sentence', statement, trivial: false })
    expect(first!.says).toContain(`(${statement}). Request ${first!.request} of 2 met it.`)
  })

  it('names a record and a key beside the sentence that they tie with', async () => {
    const taken = await explain(expecting('POST /orgs', { alias: 'acme', name: 'x' }, isOk))
    expect(taken.map(({ kind, id }) => `${kind} ${id}`)).toContain('record orgs/acme')
    const refused = await explain(expecting('GET /users/ben/limits', undefined, isOk))
    expect(refused.map(({ kind, id }) => `${kind} ${id}`)).toContain('key svc-key-ben-admin')
  })
})

it('names the trigger of the scenario first', async () => {
  const outage = {
    name: 'outage',
    when: { endpoint: 'GET /users/me', nth: 2 },
    do: { fail: { error: 'internal_error' } },
  }
  const scenario = await loadScenario({ scenario: 1, name: 'down', triggers: [outage] })
  const [first] = await explain(expecting('GET /users/me', undefined, isOk), { scenario })
  expect(first).toMatchObject({ kind: 'trigger', says: "Without the trigger 'outage' it passes." })
})

describe('several triggers and settings', () => {
  const refuse = (name: string, nth: number) => ({
    name,
    when: { endpoint: 'GET /users/me', nth },
    do: { fail: { error: 'internal_error' } },
  })

  const explainAll = async (triggers: object[], world = {}) => {
    const scenario = await loadScenario({ scenario: 1, name: 'down', world, triggers })
    return explain(
      async (run) => {
        await expecting('GET /users/me', undefined, isOk)(run)
        await expecting('GET /users/ben', undefined, ({ user }) => user !== undefined)(run)
      },
      { scenario },
    )
  }

  it('of which each alone makes it fail are named together', async () => {
    const [first] = await explainAll([refuse('outage', 2), refuse('harmless', 9), refuse('deploy', 2)])
    expect(first).toMatchObject({
      kind: 'together',
      id: 'trigger-1 + trigger-3',
      says: "Without the triggers 'outage' and 'deploy' it passes; each alone does not help.",
    })
  })

  it('of several kinds are named by kind', async () => {
    const world = { settings: { broken: ['users.get.answers-user'] } }
    const [first] = await explainAll([refuse('outage', 2), refuse('deploy', 2)], world)
    expect(first).toMatchObject({
      says: "Without the triggers 'outage' and 'deploy' and the setting 'broken' it passes; fewer do not help.",
    })
  })
})

describe('a key that the world does not have', () => {
  const withKey =
    (key: string, request: string, isRight: (body: Body, status: number) => boolean) =>
    (run: Run): Promise<void> =>
      expecting(request, undefined, isRight)({ ...run, apiKey: key })

  it('is named, with the key in whose place it passes', async () => {
    const [first] = await explain(withKey('svc-key-ada-admn', 'GET /users/ben', isOk))
    expect(first).toMatchObject({
      kind: 'key',
      id: 'svc-key-ada-admin',
      says: "It asks with the key 'svc-key-ada-admn', which the world does not have. It passes with 'svc-key-ada-admin' in its place.",
    })
  })

  it('is named where another key leads to another failure', async () => {
    const { failing } = await why(withKey('svc-key-ada-admn', 'GET /users/ben', (_, status) => status === 299))
    expect(failing[0]!.hint).toBe(
      "It asks with the key 'svc-key-ada-admn', which the world does not have. With 'svc-key-ada-admin' in its place it fails: Error: GET /users/ben answered 200",
    )
  })
})

describe('a deleted record', () => {
  const readsBen = expecting('GET /users/ben', undefined, isOk)

  it('is named where something but a request deletes it', async () => {
    const reasons = await explain(async (run) => {
      run.emulator.world.users.delete('ben')
      await readsBen(run)
    })
    expect(reasons[0]).toMatchObject({
      kind: 'record',
      id: 'users/ben',
      request: 2,
      says: 'It passes with the record users/ben back, which the run deletes.',
    })
  })

  it('is back with all that went with it', async () => {
    const reasons = await explain(async (run) => {
      await expecting('DELETE /orgs/acme', undefined, isOk)(run)
      await expecting('GET /blobs/acme/weights', undefined, isOk)(run)
    })
    expect(reasons.map(({ says }) => says)).toContain(
      'It passes with the record orgs/acme back, which the run deletes.',
    )
  })
})

it('names a setting that is not the default first', async () => {
  const settings = { broken: ['users.get.answers-user'] } as const
  const subject = expecting('GET /users/ben', undefined, ({ user }) => user !== undefined)
  const [first] = await explain(subject, { settings: settings as never })
  expect(first).toMatchObject({ kind: 'setting', id: 'broken' })
})

it.each<[string, (body: Body, status: number) => boolean]>([
  ['a misspelt field', ({ user }) => (user as Body | undefined)?.['naem'] === 'Ada'],
  ['a wrong variable', (_, status) => status === 1234],
])('finds no reason for %s', async (_, isRight) => {
  expect((await explain(expecting('GET /users/me', undefined, isRight))).filter(({ trivial }) => !trivial)).toEqual([])
})

it('names nothing with which a test passed once, by chance', async () => {
  let runs = 0
  const once = async ({ fetch, baseUrl, apiKey }: Run): Promise<void> => {
    await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
    if (++runs !== 3) throw new Error('too early')
  }
  const { failing } = await why(once, { settings: { broken: ['user.has-name'] } })
  expect(failing[0]!.reasons).toEqual([])
  expect(runs).toBeGreaterThan(4)
})

it('refuses what does not fail, and what asks nothing', async () => {
  await expect(why(expecting('GET /users/me', undefined, isOk))).rejects.toThrow('does not fail, so there is nothing')
  const silent = why(() => Promise.reject(new Error('no network')))
  await expect(silent).rejects.toThrow(EmulatorError)
  await expect(silent).rejects.toThrow(/made no request to an emulator: .*no network/)
})

it('names the sentence of a refusal where only another key passes', async () => {
  const isBen = async (run: Run) => {
    await expecting('PATCH /users/ben', { name: 'Ben' }, isOk)(run)
    await expecting('GET /users/me', undefined, ({ user }) => user!['name'] === 'Ben')(run)
  }
  expect((await explain(isBen)).find(({ kind }) => kind === 'key')).toMatchObject({
    kind: 'key',
    id: 'svc-key-ben-admin',
    statement: 'users.update.others-refused',
    says: expect.stringMatching(
      /^It passes with the rights of the key svc-key-ben-admin\. It was refused because: .* \(users\.update\.others-refused\)$/,
    ) as string,
  })
})
