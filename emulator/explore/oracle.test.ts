import { describe, expect, it } from 'vitest'
import { explore } from './explore.ts'
import type { Run } from './function-subject.ts'
import type { ExploreReport } from './report.ts'
import { exploreText } from './reporters/pretty.ts'

async function ask(run: Run, method: string, path: string, body?: object): Promise<Record<string, never>> {
  const response = await run.fetch(`${run.baseUrl}${path}`, { method, headers: { 'X-API-Key': run.apiKey, 'content-type': 'application/json' }, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const answer = await response.json() as { status: string; error?: string }
  if (answer.status !== 'success') throw new Error(answer.error)
  return answer as never
}

const put = (run: Run, session_id: string, key: string) => ask(run, 'POST', '/workflow/put_session_object', { session_id, key, value: { n: 7 } })
const shown = ({ findings }: ExploreReport) => findings.flatMap(({ verdict, cases }) => cases.map(({ id }) => `${verdict} ${id}`))

describe('a write that is made twice', () => {
  it('is none where it comes to the same: one key has one value, however often that is put', async () => {
    expect(shown(await explore((run) => put(run, 'run-01', 'job').catch(() => put(run, 'run-01', 'job')).then(() => 'put'), { only: ['lost-answer', 'gateway'] }))).toEqual([])
  })

  it('is one where the second stands under another key', async () => {
    const report = await explore((run) => put(run, 'run-01', 'job').catch(() => put(run, 'run-01', 'job again')).then(() => 'put'), { only: ['lost-answer'] })
    expect(shown(report)).toEqual(['wrong-world workflow.put_session_object#1 over HTTP:lost-answer'])
    expect(report.findings[0]!.because).toContain('+ objects {"session_id":"00000000-0000-4000-8000-000000000201","key":"job again"')
  })
})

describe('an alias that another takes between two calls', () => {
  const only = ['target-changes']
  const inTurn = async (run: Run, session: string, keys: readonly string[]) => {
    for (const key of keys) await put(run, session, key)
    return 'put'
  }

  it('may be whose it is at each call: what was put went where its alias led', async () => {
    expect(shown(await explore((run) => inTurn(run, 'run-02', ['one', 'two', 'three']), { only }))).toEqual([])
  })

  it('excuses no write that is lost', async () => {
    const careless = async (run: Run) => {
      const before = await ask(run, 'POST', '/workflow/get_session', { session_id: 'run-02' }) as unknown as { session: { id: string } }
      await put(run, 'run-02', 'one')
      const { session } = await ask(run, 'POST', '/workflow/get_session', { session_id: 'run-02' }) as unknown as { session: { id: string } }
      if (session.id === before.session.id) await put(run, 'run-02', 'two')
      return 'put'
    }
    expect(shown(await explore(careless, { only }))).toContain('wrong-world workflow.get_session#2 over HTTP:target-changes:sessions-succeeded')
  })
})

describe('a client that remembers between its runs', () => {
  const me = new Map<string, string>()
  const remembering = async (run: Run) => {
    if (!me.has('alias')) me.set('alias', String((await ask(run, 'GET', '/users/me') as unknown as { user: { alias: string } }).user.alias))
    await put(run, 'run-01', 'visitor')
    return me.get('alias')
  }

  it('is compared with a run that remembers, too, and the report says so', async () => {
    const report = await explore(remembering, { only: ['no-answer', 'caller-changes'] })
    expect(report.points).toEqual(['workflow.put_session_object#1 over HTTP'])
    expect(report.notes).toContain('two runs without a fault made other calls (GET /users/me: 1 and 0): time decides, or what it keeps between runs, outside of the world; compared is with the second')
    expect(report.findings).toEqual([])
  })
})

it('a client that asks nothing in its second run cannot be explored', async () => {
  let known: Promise<unknown> | undefined
  await expect(explore((run) => (known ??= ask(run, 'GET', '/users/me')).then(() => 'known'))).rejects.toThrow('made no call of the API in its second run, so that nothing can be explored: it keeps between its runs what it asked for in the first.')
})

it('a run that does not come to its fault is no finding for a change that was not made, and is counted apart', async () => {
  let runs = 0
  /** Two runs ask who it is first, the others do not. */
  const report = await explore(async (run) => {
    if (++runs <= 2) await ask(run, 'GET', '/users/me')
    await put(run, 'run-01', 'visitor')
    return 'was here'
  }, { only: ['target-changes'] })
  expect(report.findings).toEqual([])
  expect(report.experiments.map(({ verdict, reached }) => [verdict, reached])).toEqual(report.experiments.map(() => ['survived', false]))
  expect(exploreText(report, { color: false, sentenceOf: String })).toMatch(/ 2 calls: 0 survived, 0 reported, 3 did not come to their fault, 0 findings\n$/)
})

it('what fails without a fault, too, is no failure that is ignored', async () => {
  const found = (run: Run) => ask(run, 'POST', '/workflow/get_session', { session_id: 'none' }).then(() => true, (error: Error) => error.message !== 'session_not_found' && Promise.reject(error))
  const report = await explore((run) => found(run), { only: ['no-answer', 'refusal'], strict: true })
  expect(report.notes).toEqual([])
  expect(report.findings).toEqual([])
})

it('an ignored failure is one note, whatever brought it about', async () => {
  const { notes } = await explore((run) => ask(run, 'GET', '/users/me').then(() => 1, () => 1), { only: ['broken-answer', 'lost-answer'] })
  expect(notes).toEqual(['ignored failure: GET /users/:user_id failed and was not repeated with success (lost-answer, broken-answer:cut, broken-answer:empty and 1 more)'])
})

it('says which call there is, for one in `only` that there is not', async () => {
  await expect(explore((run) => ask(run, 'GET', '/users/me'), { only: ['GET /user/me'] })).rejects.toThrow("makes no call 'GET /user/me', did you mean 'GET /users/me'? (its calls: GET /users/me#1)")
})
