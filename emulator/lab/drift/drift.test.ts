import { beforeAll, describe, expect, it } from 'vitest'
import { driftFrom, failWork, leftOrgs, withVerdict, type Drifted } from '../../../tests/helpers/drift.ts'
import type { Emulator } from '../../index.ts'
import type { HttpAnswer } from '../../scenario/targets/target.ts'
import { drift } from './drift.ts'

const encoder = new TextEncoder()
const page = (status: number, headers = {}): HttpAnswer => ({
  outcome: 'answered',
  status,
  headers: { 'content-type': 'text/html', ...headers },
  bytes: encoder.encode('<html>gateway</html>'),
})
const nothing = { status: 0, headers: {}, bytes: new Uint8Array(0) }

/** The run of the whole library, without a second key and without `large`. */
let whole: Drifted
beforeAll(async () => {
  whole = await driftFrom({ seed: 77 })
})

describe('a service that keeps the contract', () => {
  it('contradicts nothing with another seed and other records, and keeps its records', () => {
    const { report, emulator } = whole
    expect(withVerdict(report, 'contradicted')).toEqual([])
    expect(withVerdict(report, 'undecided')).toEqual([])
    const reached = [...withVerdict(report, 'held'), ...withVerdict(report, 'partly')].length
    expect(reached / report.clauses.length).toBeGreaterThan(0.7)
    expect(leftOrgs(emulator)).toEqual([])
    expect(report.leftBehind.every((line) => /^the account 'svc-drift-test-\w+' .* retired$/.test(line))).toBe(true)
  })

  // Twenty seeds: tests/drift-seeds.test.ts.
  it('contradicts nothing if everything unspecified varies', async () => {
    const { report } = await driftFrom({ seed: 8, settings: { unspecified: 'vary', otherwise: [] } })
    expect(withVerdict(report, 'contradicted')).toEqual([])
  })

  it('contradicts nothing if it is slow, and its work is done before the next request', async () => {
    const { report } = await driftFrom({ settings: { request_ms: 3_000 } })
    expect(withVerdict(report, 'contradicted')).toEqual([])
  })

  it('contradicts nothing if others create records meanwhile', async () => {
    const { report } = await driftFrom({}, { probes: ['identity', 'keys'] }, async (request, number, ask) => {
      if (request.method === 'GET' && request.path === '/users/me/orgs' && number > 10)
        return withOrg(await ask(), `others-${number}`)
      return ask()
    })
    expect(withVerdict(report, 'contradicted')).toEqual([])
  })
})

/** A listing of organizations with one that another client made. */
function withOrg(answer: HttpAnswer, alias: string): HttpAnswer {
  const body = JSON.parse(new TextDecoder().decode(answer.bytes)) as { orgs?: object[] }
  body.orgs?.push({ id: '00000000-0000-4000-8000-00000000ffff', alias, name: alias, visibility: 'private' })
  return { ...answer, bytes: encoder.encode(JSON.stringify(body)) }
}

describe('a service that chooses what the specification leaves open', () => {
  it('may fail operations, which contradicts nothing', async () => {
    const { report, emulator } = await driftFrom({}, { probes: ['blobs'], prepare: failWork })
    expect([...withVerdict(report, 'contradicted'), ...withVerdict(report, 'undecided')]).toEqual([])
    expect(withVerdict(report, 'held')).toEqual(
      expect.arrayContaining([
        'revision.status-failed',
        'revision.failed-operation-three-values',
        'revision.reset.failed-commit-becomes-draft-ready',
        'revision.reset.failed-delete-becomes-commit-ready',
        'revision.reset.clears-failed-operation',
      ]),
    )
    expect(leftOrgs(emulator)).toEqual([])
  })

  it('contradicts the sentence about failed operations', async () => {
    const broken = ['revision.reset.failed-commit-becomes-draft-ready/2']
    const { report } = await driftFrom({ broken }, { probes: ['blobs'], prepare: failWork })
    expect(withVerdict(report, 'contradicted')).toEqual(['revision.reset.failed-commit-becomes-draft-ready'])
  })

  it('may have other limits, one of which is exceeded if that takes few calls', async () => {
    const probes = ['identity']
    const few = await driftFrom({ settings: { limits: { api_keys_per_target: 6 } } }, { probes })
    const limits = ['errors.limit-exceeded', 'envelope.limit.with-limit-exceeded']
    expect(withVerdict(few.report, 'held')).toEqual(expect.arrayContaining(limits))
    expect(withVerdict(few.report, 'contradicted')).toEqual([])
    const many = await driftFrom({ settings: { limits: { blobs_per_org: 30, api_keys_per_target: 40 } } }, { probes })
    expect(withVerdict(many.report, 'not-reached')).toEqual(expect.arrayContaining(limits))
    // The one that the probe itself makes.
    expect(many.asked.filter((line) => line.startsWith('POST /blobs/'))).toHaveLength(1)
  })

  it('may have disabled blob types, and other ones', async () => {
    const withoutRows = (emulator: Emulator): void =>
      void emulator.triggers.add({
        when: { endpoint: 'POST /orgs', params: { alias: 'svc-drift-test-blobs' }, at: 'after' },
        do: { update: { orgs: { 'svc-drift-test-blobs': { enabled_blob_types: ['text', 'onnx'] } } } },
      })
    const { report } = await driftFrom(
      {},
      { probes: ['limits', 'blobs'], prepare: withoutRows },
      async (request, _, ask) => (String(request.body).includes('"type":"svc-drift"') ? refusedType : ask()),
    )
    expect(withVerdict(report, 'contradicted')).toEqual([])
    expect(withVerdict(report, 'held')).toContain('errors.invalid-blob-type')
  })

  it('may admit a request that only an assumption refuses, which is a fact', async () => {
    const { report } = await driftFrom({}, { probes: ['limits'] }, async (_request, _number, ask) => {
      const answer = await ask()
      return read(answer).includes('member_exists') ? made : answer
    })
    expect(withVerdict(report, 'contradicted')).toEqual([])
    expect(report.facts).toContainEqual(
      expect.objectContaining({
        about: 'answer of POST /members/target/:target/:target_id',
        observed: 'success',
        assumed: 'member_exists',
      }),
    )
  })
})

it('blames no sentence for what an alternative explains, though the refusal cites one', async () => {
  const { report } = await driftFrom({ settings: { otherwise: ['A-38/1'] } }, { probes: ['workflow'] })
  expect(withVerdict(report, 'contradicted')).toEqual([])
  expect(report.facts).toContainEqual(expect.objectContaining({ alternative: 'A-38/1' }))
  const changed = await driftFrom({ broken: ['pagination.record.order-not-changeable'] }, { probes: ['workflow'] })
  expect(withVerdict(changed.report, 'contradicted')).toEqual(['pagination.record.order-not-changeable'])
})

const read = ({ bytes }: HttpAnswer): string => new TextDecoder().decode(bytes)
const json = (status: number, body: object): HttpAnswer => ({
  outcome: 'answered',
  status,
  headers: { 'content-type': 'application/json' },
  bytes: encoder.encode(JSON.stringify(body)),
})
const made = json(200, { status: 'success', member: { id: '00000000-0000-4000-8000-00000000ffff', role: 'admin' } })
const refusedType = json(400, {
  status: 'failure',
  error: 'invalid_blob_type',
  message: 'No such type.',
  limit: { name: 'enabled_blob_types', allowed: ['text'] },
})

describe('a service that breaks sentences', () => {
  it.each([
    ['pagination.record.newest-first', 'scheduler'],
    ['api-keys.delete.removes-key', 'keys'],
    ['members.delete.takes-member-id', 'keys'],
    ['envelope.failure-has-error-and-message/2', 'identity'],
    ['user.role-read-for-other', 'identity'],
    ['pagination.opaque.null-means-exhausted', 'workflow'],
    ['pagination.empty-page-is-not-the-end', 'blobs'],
    ['realtime.speaks-json-rpc-2/2', 'workflow'],
  ] as const)('contradicts the sentence of %s', async (mutant, probe) => {
    const { report } = await driftFrom({ broken: [mutant] }, { probes: [probe] })
    const clause = mutant.split('/')[0]!
    const found = report.clauses.filter(({ verdict }) => verdict === 'contradicted')
    expect(found.filter(({ id, oneOf = [id] }) => oneOf[0] === id).map(({ id }) => id)).toEqual([clause])
    expect(found.find(({ id }) => id === clause)).toMatchObject({
      explainedBy: 'mutant',
      exchange: { differences: [expect.any(String)] },
    })
  })

  it.each(['identifiers.me.resolves-to-caller', 'identifiers.me.api-key/2'])(
    'contradicts the sentence if `me` is another user: %s',
    async (mutant) => {
      const { report } = await driftFrom({ broken: [mutant] }, { probes: ['identity'] })
      const found = report.clauses.filter(({ verdict }) => verdict === 'contradicted')
      expect(found[0]).toMatchObject({ id: mutant.split('/')[0]!, explainedBy: 'mutant' })
      expect(found.flatMap(({ id, oneOf: [first = id] = [] }) => first)).toEqual(found.map(() => found[0]!.id))
    },
  )

  it('reports each sentence once, as soon as it is found', async () => {
    const found: string[] = []
    const steps: number[] = []
    const { report } = await driftFrom(
      { broken: ['user.role-read-for-other'] },
      {
        probes: ['identity'],
        onContradicted: (id) => void found.push(id),
        onExchange: (_, { done, of }) => void steps.push(done / of),
      },
    )
    expect(found).toEqual(withVerdict(report, 'contradicted'))
    expect([steps[0], steps.at(-1), steps.toSorted((a, b) => a - b)]).toEqual([0, 1, steps])
  })

  it('contradicts a sentence if invisible rows are left out before the limit counts', async () => {
    let all = {}
    const { report } = await driftFrom({}, { probes: ['blobs'] }, async ({ path }, _, ask) => {
      const answer = await ask()
      if (path.endsWith('/revisions')) all = JSON.parse(read(answer)) as object
      return path.endsWith('/revisions?limit=3') ? json(200, all) : answer
    })
    expect(withVerdict(report, 'contradicted')).toContain('pagination.empty-page-is-not-the-end')
  })

  it('contradicts two sentences at once', async () => {
    const broken = ['revision.reset.needs-failed/3', 'keys.owner-is-injected-only']
    const { report } = await driftFrom({ broken }, { probes: ['blobs'] })
    expect(withVerdict(report, 'contradicted')).toEqual(
      expect.arrayContaining(['revision.reset.needs-failed', 'keys.owner-is-injected-only']),
    )
  })
})

describe('a service that cannot be observed', () => {
  const failures: readonly (readonly [string, HttpAnswer])[] = [
    ['429', page(429)],
    ['pages of a gateway', page(502)],
    ['a redirect', page(302, { location: 'https://elsewhere.example' })],
    ['half answers', { ...nothing, outcome: 'cut', reason: 'the connection was closed', status: 200 }],
    ['no answers', { ...nothing, outcome: 'no_answer', reason: 'no answer within the timeout' }],
    ['closed connections', { ...nothing, outcome: 'no_answer', reason: 'the connection was closed' }],
  ]

  it.each(failures)('is undecided with nothing but %s', async (_, answer) => {
    const { report } = await driftFrom({}, {}, async () => answer)
    expect(withVerdict(report, 'contradicted')).toEqual([])
    expect(withVerdict(report, 'undecided')).toContain('users.get.answers-user')
  })

  it.each(failures)('contradicts nothing with %s now and then, and its organizations are gone', async (_, answer) => {
    // The answer to a write can be lost after it was done.
    const probes = ['keys', 'blobs', 'workflow']
    const { report, emulator } = await driftFrom({}, { probes }, async (_request, number, ask) => {
      const isLost = number % 7 === 3
      if (isLost && answer.status === 429) return answer
      const given = await ask()
      return isLost ? answer : given
    })
    expect(withVerdict(report, 'contradicted')).toEqual([])
    expect(withVerdict(report, 'held').length).toBeGreaterThan(0)
    expect(leftOrgs(emulator)).toEqual([])
  })
})

describe('manners', () => {
  it('sends only reads with `readOnly`', async () => {
    const { report, asked } = await driftFrom({}, { readOnly: true })
    expect(asked.filter((line) => !/^GET |^POST \/\w+\/(?:get|list|check|query)_/.test(line))).toEqual([])
    expect(report.leftOut).toContain('all writes, and steps that need one (--read-only)')
  })

  it('lists writes as left out with `readOnly`, but no failed answers', async () => {
    const { report } = await driftFrom({}, { probes: ['identity'], readOnly: true })
    expect(report.leftOut).toContainEqual(
      expect.stringMatching(/^\d+ of the steps of probe-identity, which write, or need answers that did not come$/),
    )
  })

  it('decides with `readOnly` what an existing organization shows', async () => {
    const readOnly = { readOnly: true }
    const { report } = await driftFrom({ seed: 5 }, readOnly)
    expect(withVerdict(report, 'contradicted')).toEqual([])
    expect([...withVerdict(report, 'held'), ...withVerdict(report, 'partly')]).toEqual(
      expect.arrayContaining([
        'identifiers.session.by-alias',
        'pagination.opaque.resumes-at-cursor',
        'pagination.opaque.modified-cursor-refused',
        'orgs.blobs.filters-by-visibility',
        'revision.phase-draft',
      ]),
    )
    // A listing by which the twin was told what is there proves nothing of itself.
    const broken = await driftFrom({ broken: ['pagination.record.newest-first'] }, readOnly)
    for (const { clauses } of [report, broken.report])
      expect(clauses.find(({ id }) => id === 'pagination.record.newest-first')?.verdict).toBe('undecided')
  })

  it('contradicts nothing with `readOnly` if everything unspecified varies', async () => {
    const { report } = await driftFrom(
      { seed: 9, settings: { unspecified: 'vary', otherwise: [] } },
      { readOnly: true },
    )
    expect(withVerdict(report, 'contradicted')).toEqual([])
  })

  it('shows no key', async () => {
    const { report } = await driftFrom(
      { broken: ['api-key.key-prefix/3', 'user.role-read-for-other'] },
      { probes: ['identity'] },
    )
    expect(JSON.stringify(report)).not.toMatch(/svc-key-ada-admin|"key":"svc-/)
    expect(withVerdict(report, 'contradicted').length).toBeGreaterThan(0)
  })

  it('deletes its records when it is stopped, and reports the results so far', async () => {
    const stopped = new AbortController()
    const { report, emulator } = await driftFrom(
      {},
      { signal: stopped.signal, onExchange: (done) => void (done === 40 && stopped.abort()) },
    )
    expect(report.probes).toBeLessThan(45)
    expect(withVerdict(report, 'held').length).toBeGreaterThan(10)
    expect(leftOrgs(emulator)).toEqual([])
  })

  it('sends the probes that reach the chosen clauses, even if their work takes time', async () => {
    const { report } = await driftFrom({}, { only: ['revision.reset.needs-failed', 'keys.scope.blob'] })
    expect(withVerdict(report, 'held')).toEqual(['revision.reset.needs-failed', 'keys.scope.blob'])
  })

  it('does not count the reads of callers, which every run makes, as reached by a file', async () => {
    const { report, asked } = await driftFrom({}, { only: ['users.get'] })
    expect(withVerdict(report, 'held')).toContain('users.get.answers-user')
    expect(asked).not.toContain('POST /scheduler/list_schedules')
    expect(whole.asked).toContain('POST /scheduler/list_schedules')
  })

  it('sends only the probes for the chosen clauses, and lists those of them that are left out', async () => {
    const { report } = await driftFrom({}, { only: ['identifiers.schedule'] })
    expect(report.clauses.map(({ id }) => id)).toEqual([
      'identifiers.schedule.by-id',
      'identifiers.schedule.by-alias',
      'identifiers.schedule.uuid-shape-refused',
    ])
    expect(report.leftOut).toEqual([])
    const large = await driftFrom({}, { only: ['pagination.unpaginated.single-page-of-1mb'] })
    expect([large.report.probes, large.report.leftOut]).toEqual([2, ['probe-large, which needs --large']])
  })

  it.each([
    [['nothing'], "'nothing' of the service"],
    [['pagination.record', 'users.gte'], "'users.gte' of the service, did you mean 'users.get'?"],
    [['users.limits.of-self'], "'users.limits.of-self' of the service"],
    [['client'], "'client' of the service"],
  ])('refuses the choice %j: a word that chooses nothing would be taken for checked', async (only, message) => {
    await expect(drift({ target: 'https://a.example/v1', apiKeys: { main: 'k' }, only })).rejects.toThrow(
      `only: there is no clause or group of clauses ${message}`,
    )
  })
})

describe('a service whose time stands still', () => {
  it('is waited for once, and only briefly afterwards', async () => {
    let waited = 0
    const wait = async (milliseconds: number): Promise<void> => void (waited += milliseconds)
    const { report } = await driftFrom({}, { wait, now: () => waited })
    expect(waited).toBeLessThan(45_000)
    expect(report.leftOut).toContain(
      'time seems to stand still at the target: pending work did not finish in 20 s, so 9 later waits took 2.5 s at most',
    )
    expect(withVerdict(report, 'contradicted')).toEqual([])
  })

  it('is distinguished from a late one', async () => {
    const { report } = await driftFrom({ settings: { operation_ms: 9_000 } }, { probes: ['keys', 'blobs', 'workflow'] })
    expect(report.leftOut.join('\n')).not.toContain('stand still')
    expect(withVerdict(report, 'not-reached')).not.toContain('revision.reset.needs-failed')
  })
})

describe('optional probes', () => {
  const two = { apiKeys: { main: 'svc-key-ada-admin', other: 'svc-key-ben-admin' } }

  it('are listed as left out without a second key and without --large', () => {
    const { report } = whole
    expect(report.leftOut).toEqual([
      'probe-other, which needs the key of a second person (--api-key-env other=VAR)',
      'probe-large, which needs --large',
    ])
    expect(withVerdict(report, 'not-reached')).toContain('pagination.unpaginated.cut-is-silent')
  })

  it('reach sentences that need a second key, and contradict nothing', async () => {
    const { report, emulator } = await driftFrom({ seed: 9 }, two)
    expect(withVerdict(report, 'held')).toContain('members.delete.needs-admin')
    expect([...withVerdict(report, 'contradicted'), ...withVerdict(report, 'undecided')]).toEqual([])
    expect(leftOrgs(emulator)).toEqual([])
  })

  it('contradict a sentence that needs a second key', async () => {
    const { report } = await driftFrom({ broken: ['members.delete.needs-admin'] }, { ...two, probes: ['other'] })
    const found = report.clauses.filter(({ verdict }) => verdict === 'contradicted')
    expect(found.filter(({ id, oneOf = [id] }) => oneOf[0] === id).map(({ id }) => id)).toEqual([
      'members.delete.needs-admin',
    ])
  })
})
