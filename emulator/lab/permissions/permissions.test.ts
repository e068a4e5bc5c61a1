import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../index.ts'
import { describeGrants } from './grant.ts'
import { findBound, parseBound } from './bound.ts'
import { hostOf } from '../../host/instance-of.ts'
import { findPermissions } from './permissions.ts'
import { reportPermissions } from './permissions-report.ts'
import { findRunCalls } from './run-calls.ts'

type Call = readonly [request: string, body?: object]

/** Sends requests in turn with a key, or with a bearer token where it begins like one. */
async function ask(emulator: Emulator, secret: string, ...calls: readonly Call[]): Promise<void> {
  const credentials = secret.startsWith('svc-token') ? { authorization: `Bearer ${secret}` } : { 'x-api-key': secret }
  for (const [request, body] of calls) {
    const [method = '', path = ''] = request.split(' ')
    const headers = { ...credentials, 'content-type': 'application/json' }
    await emulator.fetch(`/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }
}

async function makeReport(secret: string, ...calls: readonly Call[]) {
  const emulator = createEmulator()
  await ask(emulator, secret, ...calls)
  return findPermissions(findRunCalls(emulator))
}

const needs = ({ calls }: Awaited<ReturnType<typeof makeReport>>) =>
  calls.map(({ needed }) => describeGrants(needed, 'or'))
const least = ({ run: { needed, set } }: Awaited<ReturnType<typeof makeReport>>) => [
  describeGrants(needed, 'or'),
  describeGrants(set, 'and'),
]

describe('a client that uses an admin key for everything', () => {
  it('needs what its calls need, each with the reason why less is not enough', async () => {
    const report = await makeReport(
      'svc-key-ada-admin',
      ['GET /users/me'],
      ['GET /blobs/acme/weights/revisions'],
      ['POST /blobs/acme', { alias: 'logs', type: 'text' }],
      ['GET /blobs/acme/logs'],
    )
    expect(needs(report)).toEqual([
      'read on any blob',
      'write on blob weights',
      'write on org acme',
      'read on blob logs',
    ])
    expect(report.calls[1]).toMatchObject({
      used: { role: 'admin', scope: 'user', alias: 'ada' },
      because: {
        difference: 'read on blob weights gets another answer: revisions has 2 records, not 4',
        clauses: ['A-351', 'revision.phase-draft'],
      },
    })
    expect(report.calls[2]!.because).toMatchObject({
      difference: expect.stringMatching(/^read on org acme gets 403 forbidden: This needs write access/),
      clauses: expect.arrayContaining(['keys.never-exceeds-role']),
    })
    expect(least(report)).toEqual(['write on org acme', ''])
  })

  it('needs only to read where it only reads', async () => {
    const report = await makeReport('svc-key-ada-admin', ['GET /users/me'], ['GET /blobs/acme/notes'])
    expect(least(report)).toEqual(['read on blob notes', ''])
    expect(report.calls.map(({ because }) => because)).toEqual([null, null])
  })

  it('may use a key for any blob where it drives commands alone', async () => {
    const list = { org_id: 'acme' }
    const report = await makeReport(
      'svc-key-ada-admin',
      ['POST /workflow/list_sessions', list],
      ['POST /scheduler/list_schedules', list],
    )
    expect(least(report)).toEqual(['read on any blob of org acme', ''])
  })

  it('needs the key of its user where no other reaches all', async () => {
    const report = await makeReport('svc-key-ada-admin', ['GET /users/me/orgs'], ['GET /orgs/acme'])
    expect(least(report)).toEqual(['read on user ada', ''])
    expect(report.calls[0]!.because!.clauses).toContain('keys.scope.org-key-admin-scoped-reads-refused')
  })

  it('is told of narrower keys where one alone would allow more than each of them', async () => {
    const report = await makeReport(
      'svc-key-ada-admin',
      ['POST /blobs/acme', { alias: 'logs', type: 'text' }],
      ['GET /orgs/ada-lab'],
      ['GET /users/me'],
    )
    expect(least(report)).toEqual(['write on user ada', 'write on org acme and read on org ada-lab'])
  })

  it('counts calls of one unit with the same need as one', async () => {
    const report = await makeReport('svc-key-ada-admin', ['GET /orgs/acme'], ['GET /orgs/acme'], ['GET /orgs/ada-lab'])
    expect(report.calls).toMatchObject([
      { unit: 'GET /orgs/:org_id', count: 2, entries: [1, 2], sent: 'GET /v1/orgs/acme' },
      { unit: 'GET /orgs/:org_id', count: 1, entries: [3], sent: 'GET /v1/orgs/ada-lab' },
    ])
  })
})

describe('the credential that a client used', () => {
  it('is enough where there is nothing less', async () => {
    const report = await makeReport('svc-key-weights-read', ['GET /blobs/acme/weights/revisions'])
    expect(report.calls[0]).toMatchObject({ used: { role: 'read', scope: 'blob' }, because: null })
    expect(least(report)).toEqual(['read on blob weights', ''])
  })

  it('decides what the same answer is: a reader needs no drafts', async () => {
    const report = await makeReport('svc-key-ada-read', ['GET /blobs/acme/weights/revisions'])
    expect(needs(report)).toEqual(['read on blob weights'])
  })

  it('may be the own key of a service account, whose user mints no key for an organization', async () => {
    const report = await makeReport('svc-key-bot-write', ['POST /workflow/create_session', { org_id: 'acme' }])
    expect(needs(report)).toEqual(['write on user build-bot'])
    expect(report.calls[0]).not.toHaveProperty('perimeter')
  })

  it('may be an acting token, where the account itself would be refused', async () => {
    const report = await makeReport(
      'svc-token-ada-as-bot',
      ['POST /workflow/create_session', { org_id: 'acme' }],
      ['PATCH /users/me', { name: 'Builder' }],
    )
    expect(needs(report)).toEqual(['write on user build-bot', 'an acting token of build-bot'])
    expect(report.calls[1]!.because!.clauses).toContain('users.update.service-account-owner-only')
    expect(least(report)).toEqual(['an acting token of build-bot', ''])
  })

  it('is the one of each user, where a client asks as two', async () => {
    const emulator = createEmulator()
    await ask(emulator, 'svc-key-ada-admin', ['GET /orgs/acme'])
    await ask(emulator, 'svc-key-ben-admin', ['GET /orgs/ben-lab'])
    const report = findPermissions(findRunCalls(emulator))
    expect(least(report)).toEqual(['', 'read on org acme and read on org ben-lab'])
  })

  it('is told as it is found, call by call', async () => {
    const emulator = createEmulator()
    await ask(emulator, 'svc-key-ada-admin', ['GET /orgs/acme'], ['GET /users/me'])
    await ask(emulator, 'svc-key-ben-admin', ['GET /orgs/ben-lab'])
    const told: string[] = []
    findPermissions(findRunCalls(emulator), undefined, (done, of) => void told.push(`${done} of ${of}`))
    expect(told).toEqual(['1 of 3', '2 of 3', '3 of 3'])
  })

  it('is not asked about where there is none', async () => {
    const emulator = createEmulator()
    await emulator.fetch('/v1/users/me')
    await ask(emulator, 'svc-key-nobody', ['GET /users/me'])
    expect(findPermissions(findRunCalls(emulator))).toEqual({ calls: [], run: { needed: [], set: [] }, anonymous: 2 })
  })

  it('is told where its user could not mint it, and nothing less serves', async () => {
    const emulator = createEmulator({ trace: true })
    emulator.world.api_keys.insert({
      key: 'svc-key-arranged',
      user: 'ben',
      target: 'org',
      target_id: 'acme',
      role: 'read',
    })
    await ask(emulator, 'svc-key-arranged', ['GET /orgs/acme'])
    expect(least(findPermissions(findRunCalls(emulator)))).toEqual(['read on org acme', ''])
  })

  it('is not one that its user could not mint', async () => {
    const report = await makeReport('svc-key-ben-admin', ['GET /orgs/acme'])
    expect(needs(report)).toEqual(['read on user ben'])
  })
})

describe('what is compared', () => {
  it('is the effect on the world, when the work that was begun is over', async () => {
    const report = await makeReport('svc-key-ada-admin', ['DELETE /blobs/acme/weights'], ['GET /blobs/acme/weights'])
    expect(needs(report)).toEqual(['admin on blob weights', 'read on blob weights'])
  })

  it('leaves out faults, which would be the same for every key', async () => {
    const emulator = createEmulator({ trace: true })
    emulator.triggers.add({ when: { endpoint: 'POST /blobs/:org_id' }, do: [{ fail: { status: 503 } }] })
    await ask(emulator, 'svc-key-ada-admin', ['POST /blobs/acme', { alias: 'logs', type: 'text' }])
    expect(needs(findPermissions(findRunCalls(emulator)))).toEqual(['write on org acme'])
  })

  it('is a refusal as well as a success', async () => {
    const report = await makeReport('svc-key-ada-admin', ['GET /blobs/acme/nothing'], ['GET /users/nobody'])
    expect(needs(report)).toEqual(['read on any blob of org acme', 'read on any blob'])
  })

  it('is not spoiled by a full limit of keys, or by a blob that is being deleted', async () => {
    const emulator = createEmulator({ settings: { limits: { api_keys_per_target: 1 } } })
    await ask(emulator, 'svc-key-ada-admin', ['GET /blobs/acme/leaving'])
    expect(needs(findPermissions(findRunCalls(emulator)))).toEqual(['read on blob leaving'])
  })

  it.each(['refuse', 'vary'] as const)('is what is documented, also under %s', async (unspecified) => {
    const emulator = createEmulator({ settings: { unspecified } })
    await ask(emulator, 'svc-key-ada-admin', ['GET /blobs/acme/weights/revisions'], ['GET /users/me/orgs'])
    expect(needs(findPermissions(findRunCalls(emulator)))).toEqual(['write on blob weights', 'read on user ada'])
  })

  it('changes nothing in the emulator', async () => {
    const emulator = createEmulator({ trace: true })
    await ask(emulator, 'svc-key-ada-admin', ['POST /blobs/acme', { alias: 'logs', type: 'text' }])
    const before = JSON.stringify([emulator.export(), emulator.coverage(), emulator.journal.entries()])
    findPermissions(findRunCalls(emulator))
    expect(JSON.stringify([emulator.export(), emulator.coverage(), emulator.journal.entries()])).toBe(before)
  })
})

describe('calls that need a human', () => {
  it('are told with what a service account and its acting token would meet', async () => {
    const { calls } = await makeReport(
      'svc-key-ada-admin',
      ['PATCH /blobs/acme/notes', { visibility: 'public' }],
      ['PATCH /orgs/acme', { visibility: 'private' }],
      ['POST /api-keys/target/org/acme', { role: 'read' }],
      ['GET /orgs/acme'],
    )
    expect(
      calls.map(({ perimeter = {} }) => Object.entries(perimeter).map(([name, { clauses }]) => [name, clauses[0]])),
    ).toEqual([
      [['service_account', 'perimeter.blob-visibility']],
      [['service_account', 'perimeter.org-visibility']],
      [
        ['service_account', 'api-keys.create.service-account-refused'],
        ['acting_token', 'api-keys.create.acting-token-org-refused'],
      ],
      [],
    ])
  })

  it('are told of a service account that was refused one, and of no other refusal', async () => {
    const { calls } = await makeReport(
      'svc-key-bot-write',
      ['POST /api-keys/target/org/acme', { role: 'read' }],
      ['POST /users', { name: 'Other', alias: 'other-bot' }],
      ['GET /users/ada/limits'],
      ['PATCH /users/ada', { name: 'Countess' }],
    )
    expect(calls.map(({ sent, perimeter }) => [sent, perimeter?.met, perimeter?.acting_token?.difference])).toEqual([
      ['POST /v1/api-keys/target/org/acme', true, expect.stringMatching(/^gets 40[03]/)],
      ['POST /v1/users', true, undefined],
      ['GET /v1/users/ada/limits', undefined, undefined],
      ['PATCH /v1/users/ada', undefined, undefined],
    ])
  })
})

describe('a bound', () => {
  const bounded = async (bound: string) => {
    const emulator = createEmulator()
    await ask(
      emulator,
      'svc-key-ada-admin',
      ['GET /users/me'],
      ['GET /blobs/acme/notes'],
      ['POST /blobs/acme', { alias: 'logs', type: 'text' }],
      ['GET /users/me/orgs'],
    )
    return findPermissions(findRunCalls(emulator), findBound(parseBound(bound), [hostOf(emulator).world]))
  }

  it.each([
    ['admin on user ada', []],
    ['write on user ada', []],
    ['write on org acme', ['GET /v1/users/me/orgs']],
    ['read on org acme', ['POST /v1/blobs/acme', 'GET /v1/users/me/orgs']],
    ['admin on blob notes', ['POST /v1/blobs/acme', 'GET /v1/users/me/orgs']],
    ['admin on blob weights', ['GET /v1/blobs/acme/notes', 'POST /v1/blobs/acme', 'GET /v1/users/me/orgs']],
    ['read on user ada', ['POST /v1/blobs/acme']],
  ])('%s is exceeded by %j', async (bound, exceeding) => {
    const report = await bounded(bound)
    expect(report.calls.filter(({ exceeds }) => exceeds).map(({ sent }) => sent)).toEqual(exceeding)
    // One of them is enough to fail.
    const { sections } = reportPermissions(report, 'a run')
    expect(sections.map(({ verdict }) => verdict)).toEqual([exceeding.length === 0 ? 'passed' : 'failed'])
  })
})

describe('an emulator without a trace', () => {
  it('is asked the same once more; records that a test arranged are not known then', async () => {
    const emulator = createEmulator()
    await ask(emulator, 'svc-key-ada-admin', ['GET /orgs/acme'])
    emulator.clock.advance('1h')
    await ask(emulator, 'svc-key-ada-admin', ['GET /orgs/acme'])
    expect(needs(findPermissions(findRunCalls(emulator)))).toEqual(['read on org acme'])
    emulator.world.orgs.insert({ alias: 'tools' })
    expect(() => findRunCalls(emulator)).toThrow(/changed by more than its calls.*createEmulator\(\{ trace: true \}\)/)
  })

  it('is not one whose journal has dropped calls', async () => {
    const emulator = createEmulator({ journal: { size: 1 } })
    await ask(emulator, 'svc-key-ada-admin', ['GET /orgs/acme'], ['GET /orgs/acme'])
    expect(() => findRunCalls(emulator)).toThrow('the journal no longer has 1 of its entries: it keeps 1,')
  })
})
