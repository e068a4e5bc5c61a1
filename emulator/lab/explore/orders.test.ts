import { describe, expect, it } from 'vitest'
import { explore } from './explore.ts'
import type { Run } from '../subjects/function.ts'
import { chooseOrders } from './orders.ts'
import type { Point } from './points.ts'
import { writeReport } from '../../scenario/reports/write-report.ts'
import { reportExploration } from './explore-report.ts'

const only = ['order']
const headers = ({ apiKey }: Run) => ({ 'X-API-Key': apiKey, 'content-type': 'application/json' })
const read = async (run: Run, path: string) =>
  (await (await run.fetch(`${run.baseUrl}${path}`, { headers: headers(run) })).json()) as Record<
    string,
    Record<string, string>
  >
const post = async (run: Run, path: string, body: object) =>
  (await run.fetch(`${run.baseUrl}${path}`, { method: 'POST', headers: headers(run), body: JSON.stringify(body) }))
    .status
const paths = ['/users/me', '/orgs/acme', '/orgs/ada-lab']

/** Names in order of their answers. */
async function asTheyCome(run: Run): Promise<string[]> {
  const names: string[] = []
  await Promise.all(
    paths.map(async (path) => {
      const { user, org } = await read(run, path)
      names.push((user ?? org)!['alias']!)
    }),
  )
  return names
}

const eachInItsPlace = async (run: Run) =>
  (await Promise.all(paths.map((path) => read(run, path)))).map(({ user, org }) => (user ?? org)!['alias'])

describe('the order of answers', () => {
  it('is turned round, reduced to two calls, and shown as a list', async () => {
    const report = await explore(asTheyCome, { only })
    expect(report.findings).toMatchObject([
      {
        verdict: 'wrong-output',
        fault: 'answer-order',
        because: expect.stringMatching(/^expected \["ada","acme","ada-lab"\], got /),
      },
    ])
    const [shown] = report.findings[0]!.cases
    expect(shown).toMatchObject({ id: 'GET /users/me#1:answer-order:3-2' })
    expect(writeReport('pretty', reportExploration(report))).toContain(`  in this order:
    1. GET /orgs/acme is sent
    2. GET /orgs/ada-lab is sent
    3. GET /orgs/ada-lab is answered
    4. GET /orgs/acme is answered
`)
  })

  it('is no matter to a client that looks whose they are', async () => {
    const report = await explore(eachInItsPlace, { only })
    expect(report.findings).toEqual([])
    expect(report.experiments.map(({ id }) => id)).toContain('GET /users/me#1:answer-order:3-2-1')
    expect(report.notes).toEqual([])
  })

  it('is drawn from the seed', async () => {
    const group = Array.from({ length: 5 }) as Point[]
    const texts = (seed: number) => chooseOrders(group, seed).map((order) => order.join('-'))
    expect(texts(1)).toEqual(texts(1))
    expect(texts(1)).toHaveLength(3)
    expect(new Set([1, 2, 3, 4].flatMap(texts)).size).toBeGreaterThan(7)
  })

  it('can be named, and run again', async () => {
    const { experiments } = await explore(asTheyCome, { case: 'GET /users/me#1:answer-order:2-1' })
    expect(experiments).toMatchObject([{ id: 'GET /users/me#1:answer-order:2-1', verdict: 'wrong-output' }])
    await expect(explore(asTheyCome, { case: 'GET /users/me#1:answer-order:4-1' })).rejects.toThrow(
      "there is no experiment 'GET /users/me#1:answer-order:4-1'",
    )
  })

  it('is not tried for calls that wait for each other', async () => {
    const { experiments } = await explore(
      async (run) => [await read(run, '/users/me'), await read(run, '/orgs/acme')].length,
      { only },
    )
    expect(experiments).toEqual([])
  })
})

describe('the order of requests', () => {
  const create = (run: Run) => post(run, '/workflow/create_session', { org_id: 'acme', alias: 'new-session' })
  const fill = (run: Run) =>
    post(run, '/workflow/put_session_object', { session_id: 'new-session', key: 'a', value: 1 })

  it('finds a write that needs another and does not wait for it', async () => {
    const together = (run: Run) => Promise.all([create(run), fill(run)]).then(() => 'done')
    const report = await explore(together, { only })
    expect(report.findings).toMatchObject([
      {
        verdict: 'wrong-world',
        fault: 'arrival-order',
        cases: [
          {
            order: [
              'workflow.create_session {org_id: acme, alias: new-session} is sent',
              'workflow.put_session_object {session_id: new-session, key: a, value: 1} is sent',
              'workflow.put_session_object {session_id: new-session, key: a, value: 1} is handled',
              'workflow.create_session {org_id: acme, alias: new-session} is handled',
            ],
          },
        ],
      },
    ])
    const inTurn = await explore(async (run) => [await create(run), await fill(run)], { only })
    expect(inTurn.findings).toEqual([])
    expect(inTurn.notes).toEqual([
      'no experiment was run: no fault that was asked for applies to the calls of this client',
    ])
  })

  it('is none of the client where it reads what it writes meanwhile', async () => {
    const looking = async (run: Run) => (await Promise.all([create(run), read(run, '/users/me')]))[0]
    const report = await explore(looking, { only })
    expect(report.findings).toEqual([])
    expect(report.experiments.map(({ id }) => id)).toContain('GET /users/me#1:arrival-order:2-1')
  })
})

describe('an answer that is older than another', () => {
  /** Shows answers as they arrive, like a search box. */
  const shows = (isLatest: boolean) => async (run: Run) => {
    let shown: string | undefined
    let asked = 0
    const load = async () => {
      const turn = ++asked
      const { org } = await read(run, '/orgs/acme')
      if (!isLatest || turn === asked) shown = org!['name']
    }
    await Promise.all([load(), load()])
    return shown
  }

  it('takes the place of a newer one where a client shows what came last', async () => {
    const report = await explore(shows(false), { only })
    expect(report.findings).toMatchObject([
      {
        verdict: 'wrong-output',
        fault: 'stale-answer',
        cases: [
          {
            order: [
              'GET /orgs/acme (#1) is sent and handled',
              'another writer renames the record that is read',
              'GET /orgs/acme (#2) is sent and handled',
              'GET /orgs/acme (#2) is answered',
              'GET /orgs/acme (#1) is answered',
            ],
          },
        ],
      },
    ])
  })

  it('is left alone by one that looks what it asked last, and by one that takes the first', async () => {
    expect((await explore(shows(true), { only })).findings).toEqual([])
    const first = (run: Run) =>
      Promise.race([read(run, '/orgs/acme'), read(run, '/orgs/acme')]).then(({ org }) => org!['name'])
    const { findings, experiments } = await explore(first, { only })
    expect(findings).toEqual([])
    expect(experiments.map(({ fault }) => fault)).toContain('stale-answer')
  })
})
