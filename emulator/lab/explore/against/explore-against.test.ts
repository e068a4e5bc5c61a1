import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeReport } from '../../../scenario/reports/write-report.ts'
import { letTimePass } from '../../../../tests/helpers/let-time-pass.ts'
import { explore } from '../explore.ts'
import type { Run } from '../../subjects/function.ts'
import { tellReleases } from './tell-releases.ts'

beforeEach(letTimePass)

type Fields = Record<string, unknown>

async function call({ fetch, baseUrl, apiKey }: Run, method: string, path: string, body?: object): Promise<Fields> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(300),
  })
  if (!response.ok) throw new Error(`refused with ${response.status}`)
  return (await response.json()) as Fields
}

/** A client that makes an organization and reads a user, with its way to send a request. */
const makesOrg = (send: typeof call) => async (run: Run) => {
  const { user } = await send(run, 'GET', '/users/me')
  await send(run, 'POST', '/api-keys/target/org/acme', { role: 'read', description: 'build' })
  return (user as Fields)['alias']
}
const plain = makesOrg(call)
const retries = makesOrg((...request) => call(...request).catch(() => call(...request)))
const makeKey = 'POST /api-keys/target/:target/:target_id'

/** Makes a key, and reports what goes wrong. */
const plainKey = async (run: Run) => {
  const made = await call(run, 'POST', '/api-keys/target/org/acme', { role: 'read', description: 'build' })
  await call(run, 'GET', '/users/me')
  return typeof made
}

/** Reads side by side, makes a session with an alias that it draws, and walks a listing. */
async function busy(run: Run) {
  const names: unknown[] = []
  const read = async (path: string) => names.push(await call(run, 'GET', path))
  await Promise.all(['/users/me', '/orgs/acme', '/orgs/ada-lab'].map(read))
  await call(run, 'POST', '/workflow/create_session', { org_id: 'acme', alias: `x-${randomUUID()}` })
  let count = 0
  for (let cursor: unknown = undefined; cursor !== null;) {
    const page = await call(run, 'POST', '/workflow/list_session_objects', { session_id: 'run-01', cursor })
    count += (page['objects'] as unknown[]).length
    cursor = page['cursor']
  }
  return [names, count]
}

/** Faults that answer at once, so that no run waits for its time limit. */
const only = ['lost-answer', 'no-answer', 'gateway', 'broken-answer', 'refusal']

describe('explore with against', () => {
  it('finds what a naive retry makes worse: calls that write twice after a lost answer', async () => {
    const report = await explore(retries, { against: plain, only })
    expect(report.worse).toMatchObject([
      {
        faults: expect.arrayContaining(['lost-answer', 'gateway']),
        old: 'reported',
        new: 'wrong-world',
        calls: [{ call: makeKey, old: 1, new: 2 }],
        sentences: [
          `The new client sends ${makeKey} twice; the old client sends it once.`,
          'The new client claims success and leaves wrong records; the old client reports the failure.',
        ],
        records: [expect.stringMatching(/^\+ api_keys .*"build"/)],
        points: [`${makeKey}#1`],
      },
    ])
    expect(report.better).toMatchObject([
      { old: 'reported', new: 'survived', points: [`${makeKey}#1`] },
      { old: 'reported', new: 'survived', points: ['GET /users/me#1'] },
    ])
    expect(report.otherwise.map((each) => [each.old, each.new])).toContainEqual(['reported', 'reported'])
    const text = writeReport('pretty', tellReleases(report), { color: false })
    expect(text).toContain(`worse: the work is done and its answer is lost
  also when `)
    expect(text).toMatch(/experiments with both: \d+ worse, \d+ otherwise, \d+ better\n$/)
  })

  it('finds the same cases better where a retry is taken away', async () => {
    const added = await explore(retries, { against: plain, only })
    const taken = await explore(plain, { against: retries, only })
    const ids = (differences: typeof added.worse) => differences.flatMap(({ cases }) => cases).toSorted()
    expect(ids(added.worse)).not.toEqual([])
    expect(ids(taken.better)).toEqual(ids(added.worse))
    expect(ids(taken.worse)).toEqual(ids(added.better))
  })

  it.each([
    ['without a retry', plain],
    ['with a retry', retries],
    ['that reads side by side, walks a listing and draws an alias', busy],
  ])('finds no difference of a client from itself, %s', async (_, client) => {
    const report = await explore(client, { against: client, skip: ['late-answer', 'stalled-body', 'slow-body'] })
    expect(report).toMatchObject({ worse: [], otherwise: [], better: [], notes: [] })
    expect(report.experiments).toBeGreaterThan(40)
  })

  it('judges a call that only the new client makes by how it takes its failures', async () => {
    const ignores = async (run: Run) => {
      const name = await plain(run)
      const orgs = await call(run, 'GET', '/orgs/acme').catch(() => ({ org: undefined }))
      return [name, (orgs as Fields)['org'] === undefined ? 'none' : 'acme']
    }
    const report = await explore(ignores, { against: plain, only: ['no-answer'] })
    expect(report.worse).toMatchObject([
      {
        old: null,
        new: 'wrong-output',
        points: ['GET /orgs/:org_id#1'],
        sentences: ['The new client claims success with a wrong result; the old client does not make this call.'],
      },
    ])
    expect(report.notes).toEqual([
      'without a failure, the new client sends GET /orgs/:org_id once; the old client does not send it',
    ])
  })

  it('counts what two clients that report a failure leave twice', async () => {
    const repeats = async (run: Run) => {
      const body = { role: 'read', description: 'build' }
      const made = await call(run, 'POST', '/api-keys/target/org/acme', body).catch(async (error: unknown) => {
        await call(run, 'POST', '/api-keys/target/org/acme', body)
        throw error
      })
      await call(run, 'GET', '/users/me')
      return typeof made
    }
    const report = await explore(repeats, { against: plainKey, only: ['lost-answer'] })
    expect(report.worse.flatMap(({ sentences }) => sentences)).toContain(
      'repeats leaves 1 record too many; plainKey leaves none.',
    )
  })

  it('refuses options that judge one client', async () => {
    await expect(explore(plain, { against: plain, strict: true } as never)).rejects.toThrow(
      'explore with against has no such option: it judges one client, and two are compared',
    )
    await expect(explore(plain, { against: plain, only: ['netwrok'] })).rejects.toThrow("did you mean 'network'")
    await expect(explore(plain, { against: 'node old.mjs' } as never)).rejects.toThrow('expected a function')
  })
})
