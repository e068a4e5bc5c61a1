import { describe, expect, it } from 'vitest'
import { ask } from '../../../tests/helpers/ask.ts'
import { explore } from './explore.ts'
import type { Run } from '../subjects/function.ts'
import type { ExploreReport } from './report.ts'
import { writeReport } from '../../scenario/reports/write-report.ts'
import { reportExploration } from './explore-report.ts'

const put = (run: Run, session_id: string, key: string) =>
  ask(run, 'POST', '/workflow/put_session_object', { session_id, key, value: { n: 7 } })
const shown = ({ findings }: ExploreReport) =>
  findings.flatMap(({ verdict, cases }) => cases.map(({ id }) => `${verdict} ${id}`))

describe('a write that is made twice', () => {
  it('is none where it comes to the same: one key has one value, however often that is put', async () => {
    expect(
      shown(
        await explore(
          (run) =>
            put(run, 'run-01', 'job')
              .catch(() => put(run, 'run-01', 'job'))
              .then(() => 'put'),
          { only: ['lost-answer', 'gateway'] },
        ),
      ),
    ).toEqual([])
  })

  it('is one where the second stands under another key', async () => {
    const report = await explore(
      (run) =>
        put(run, 'run-01', 'job')
          .catch(() => put(run, 'run-01', 'job again'))
          .then(() => 'put'),
      { only: ['lost-answer'] },
    )
    expect(shown(report)).toEqual(['wrong-world workflow.put_session_object#1 over HTTP:lost-answer'])
    expect(report.findings[0]!.because).toContain(
      '+ objects {"session_id":"00000000-0000-4000-8000-000000000201","key":"job again"',
    )
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

  it('may be read whose it is then, by a client that wrote before and read nothing of the other', async () => {
    const writing = async (run: Run) => {
      await ask(run, 'PUT', '/blobs/acme/weights/metadata/build', { commit: 'abc' })
      await ask(run, 'PUT', '/blobs/acme/weights/metadata/build', { by: 'ada' })
      const { metadata } = (await ask(run, 'GET', '/blobs/acme/weights/metadata/build')) as unknown as {
        metadata: { key: string }[]
      }
      return metadata.map(({ key }) => key).toSorted()
    }
    const report = await explore(writing, { only })
    expect(shown(report)).toEqual([])
    expect(
      report.experiments.filter(({ fault }) => fault.endsWith('blobs-succeeded')).map(({ reached }) => reached),
    ).toEqual([true, true, true])
  })

  it('excuses no line that says of two what was never true at once', async () => {
    const telling = async (run: Run) => {
      const { blob } = (await ask(run, 'GET', '/blobs/acme/weights')) as unknown as { blob: { name: string } }
      const { revisions } = (await ask(run, 'GET', '/blobs/acme/weights/revisions')) as unknown as {
        revisions: unknown[]
      }
      return `${blob.name} has ${revisions.length} revisions`
    }
    expect(shown(await explore(telling, { only }))).toEqual([
      'wrong-output GET /blobs/:org_id/:blob_id/revisions#1:target-changes:blobs-succeeded',
    ])
  })

  it('excuses no write that is lost', async () => {
    const careless = async (run: Run) => {
      const before = (await ask(run, 'POST', '/workflow/get_session', { session_id: 'run-02' })) as unknown as {
        session: { id: string }
      }
      await put(run, 'run-02', 'one')
      const { session } = (await ask(run, 'POST', '/workflow/get_session', { session_id: 'run-02' })) as unknown as {
        session: { id: string }
      }
      if (session.id === before.session.id) await put(run, 'run-02', 'two')
      return 'put'
    }
    expect(shown(await explore(careless, { only }))).toContain(
      'wrong-world workflow.get_session#2 over HTTP:target-changes:sessions-succeeded',
    )
  })
})

describe('a client that remembers between its runs', () => {
  const me = new Map<string, string>()
  const remembering = async (run: Run) => {
    if (!me.has('alias'))
      me.set(
        'alias',
        String(((await ask(run, 'GET', '/users/me')) as unknown as { user: { alias: string } }).user.alias),
      )
    await put(run, 'run-01', 'visitor')
    return me.get('alias')
  }

  it('is compared with a run that remembers, too, and the report says so', async () => {
    const report = await explore(remembering, { only: ['no-answer', 'caller-changes'] })
    expect(report.points).toEqual(['workflow.put_session_object#1 over HTTP'])
    expect(report.notes).toContain(
      'two runs without a fault made different calls (GET /users/me: 1 and 0): the client depends on time, or keeps something between its runs; experiments are compared with the second run',
    )
    expect(report.findings).toEqual([])
  })
})

it('a client that asks nothing in its second run cannot be explored', async () => {
  let known: Promise<unknown> | undefined
  await expect(explore((run) => (known ??= ask(run, 'GET', '/users/me')).then(() => 'known'))).rejects.toThrow(
    'made no call of the API in its second run, so nothing can be tried: it keeps the answers of its first run.',
  )
})

it('a run that does not come to its fault is no finding for a change that was not made, and is counted apart', async () => {
  let runs = 0
  /** Two runs ask who the caller is first, the others do not. */
  const report = await explore(
    async (run) => {
      if (++runs <= 2) await ask(run, 'GET', '/users/me')
      await put(run, 'run-01', 'visitor')
      return 'was here'
    },
    { only: ['target-changes'] },
  )
  expect(report.findings).toEqual([])
  expect(report.experiments.map(({ verdict, reached }) => [verdict, reached])).toEqual(
    report.experiments.map(() => ['survived', false]),
  )
  expect(writeReport('pretty', reportExploration(report))).toMatch(
    / 2 calls: 0 survived, 0 reported, 3 did not reach their fault, 0 findings\n$/,
  )
})

it('says which call there is, for one in `only` that there is not', async () => {
  await expect(explore((run) => ask(run, 'GET', '/users/me'), { only: ['GET /user/me'] })).rejects.toThrow(
    "makes no call 'GET /user/me', did you mean 'GET /users/me'? (its calls: GET /users/me#1)",
  )
})

describe('work that fails after it was accepted', () => {
  const begun = async (run: Run) => {
    const { execution } = (await ask(run, 'POST', '/workflow/start_execution', {
      definition_id: 'report',
    })) as unknown as { execution: { id: string } }
    for (const key of ['one', 'two', 'three', 'four']) await put(run, 'run-01', key)
    return execution.id
  }
  const only = ['work-fails']

  it('is no fault of a client that says no more than that it began', async () => {
    expect(shown(await explore(async (run) => `began ${await begun(run)}`, { only }))).toEqual([])
  })

  it('is one of a client that looks at it, and says that it is over', async () => {
    const looking = async (run: Run) => {
      const execution_id = await begun(run)
      for (let n = 0; n < 20; n++) {
        const { execution } = (await ask(run, 'POST', '/workflow/get_execution', { execution_id })) as unknown as {
          execution: { status: string }
        }
        if (execution.status !== 'queued' && execution.status !== 'running') break
      }
      return 'is over'
    }
    expect(shown(await explore(looking, { only }))).toEqual([
      'wrong-world workflow.start_execution#1 over HTTP:work-fails',
    ])
  })
})

describe('a verdict', () => {
  const body = { nodes: [{ id: 'a', kind: 'task' }], edges: [] }
  const check = ({ fetch, baseUrl, apiKey }: Run) =>
    fetch(`${baseUrl}/workflow/check_definition`, {
      method: 'POST',
      headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
    })
  const only = ['verdict']

  it('that is `failure` with HTTP 200 is missed by who looks at the HTTP status', async () => {
    expect(shown(await explore(async (run) => ((await check(run)).ok ? 'valid' : 'invalid'), { only }))).toEqual([
      'wrong-output workflow.check_definition#1 over HTTP:verdict',
    ])
  })

  it('is heard by who says it, and by who fails', async () => {
    const exploreVerdict = async (run: Run) => ((await (await check(run)).json()) as { status: string }).status
    expect(shown(await explore(exploreVerdict, { only }))).toEqual([])
    expect(
      shown(
        await explore(
          async (run) => {
            if ((await exploreVerdict(run)) !== 'success') throw new Error('invalid')
          },
          { only },
        ),
      ),
    ).toEqual([])
  })
})

describe('a refusal', () => {
  const reset = (isFine: (error: string) => boolean) => (run: Run) =>
    ask(run, 'POST', '/revisions/00000000-0000-4000-8000-0000000000e3/reset')
      .catch((error: Error) => {
        if (!isFine(error.message)) throw error
      })
      .then(() => 'it is ready')

  it('that says that all is done is believed, and no other', async () => {
    expect(
      shown(
        await explore(
          reset((error) => error === 'revision_not_failed'),
          { only: ['refusal', 'already-done'] },
        ),
      ),
    ).toEqual([])
    expect(
      shown(
        await explore(
          reset((error) => error !== 'forbidden' && error.startsWith('blob')),
          { only: ['refusal', 'already-done'] },
        ),
      ),
    ).toContain('wrong-world POST /revisions/:revision_id/reset#1:refusal:blob_not_ready')
  })

  it('that a client waits out may last', async () => {
    const wait = async (run: Run): Promise<string> => {
      for (;;) {
        try {
          await ask(run, 'POST', '/orgs', { name: 'Data' })
          return 'made'
        } catch (error) {
          if ((error as Error).message !== 'limit_exceeded') throw error
        }
      }
    }
    expect(shown(await explore(wait, { only: ['refusal'] }))).toEqual([
      'storm POST /orgs#1:refusal:limit_exceeded-lasting',
    ])
  })
})

it('an empty file is a file', async () => {
  const size = async ({ fetch, baseUrl, apiKey }: Run) => {
    const answer = await fetch(`${baseUrl}/workflow/sessions/run-01/files/readme.txt`, {
      headers: { 'X-API-Key': apiKey },
    })
    const envelope = JSON.parse(answer.headers.get('x-response-body') ?? '{}') as { status?: string }
    if (envelope.status !== 'success') throw new Error('no file')
    return (await answer.arrayBuffer()).byteLength
  }
  const report = await explore(size, { only: ['broken-answer'] })
  expect(report.findings).toEqual([])
  expect(report.experiments.map(({ fault }) => fault)).toEqual(['broken-answer:cut', 'broken-answer:not-json'])
})

it('a listing that is cut is missed by who works on all that it lists, whatever it prints', async () => {
  const labelling = (careful: boolean) => async (run: Run) => {
    const list = (await ask(run, 'GET', '/orgs/acme/blobs')) as unknown as {
      blobs: { id: string; condition: string }[]
    }
    if (careful && JSON.stringify(list).length > 900_000) throw new Error('the listing may be cut')
    for (const { id, condition } of list.blobs.slice(0, 100))
      if (condition === 'ready') await ask(run, 'PUT', `/blobs/acme/${id}/metadata/team`, { owner: 'ml' })
    return 'labelled'
  }
  expect(shown(await explore(labelling(false), { only: ['silent-cut'] }))).toEqual([
    'silent-cut silent-cut:GET/orgs/:org_id/blobs',
    'silent-cut silent-cut:GET/orgs/:org_id/blobs-before',
  ])
  expect(shown(await explore(labelling(true), { only: ['silent-cut'] }))).toEqual([])
})

describe('a listing that is cut', () => {
  const listed = (say: (names: string[], cut: boolean) => unknown) => async (run: Run) => {
    const list = (await ask(run, 'GET', '/orgs/acme/blobs')) as unknown as { blobs: { name: string }[] }
    return say(
      list.blobs.map(({ name }) => name),
      JSON.stringify(list).length > 900_000,
    )
  }
  const verdicts = async (say: (names: string[], cut: boolean) => unknown) =>
    (await explore(listed(say), { only: ['silent-cut'] })).findings.map(({ verdict }) => verdict)

  it.each<[string, (names: string[], cut: boolean) => unknown]>([
    ['its records', (names) => names],
    ['their number', (names) => names.length],
    ['their number, in a sentence', (names) => `acme has ${names.length} blob${names.length === 1 ? '' : 's'}`],
    ['a line for each', (names) => ({ exit: 0, stdout: [...names, `${names.length} blobs`] })],
    ['the last of them', (names) => ({ last: names.at(-1), pages: 1 })],
  ])('is missed by who says no more than %s', async (_, say) => {
    expect(await verdicts(say)).toEqual(['silent-cut'])
  })

  it.each<[string, (names: string[], cut: boolean) => unknown]>([
    ['a flag', (names, cut) => ({ names, whole: !cut })],
    ['a word', (names, cut) => `${names.length} blobs${cut ? ', and maybe more' : ''}`],
    ['a line', (names, cut) => ({ exit: 0, stdout: [...names, ...(cut ? ['WARNING: incomplete'] : [])] })],
    ['what it leaves out', (names, cut) => (cut ? `${names.length} blobs` : `all ${names.length} blobs`)],
  ])('is noticed by who says so with %s', async (_, say) => {
    expect(await verdicts(say)).toEqual([])
  })
})

it('of two that rename a record, the later one has the last word', async () => {
  const archive = async (run: Run) => {
    const { session } = (await ask(run, 'POST', '/workflow/get_session', { session_id: 'run-07' })) as unknown as {
      session: { id: string }
    }
    await ask(run, 'POST', '/workflow/update_session', { session_id: session.id, alias: 'archived' })
    return 'archived'
  }
  const report = await explore(archive, { only: ['target-changes'] })
  expect(shown(report)).toEqual([])
  expect(report.experiments).toContainEqual(
    expect.objectContaining({
      id: 'workflow.update_session#1 over HTTP:target-changes:sessions-renamed',
      verdict: 'survived',
      reached: true,
    }),
  )
})
